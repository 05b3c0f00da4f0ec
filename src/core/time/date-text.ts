// Parses dates in the formats that people and programs write: a pure grammar from text to data, which date-resolve.ts
// resolves to a wall-clock time or an instant once "now" and the zone are known.
import { daysInMonth } from './clock.js';
import { calendarRules } from './grammar/calendar.js';
import { type DateText, emptyDate, joinPart } from './grammar/part.js';
import { relativeRules } from './grammar/relative.js';
import { longestMatch, type Rule } from './grammar/rule.js';
import { timeRules } from './grammar/time-of-day.js';
import { zoneRules } from './grammar/zones.js';

export { resolveInstant, resolveWall } from './date-resolve.js';
export type { DateText } from './grammar/part.js';

const MAX_LENGTH = 100;
const NUMERIC = /^[+-]?\d+(?:\.\d*)?$/;
const SEPARATORS = ' ,.';
const rules: readonly Rule[] = [...calendarRules, ...timeRules, ...relativeRules, ...zoneRules];

/** A number is Unix seconds, of any length; zero means "no date" in many programs and is rejected. */
function readNumber(text: string, strict: boolean): DateText | undefined {
  const unix = Math.trunc(Number(text));
  return unix === 0 ? undefined : { ...emptyDate(strict), unix, dated: true };
}

function readParts(text: string, lenient: boolean): DateText | undefined {
  let date = emptyDate(!lenient);
  for (let at = 0; at < text.length; ) {
    if (SEPARATORS.includes(text.charAt(at))) {
      at += 1;
      continue;
    }
    const found = longestMatch(rules, text, at, lenient);
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

/**
 * Undefined if the text cannot be parsed. Lenient mode follows PHP: days overflow (30 February is 2 March), and a zone
 * alone means "now". Strict mode rejects both.
 */
export function parseDate(text: string, options: { readonly lenient: boolean }): DateText | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const plain = text.trim().toLowerCase().split(/\s+/).join(' ');
  if (NUMERIC.test(plain)) return readNumber(plain, !options.lenient);
  const date = readParts(plain, options.lenient);
  if (!date) return undefined;
  if (options.lenient) return date.dated || date.zone ? date : undefined;
  return date.dated && possibleDay(date) ? date : undefined;
}

/** Whether the text has a zone or an offset, or is Unix seconds. */
export function zoned(date: DateText): boolean {
  return date.zone !== undefined || date.unix !== undefined;
}
