// Maps an event of the old site. The wall clock and the zone count; the times in UTC that the site has stored are only
// compared with them.
import { randomBytes } from 'node:crypto';
import type { Cost } from '../../core/text/cost.js';
import { parseUrl } from '../../core/text/parse-url.js';
import { decodeEntities } from '../../core/text/tags.js';
import { instantWithin, isZone } from '../../core/time/zone.js';
import { fixedOffset } from '../../core/time/zone-offset.js';
import type { Warning } from '../incoming.js';
import type { Details } from './details.js';
import {
  externalIdOf,
  htmlIn,
  type MapBody,
  type MapContext,
  mapped,
  postParts,
  referencesTo,
  slugIn,
} from './mapping.js';
import type { Mapped } from './page.js';
import { type Body, defined, flagIn, idIn, lineIn, momentIn, recordsIn, textIn } from './values.js';

/** The first one with websites as they are stored: earlier ones kept the entities. */
export const plainWebsites = '2.';

const flags = ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'];

/** In lists, a password-protected event has no values of these kinds. Its texts and links are blank: they say nothing about
 * the event, and whatever was imported before stays. */
export const isShell = (body: Body): boolean => body.all_day === null && body.featured === null;

export const mapEvent: MapBody = (body, context) => {
  const url = textIn(body, 'url');
  const place = url || context.place;
  const post = postParts(body);
  const description = htmlIn(body, 'description', place);
  const excerpt = htmlIn(body, 'excerpt', place);
  const dates = datesIn(body, place);
  const [details] = recordsIn(body, 'details') as readonly Details[];
  const shown = {
    ...post.fields,
    title: lineIn(body, 'title'),
    slug: slugIn(body),
    ...dates.fields,
    ...statusIn(body, details),
  };
  if (isShell(body))
    return mapped('event', body, context, {
      ...post,
      fields: defined(shown),
      ifEmpty: randomPassword(),
      warnings: [...dates.warnings, ...orderWarnings(details, place), protectedWarning(place)],
    });
  const website = decodeEntities(textIn(body, 'website'));
  const parent = idIn(body, 'parent') ?? details?.parent;
  const cost = costIn(body);
  return mapped('event', body, context, {
    ...post,
    revision: plainWebsites,
    fields: defined({
      ...shown,
      description: description.html,
      excerpt: excerpt.html,
      all_day: flagIn(body, 'all_day'),
      cost: lineIn(body, 'cost'),
      // The site shows the page of the event where it has no website.
      website: website === url ? '' : website,
      ...Object.fromEntries(flags.map((name) => [name, flagIn(body, name)])),
      ...onlineIn(body, details),
    }),
    ...(cost && { stored: { ...post.stored, cost } }),
    references: {
      categories: referencesTo('category', recordsIn(body, 'categories')),
      tags: referencesTo('tag', recordsIn(body, 'tags')),
      venue: referencesTo('venue', recordsIn(body, 'venue')),
      organizer: referencesTo('organizer', recordsIn(body, 'organizer')),
      ...(parent !== undefined && { parent: [externalIdOf('event', parent)] }),
    },
    warnings: [
      ...description.warnings,
      ...excerpt.warnings,
      ...dates.warnings,
      ...orderWarnings(details, place),
      ...ticketWarnings(body, place),
    ],
  });
};

const eventStatuses: Readonly<Record<string, string>> = {
  canceled: 'cancelled',
  EventCancelled: 'cancelled',
  postponed: 'postponed',
  EventPostponed: 'postponed',
};

/** Whether it takes place. Single records say so in their JSON-LD, without the reason; lists do not. */
function statusIn(body: Body, details: Details | undefined): Body {
  const [data = {}] = recordsIn(body, 'json_ld');
  const shown = /\/(\w+)$/.exec(textIn(data, 'eventStatus'))?.[1];
  if (!details && shown === undefined) return {};
  const status = eventStatuses[details ? (details.status ?? '') : (shown ?? '')] ?? 'scheduled';
  return { event_status: status, ...(details && { event_status_note: details.reason ?? '' }) };
}

/** The site does not say whether an online event has a place too, unless it names one. */
function onlineIn(body: Body, details: Details | undefined): Body {
  const isOnline = flagIn(body, 'is_virtual');
  if (isOnline === undefined) return {};
  const url = parseUrl(details?.virtualUrl ?? decodeEntities(textIn(body, 'virtual_url')));
  const isPage = url !== undefined && /^https?:$/.test(url.protocol);
  const hasPlace = recordsIn(body, 'venue').length > 0;
  return {
    attendance: isOnline ? (hasPlace ? 'mixed' : 'online') : 'in_person',
    online_url: isOnline && isPage ? url.href : '',
  };
}

function orderWarnings(details: Details | undefined, place: string): readonly Warning[] {
  if (details?.menuOrder === undefined) return [];
  return [{ kind: 'menu order', place, text: `Its menu order is ${details.menuOrder}: events have none here.` }];
}

const maxCostLength = 500;
const maxValues = 100;

/** What the site has stored: the text that it shows has the symbol of the site where the event has none. Undefined if it
 * says nothing about it, so that the text counts. */
function costIn(body: Body): Cost | undefined {
  const [details] = recordsIn(body, 'cost_details');
  const text = lineIn(body, 'cost');
  if (!details || text === '' || text.length > maxCostLength || !Array.isArray(details.values)) return undefined;
  const symbol = lineIn(details, 'currency_symbol').slice(0, maxCostLength);
  const position = textIn(details, 'currency_position');
  const values = details.values.flatMap((value) =>
    typeof value === 'string' && value.length <= maxCostLength ? value : [],
  );
  const isPosition = position === 'prefix' || position === 'postfix';
  return {
    text,
    symbol,
    position: symbol !== '' && isPosition ? position : '',
    values: values.slice(0, maxValues),
  };
}

const randomPassword = () => ({ password: randomBytes(18).toString('base64url') });

/** An event that was imported before its password was set, and that no list shows. */
export const mapProtected = (id: number, { place }: MapContext): Mapped => ({
  record: {
    resource: 'event',
    externalId: externalIdOf('event', id),
    place,
    fields: {},
    ifEmpty: randomPassword(),
    paths: [],
  },
  warnings: [protectedWarning(place)],
});

const protectedWarning = (place: string): Warning => ({
  kind: 'protected event',
  place,
  text: 'Its content is not readable. It is imported with a random password; set your own.',
});

function ticketWarnings(body: Body, place: string): readonly Warning[] {
  const { ticketed } = body;
  const hasTickets = Array.isArray(ticketed) ? ticketed.length > 0 : Boolean(ticketed);
  return hasTickets ? [{ kind: 'tickets', place, text: 'Tickets are not taken over.' }] : [];
}

/** Dates and zone as fields. A zone that is unknown here is left out, so that the zone of the site counts. */
export function datesIn(body: Body, place: string): { readonly fields: Body; readonly warnings: readonly Warning[] } {
  const zone = textIn(body, 'timezone');
  const isKnown = isZone(zone);
  const start = momentIn(body, 'start_date');
  const end = momentIn(body, 'end_date');
  const warnings: Warning[] = [];
  if (!isKnown) warnings.push({ kind: 'time zone unknown', place, text: zone || 'The event has no time zone.' });
  else if (fixedOffset(zone) !== undefined && zone !== 'UTC')
    warnings.push({ kind: 'fixed time zone', place, text: `${zone} has no daylight saving time. It is kept.` });
  if (isKnown) warnings.push(...utcWarnings(body, zone, place));
  return { fields: defined({ start_date: start, end_date: end, timezone: isKnown ? zone : undefined }), warnings };
}

function utcWarnings(body: Body, zone: string, place: string): readonly Warning[] {
  const wrong = ['start_date', 'end_date'].flatMap((name) => {
    const [wall, stored] = [momentIn(body, name), momentIn(body, `utc_${name}`)];
    const right = wall === undefined ? undefined : instantWithin(wall, zone)?.instant;
    const isWrong = stored !== undefined && right !== undefined && right !== stored;
    return isWrong ? [`${wall} ${zone} is ${right} in UTC, not ${stored}.`] : [];
  });
  return wrong.length ? [{ kind: 'wrong UTC time', place, text: wrong.join(' ') }] : [];
}
