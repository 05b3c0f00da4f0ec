// UTC offsets of time zones. The transitions of a zone are computed once per year with Temporal and cached; after that an
// offset is a lookup and a comparison.
import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';
import { civilDay, DAY, dayNumber } from './clock.js';

/** The offset at the start of a year, and the transitions in it. */
interface Year {
  readonly offset: number;
  readonly changes: readonly { readonly second: number; readonly offset: number }[];
}

interface Zone {
  /** Set for fixed offsets. */
  readonly fixed: number | undefined;
  readonly years: LRUCache<number, Year>;
}

const MAX_NAME_LENGTH = 64;
const FIXED = /^(?:UTC)?([+-])(\d{1,2})(?::([0-5]\d)|\.(\d{1,2}))?$/i;
const NAMED = /^[a-z][a-z0-9_+/-]*$/i;

/** About the number of IANA zones. */
const MAX_ZONES = 600;
/** Per zone. */
const MAX_YEARS = 50;
const zones = new LRUCache<string, Zone>({ max: MAX_ZONES });

/** The offset in seconds of `UTC+5`, `UTC-3:30`, `UTC+5.5` or `+05:30`; undefined for anything else. */
export function fixedOffset(text: string): number | undefined {
  const match = text.length <= MAX_NAME_LENGTH ? FIXED.exec(text) : null;
  if (!match) return undefined;
  const [, sign, hours = '', minutes, decimal] = match;
  const bare = sign === text[0];
  if (bare && (hours.length !== 2 || minutes === undefined)) return undefined;
  if (Number(hours) > 14) return undefined;
  const rest = minutes === undefined ? Math.round(Number(`0.${decimal ?? '0'}`) * 60) : Number(minutes);
  const seconds = Number(hours) * 3_600 + rest * 60;
  return sign === '-' ? 0 - seconds : seconds;
}

function isNamedZone(text: string): boolean {
  if (!NAMED.test(text)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text);
    return true;
  } catch {
    return false;
  }
}

function readZone(text: string): Zone | undefined {
  const fixed = text.toUpperCase() === 'UTC' ? 0 : fixedOffset(text);
  return fixed !== undefined || isNamedZone(text) ? { fixed, years: new LRUCache({ max: MAX_YEARS }) } : undefined;
}

/** Only valid zones are cached, so that invalid names cannot evict them. */
function cachedZone(text: string): Zone | undefined {
  const cached = zones.get(text);
  if (cached || text.length > MAX_NAME_LENGTH) return cached;
  const zone = readZone(text);
  if (!zone) return undefined;
  zones.set(text, zone);
  return zone;
}

export function isZone(text: string): boolean {
  return cachedZone(text) !== undefined;
}

function readYear(zone: string, year: number): Year {
  const start = dayNumber(year, 1, 1) * DAY;
  const end = dayNumber(year + 1, 1, 1) * DAY;
  let moment = Temporal.Instant.fromEpochMilliseconds(start * 1_000).toZonedDateTimeISO(zone);
  const offset = moment.offsetNanoseconds / 1e9;
  const changes: { second: number; offset: number }[] = [];
  for (;;) {
    const next = moment.getTimeZoneTransition('next');
    const second = next ? next.epochMilliseconds / 1_000 : end;
    if (!next || second >= end) return { offset, changes };
    changes.push({ second, offset: next.offsetNanoseconds / 1e9 });
    moment = next;
  }
}

function yearIn(name: string, zone: Zone, year: number): Year {
  const cached = zone.years.get(year);
  if (cached) return cached;
  const read = readYear(name, year);
  zone.years.set(year, read);
  return read;
}

/** Seconds east of UTC. An unknown zone counts as UTC: input is validated with `isZone`. */
export function offsetAtSecond(second: number, name: string, year?: number): number {
  const zone = cachedZone(name);
  if (!zone) return 0;
  if (zone.fixed !== undefined) return zone.fixed;
  let { offset, changes } = yearIn(name, zone, year ?? civilDay(Math.floor(second / DAY)).year);
  for (const change of changes) {
    if (second < change.second) break;
    offset = change.offset;
  }
  return offset;
}
