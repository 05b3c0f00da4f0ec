// Parses dates in the formats that people and programs write: a pure grammar from text to data, which date-resolve.ts
// resolves to a wall-clock time or an instant once "now" and the zone are known.
import { daysInMonth } from './clock.js';
import { calendarRules } from './grammar/calendar.js';
import { type DateText, emptyDate, joinPart } from './grammar/part.js';
import { relativeRules } from './grammar/relative.js';
import { longestMatch, type Rule } from './grammar/rule.js';
import { timeRules } from './grammar/time-of-day.js';
import { zoneRules } from './grammar/zones.js';

export { isFixed, resolveInstant, resolveWall } from './date-resolve.js';
export type { DateText } from './grammar/part.js';

const MAX_LENGTH = 100;
const NUMERIC = /^[+-]?\d+(?:\.\d*)?$/;
const SEPARATORS = ' ,.';
const rules: readonly Rule[] = [...calendarRules, ...timeRules, ...relativeRules, ...zoneRules];

/** How an API reads dates. */
export interface DateReading {
  /** Impossible days are rejected, instead of rolled over. */
  readonly strict: boolean;
  /** Rules beside the common ones, which come first. */
  readonly rules: readonly Rule[];
  readonly accepts: (date: DateText) => boolean;
}

/** A number is Unix seconds, of any length; zero means "no date" in many programs and is rejected. */
function readNumber(text: string, strict: boolean): DateText | undefined {
  const unix = Math.trunc(Number(text));
  return unix === 0 ? undefined : { ...emptyDate(strict), unix, dated: true };
}

function readParts(text: string, { strict, rules: more }: DateReading): DateText | undefined {
  const all = [...rules, ...more];
  let date = emptyDate(strict);
  for (let at = 0; at < text.length; ) {
    if (SEPARATORS.includes(text.charAt(at))) {
      at += 1;
      continue;
    }
    const found = longestMatch(all, text, at);
    const joined = found && joinPart(date, found.part);
    if (!found || !joined) return undefined;
    date = joined;
    at = found.end;
  }
  return date;
}

/** Without a year 29 February is possible; it is checked when the date is resolved. */
function possibleDay({ year = 2_000, month, day }: DateText): boolean {
  if (month === 0 || day === 0) return false;
  return month === undefined || day === undefined || day <= daysInMonth(year, month);
}

export const strictDates: DateReading = {
  strict: true,
  rules: [],
  accepts: (date) => date.dated && possibleDay(date),
};

/** Undefined if the text cannot be parsed. */
export function parseDate(text: string, reading: DateReading = strictDates): DateText | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const plain = text.trim().toLowerCase().split(/\s+/).join(' ');
  if (NUMERIC.test(plain)) return readNumber(plain, reading.strict);
  const date = readParts(plain, reading);
  return date && reading.accepts(date) ? date : undefined;
}

/** Whether the text has a zone or an offset, or is Unix seconds. */
export function zoned(date: DateText): boolean {
  return date.zone !== undefined || date.unix !== undefined;
}
