// Venues and organizers from LOCATION, GEO, ORGANIZER and CONTACT, as records of their own. Each distinct text is one record.
import { createHash } from 'node:crypto';
import { all, any, is } from '../../core/condition.js';
import { isEmailAddress } from '../../core/mail.js';
import { fold } from '../../core/text/fold.js';
import { isWebUrl } from '../../core/text/web-url.js';
import type { Incoming } from '../incoming.js';
import type { Properties, Property } from './properties.js';

const digest = (text: string): string => createHash('sha1').update(text).digest('base64url');

/** On one line, without control characters. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\u0000-\u001f\u007f\s]+/g, ' ')
    .trim()
    .toWellFormed();

const maxNameLength = 1_000;
const maxAddressLength = 2_000;

/** `48.85;2.35`, also with a comma. Zero is what programs write that know no place. */
function pointOf(text: string): { readonly geo_lat: number; readonly geo_lng: number } | undefined {
  const [, lat, lng] = /^\s*(-?\d{1,3}(?:\.\d{1,20})?)\s*[;,]\s*(-?\d{1,3}(?:\.\d{1,20})?)\s*$/.exec(text) ?? [];
  const [geo_lat, geo_lng] = [Number(lat), Number(lng)];
  if (lat === undefined || (geo_lat === 0 && geo_lng === 0)) return undefined;
  return Math.abs(geo_lat) <= 90 && Math.abs(geo_lng) <= 180 ? { geo_lat, geo_lng } : undefined;
}

/** The text up to the first comma or line break is the name, the rest the address. */
export function venueOf(properties: Properties, geolocation: boolean): Incoming | undefined {
  const location = properties.first('LOCATION');
  const text = location?.values.join(',').trim() ?? '';
  const whole = oneLine(text).slice(0, maxNameLength);
  if (!location || whole === '' || whole === '0' || isWebUrl(whole)) return undefined;
  const [first = '', ...rest] = text
    .split(/[,\n]/)
    .map(oneLine)
    .filter((part) => part !== '');
  const name = first.slice(0, maxNameLength);
  const address = rest.join(', ').slice(0, maxAddressLength);
  const point = geolocation ? pointOf(properties.first('GEO')?.values.join(';') ?? '') : undefined;
  return {
    resource: 'venue',
    externalId: `location:${digest(whole.toLowerCase())}`,
    // An existing venue of this name stays as it is.
    fields: {},
    initial: { venue: name, address, ...point },
    place: `line ${location.line}`,
    linkTo: {
      keys: [fold(whole), fold(name)],
      where: any(is('name_key', fold(whole)), all(is('name_key', fold(name)), is('address', address))),
    },
  };
}

interface Contact {
  readonly name: string;
  readonly email: string;
  readonly website: string;
}

function emailIn(value: string): string {
  const plain = value.trim().replace(/^mailto:/i, '');
  try {
    const address = decodeURIComponent(plain.split('?', 1)[0] ?? '').trim();
    return isEmailAddress(address) ? address : '';
  } catch {
    return isEmailAddress(plain) ? plain : '';
  }
}

function organizerContact({ params, values }: Property): Contact {
  const email = emailIn(values.join(','));
  return { name: oneLine(params.cn ?? '') || email, email, website: '' };
}

/** A text such as `Mill Guild, hello@guild.example, https://guild.example/`. */
function contactOf({ values }: Property): Contact {
  const parts = values
    .join(',')
    .split(',')
    .map(oneLine)
    .filter((part) => part !== '');
  const email = parts.find((part) => isEmailAddress(part)) ?? '';
  const website = parts.find(isWebUrl) ?? '';
  const name = parts.filter((part) => part !== email && part !== website).join(', ');
  return { name: name || email, email, website };
}

export function organizersOf(properties: Properties): readonly Incoming[] {
  const contacts = [
    ...properties.all('ORGANIZER').map((property) => ({ property, ...organizerContact(property) })),
    ...properties.all('CONTACT').map((property) => ({ property, ...contactOf(property) })),
  ];
  const records = contacts
    .filter(({ name }) => name !== '' && name !== '0')
    .map(({ property, name, email, website }): Incoming => {
      const organizer = name.slice(0, maxNameLength);
      return {
        resource: 'organizer',
        externalId: `contact:${digest(`${organizer}\n${email}`.toLowerCase())}`,
        fields: {},
        initial: { organizer, email, website },
        place: `line ${property.line}`,
        linkTo: { keys: [fold(organizer)], where: all(is('name_key', fold(organizer)), is('email', email)) },
      };
    });
  return [...new Map(records.map((record) => [record.externalId, record])).values()].slice(0, 20);
}
