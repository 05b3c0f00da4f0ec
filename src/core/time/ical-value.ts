// Dates, times and durations in the basic format of iCalendar: 20271231, 20271231T180000Z, P1DT2H.
import { DAY, dayNumber, daysInMonth, type Wall, wallOf } from './clock.js';

export interface Digits {
  readonly wall: Wall;
  /** A date without a time; `wall` is its midnight. */
  readonly isDate: boolean;
  readonly isUtc: boolean;
}

/** `2027-12-31 18:00:00` as `20271231T180000`. */
export const basicFormat = (wall: string): string => wall.replace(/[-:]/g, '').replace(' ', 'T');

const format = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/;

/** Undefined if the text has another format or no such day or time exists. */
export function readDigits(text: string): Digits | undefined {
  const match = format.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const wall = wallOf(dayNumber(year, month, day) * DAY + hour * 3_600 + minute * 60 + second);
  return { wall, isDate: match[4] === undefined, isUtc: match[7] === 'Z' };
}

const durationFormat = /^\+?P(?:(\d{1,5})W|(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,5})M)?(?:(\d{1,5})S)?)?)$/;

/** Seconds; undefined for another format, a negative or an empty duration. */
export function readDuration(text: string): number | undefined {
  const match = durationFormat.exec(text);
  if (!match) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  const total = (weeks * 7 + days) * DAY + hours * 3_600 + minutes * 60 + seconds;
  return total > 0 ? total : undefined;
}
