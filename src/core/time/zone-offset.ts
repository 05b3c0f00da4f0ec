// UTC offsets of time zones. The transitions of a zone are computed once per year and cached; after that an offset is a
// lookup and a comparison. Years far away share those of a year with the same calendar, so that a zone has few.
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
  readonly years: Map<number, Year>;
  readonly offsets: Intl.DateTimeFormat;
}

const MAX_NAME_LENGTH = 64;
const FIXED = /^(?:UTC)?([+-])(\d{1,2})(?::([0-5]\d)|\.(\d{1,2}))?$/i;
const NAMED = /^[a-z][a-z0-9_+/-]*$/i;

/** About the number of IANA zones. */
const MAX_ZONES = 600;
/** Before it no zone has a transition. */
const FIRST_YEAR = 1840;
/** From it on all zones repeat their rules, also those with tables; 28 years without an omitted leap year have every calendar. */
const FIRST_REPEATED = 2101;
const REPEATED_YEARS = 28;
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
  if (fixed === undefined && !isNamedZone(text)) return undefined;
  const timeZone = fixed === undefined ? text : 'UTC';
  return { fixed, years: new Map(), offsets: new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }) };
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

/** Days between two samples of the offset: Brazil had summer time for one week in 2000, rules of later years are longer. */
const sampleDays = (year: number): number => (year < 2038 ? 5 : 14);

function sampledOffset({ offsets }: Zone, second: number): number {
  const [, sign, hours, minutes, seconds] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(offsets.format(second * 1_000)) ?? [];
  const size = Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return sign === '-' ? 0 - size : size;
}

function readYear(zone: Zone, year: number): Year {
  const start = dayNumber(year, 1, 1) * DAY;
  const end = dayNumber(year + 1, 1, 1) * DAY;
  const offset = sampledOffset(zone, start);
  const changes: { second: number; offset: number }[] = [];
  let [before, at] = [offset, start];
  while (at < end - 1) {
    const next = Math.min(at + sampleDays(year) * DAY, end - 1);
    const after = sampledOffset(zone, next);
    if (after !== before) {
      let [low, high] = [at, next];
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2);
        if (sampledOffset(zone, middle) === before) low = middle;
        else high = middle;
      }
      changes.push({ second: high, offset: after });
    }
    [before, at] = [after, next];
  }
  return { offset, changes };
}

const lengthOf = (year: number): number => dayNumber(year + 1, 1, 1) - dayNumber(year, 1, 1);

/** The year itself, or one with the same weekdays and length. */
function calendarYear(year: number): number {
  if (year < FIRST_YEAR) return FIRST_YEAR;
  if (year < FIRST_REPEATED + REPEATED_YEARS) return year;
  const isAlike = (other: number) =>
    (dayNumber(year, 1, 1) - dayNumber(other, 1, 1)) % 7 === 0 && lengthOf(other) === lengthOf(year);
  let other = FIRST_REPEATED;
  while (!isAlike(other)) other += 1;
  return other;
}

function yearIn(zone: Zone, year: number): Year {
  const cached = zone.years.get(year);
  if (cached) return cached;
  const read = readYear(zone, year);
  zone.years.set(year, read);
  return read;
}

/** Seconds east of UTC. An unknown zone counts as UTC: input is validated with `isZone`. */
export function offsetAtSecond(second: number, name: string, year?: number): number {
  const zone = cachedZone(name);
  if (!zone) return 0;
  if (zone.fixed !== undefined) return zone.fixed;
  const given = year ?? civilDay(Math.floor(second / DAY)).year;
  const calendar = calendarYear(given);
  const shift = calendar === given ? 0 : (dayNumber(given, 1, 1) - dayNumber(calendar, 1, 1)) * DAY;
  let { offset, changes } = yearIn(zone, calendar);
  for (const change of changes) {
    if (second - shift < change.second) break;
    offset = change.offset;
  }
  return offset;
}
