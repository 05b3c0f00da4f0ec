// Events of JSCalendar (RFC 8984 section 5.1). Dates of a series that differ from it are patches.
import type { CalendarEntry, EntryContact, EntryPlace, EntryStatus } from '../../core/calendar-entry.js';
import { DAY, secondsBetween, startOfDay, type Wall } from '../../core/time/clock.js';
import { toInstant } from '../../core/time/zone.js';
import { fixedOffset } from '../../core/time/zone-offset.js';
import { isTransparent, topicsOf } from '../entry.js';
import { nameOfOffset } from '../fixed-zone.js';
import { localTime, utcTime } from '../times.js';
import { uriOf } from '../uri.js';
import { ruleObject } from './rule.js';

type Json = Record<string, unknown>;

const statuses: Readonly<Record<EntryStatus, string>> = {
  scheduled: 'confirmed',
  cancelled: 'cancelled',
  postponed: 'tentative',
  rescheduled: 'confirmed',
};

/** In days for all-day entries, else in seconds that passed, whatever the clocks did. */
function duration({ allDay, start, end, utcStart, utcEnd }: CalendarEntry): string {
  if (allDay) return `P${Math.floor(secondsBetween(startOfDay(start), end) / DAY) + 1}D`;
  const total = Math.max(0, secondsBetween(utcStart, utcEnd));
  const parts = [
    [Math.floor(total / 3_600), 'H'],
    [Math.floor(total / 60) % 60, 'M'],
    [total % 60, 'S'],
  ] as const;
  const text = parts.flatMap(([n, unit]) => (n === 0 ? [] : `${n}${unit}`)).join('');
  return `PT${text === '' ? '0S' : text}`;
}

/** A name of the zone, and the definition of offsets that have no name of their own. */
function zoneOf({ allDay, timezone }: CalendarEntry): Json {
  if (allDay) return {};
  const offset = timezone.toUpperCase() === 'UTC' ? 0 : fixedOffset(timezone);
  if (offset === undefined) return { timeZone: timezone };
  if (offset === 0) return { timeZone: 'Etc/UTC' };
  const name = nameOfOffset(offset);
  if (name.startsWith('Etc/')) return { timeZone: name };
  const text = `${name.slice(3, 6)}:${name.slice(6)}`;
  const rule = { '@type': 'TimeZoneRule', start: '1970-01-01T00:00:00', offsetFrom: text, offsetTo: text };
  return {
    timeZone: `/${name}`,
    timeZones: { [`/${name}`]: { '@type': 'TimeZone', tzId: name, standard: [rule] } },
  };
}

function location({ name, address, latitude, longitude, url }: EntryPlace): Json {
  return {
    '@type': 'Location',
    ...(name !== '' && { name }),
    ...(address !== '' && { description: address }),
    ...(latitude !== undefined &&
      longitude !== undefined && { coordinates: `geo:${latitude.toFixed(6)},${longitude.toFixed(6)}` }),
    ...(url !== '' && { links: { page: link(url) } }),
  };
}

const link = (href: string, more: Json = {}): Json => ({ '@type': 'Link', href: uriOf(href), ...more });

const participant = ({ name, email, url }: EntryContact): Json => ({
  '@type': 'Participant',
  ...(name !== '' && { name }),
  ...(email !== '' && { email }),
  roles: { contact: true },
  ...(url !== '' && { links: { page: link(url) } }),
});

/** Values by the keys 1, 2, 3; absent if there are none. */
const numbered = (name: string, values: readonly Json[]): Json =>
  values.length > 0 ? { [name]: Object.fromEntries(values.map((value, index) => [String(index + 1), value])) } : {};

function linksOf({ url, website, image }: CalendarEntry): Json {
  return {
    page: link(url, { rel: 'alternate', contentType: 'text/html' }),
    ...(website !== '' && { website: link(website, { rel: 'related' }) }),
    ...(image && {
      image: link(image.url, { rel: 'icon', display: 'badge', contentType: image.mediaType, size: image.bytes }),
    }),
  };
}

/** The properties that a date of a series can have of its own. */
function properties(entry: CalendarEntry): Json {
  const keywords = topicsOf(entry);
  const { place, onlineUrl } = entry;
  return {
    created: utcTime(entry.created),
    updated: utcTime(entry.modified),
    sequence: entry.sequence,
    title: entry.title,
    ...(entry.text !== '' && { description: entry.text }),
    start: localTime(entry.allDay ? startOfDay(entry.start) : entry.start),
    duration: duration(entry),
    ...zoneOf(entry),
    ...(entry.allDay && { showWithoutTime: true }),
    status: statuses[entry.status],
    freeBusyStatus: isTransparent(entry) ? 'free' : 'busy',
    ...numbered('locations', place ? [location(place)] : []),
    ...numbered('virtualLocations', onlineUrl === '' ? [] : [{ '@type': 'VirtualLocation', uri: uriOf(onlineUrl) }]),
    links: linksOf(entry),
    ...numbered('participants', entry.contacts.map(participant)),
    ...(keywords.length > 0 && { keywords: Object.fromEntries(keywords.map((word) => [word, true])) }),
    ...(entry.language !== undefined && { locale: entry.language }),
  };
}

/** The properties of the date that differ from those of the series, on the start that the rule gave. */
function patch(series: Json, date: CalendarEntry, originalStart: string): Json {
  const own = properties(date);
  const { start, ...others } = series;
  const expected: Json = { ...others, start: originalStart };
  const keys = [...new Set([...Object.keys(expected), ...Object.keys(own)])];
  // The definitions of time zones belong to the series; null removes a property.
  const differing = keys.filter(
    (key) => key !== 'timeZones' && JSON.stringify(own[key]) !== JSON.stringify(expected[key]),
  );
  return Object.fromEntries(differing.map((key) => [key, own[key] ?? null]));
}

function recurrenceOf(entry: CalendarEntry, series: Json): Json {
  const { recurrence } = entry;
  if (!recurrence) return {};
  const key = (wall: Wall): string => localTime(entry.allDay ? startOfDay(wall) : wall);
  const length = (start: Wall, end: Wall): string => {
    const instant = (wall: Wall): string => toInstant(wall, entry.timezone).instant;
    return duration({ ...entry, start, end, utcStart: instant(start), utcEnd: instant(end) });
  };
  const overrides = Object.fromEntries([
    ...recurrence.dates.map(({ start, end }) => [
      key(start),
      end === undefined ? {} : { duration: length(start, end) },
    ]),
    ...recurrence.except.map((start) => [key(start), { excluded: true }]),
    ...recurrence.changed.map((date) => {
      const original = key(date.originalStart ?? date.start);
      return [original, patch(series, date, original)];
    }),
  ]);
  return {
    ...(recurrence.rule !== '' && { recurrenceRules: [ruleObject(recurrence.rule, entry.timezone)] }),
    ...(Object.keys(overrides).length > 0 && { recurrenceOverrides: overrides }),
  };
}

export function eventObject(entry: CalendarEntry): object {
  const series = properties(entry);
  return { '@type': 'Event', uid: entry.uid, ...series, privacy: 'public', ...recurrenceOf(entry, series) };
}
