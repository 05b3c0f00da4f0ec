// Names of time zones as people use them: `PST` in a list, “Pacific Time” on the page of an event.

import { LRUCache } from 'lru-cache';
import { isoInstant } from '../../core/time/clock.js';
import { abbreviation } from '../../core/time/zone.js';
import type { Locale } from './date-format.js';
import type { ListedEvent } from './records.js';

type Zoned = Pick<ListedEvent, 'utc_start_date' | 'timezone'>;
type ZoneStyle = 'short' | 'long' | 'longGeneric';

/** False for zones that Intl does not know. */
const formatters = new LRUCache<string, Intl.DateTimeFormat | false>({ max: 500 });

/** Intl knows every IANA zone but no fixed offset such as `UTC+5:30`. */
function newFormatter(locale: string, timeZone: string, timeZoneName: ZoneStyle): Intl.DateTimeFormat | false {
  try {
    return new Intl.DateTimeFormat(locale, { timeZone, timeZoneName });
  } catch {
    return false;
  }
}

function formatterFor(locale: string, timeZone: string, style: ZoneStyle): Intl.DateTimeFormat | false {
  const key = JSON.stringify([locale, timeZone, style]);
  const formatter = formatters.get(key) ?? newFormatter(locale, timeZone, style);
  formatters.set(key, formatter);
  return formatter;
}

/** False for fixed offsets such as `UTC+5:30`. */
export const isNamedZone = (timeZone: string): boolean => formatterFor('en', timeZone, 'short') !== false;

function intlName(locale: string, { utc_start_date, timezone }: Zoned, style: ZoneStyle): string {
  const formatter = formatterFor(locale, timezone, style);
  if (!formatter) return timezone;
  const parts = formatter.formatToParts(new Date(isoInstant(utc_start_date)));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timezone;
}

/** `GMT+00:00` and `UTC−8` say an offset, not a name. */
const isOffset = (name: string): boolean => /^(GMT|UTC)?[+\-−]\d/.test(name);

/** An offset of zero is `GMT+00:00` in new versions of ICU, and just `GMT` up to that of Node 20.19. */
const isGenericOffset = (name: string): boolean => isOffset(name) || /^(GMT|UTC)$/.test(name);

/** Locales without a generic name for a zone glue one together: `heure : Royaume-Uni`. */
const isGlued = (name: string): boolean => /[:(]/.test(name);

/** “Pacific Time”, “heure d’Europe centrale” */
export function longZone({ tag }: Pick<Locale, 'tag'>, event: Zoned): string {
  const generic = intlName(tag, event, 'longGeneric');
  if (isGenericOffset(generic)) return intlName(tag, event, 'short');
  return isGlued(generic) ? intlName(tag, event, 'long') : generic;
}

/** `PST` where there is such an abbreviation. Those are English; other languages use the long name. */
export function shortZone(locale: Pick<Locale, 'tag'>, event: Zoned): string {
  if (!/^en\b/.test(locale.tag)) return longZone(locale, event);
  const short = abbreviation(event.utc_start_date, event.timezone);
  return isOffset(short) ? longZone(locale, event) : short;
}

/** By its attendance: an event without a venue may still have to name one. */
export const isOnline = ({ attendance }: Pick<ListedEvent, 'attendance'>): boolean => attendance === 'online';

/** The time zone is shown for online events, and where it is not the site's. */
export const showsZone = (event: ListedEvent, siteZone: string): boolean =>
  isOnline(event) || event.timezone !== siteZone;
