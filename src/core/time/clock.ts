// The text format of times, and calendar arithmetic on it: text is converted to seconds since 1970-01-01 00:00:00 on the
// same clock and back. Knows no zones.

/** 'YYYY-MM-DD HH:MM:SS' in local time of some zone. Sorts as text. */
export type Wall = string;

/** The same format in UTC: a point in time. Sorts as text. */
export type Instant = string;

/** As in ISO 8601, which the outside reads. */
export const isoInstant = (instant: Instant): string => `${instant.replace(' ', 'T')}Z`;

export const DAY = 86_400;

/** 0001-01-01 00:00:00 and 9999-12-31 23:59:59, the range of the text format. */
export const FIRST_SECOND = -62_135_596_800;
export const LAST_SECOND = 253_402_300_799;

export interface CivilDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Days from 1970-01-01; years are counted from March so that the leap day comes last. */
export function dayNumber(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return (
    era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
  );
}

export function civilDay(days: number): CivilDay {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

export function daysInMonth(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
}

/** 0 is Sunday. */
export function weekdayOf(days: number): number {
  return (((days + 4) % 7) + 7) % 7;
}

export function inRange(seconds: number): boolean {
  return seconds >= FIRST_SECOND && seconds <= LAST_SECOND;
}

const ZERO = 48;

/** By character code, because it runs for every date of every presented record. */
function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;
}

export function yearOf(text: Wall | Instant): number {
  return twoDigits(text, 0) * 100 + twoDigits(text, 2);
}

export function secondsOf(text: Wall | Instant): number {
  const days = dayNumber(yearOf(text), twoDigits(text, 5), twoDigits(text, 8));
  return days * DAY + twoDigits(text, 11) * 3_600 + twoDigits(text, 14) * 60 + twoDigits(text, 17);
}

/** At least two digits. */
export const padded = (n: number): string => String(n).padStart(2, '0');
const PADDED: readonly string[] = Array.from({ length: 100 }, (_, n) => padded(n));

/** Clamps to the years 0001 to 9999, so that the format stays valid. */
export function wallOf(seconds: number): Wall {
  const clamped = Math.min(Math.max(seconds, FIRST_SECOND), LAST_SECOND);
  const days = Math.floor(clamped / DAY);
  const rest = clamped - days * DAY;
  const { year, month, day } = civilDay(days);
  const century = Math.floor(year / 100);
  const hour = Math.floor(rest / 3_600);
  const minute = Math.floor(rest / 60) % 60;
  return `${PADDED[century]}${PADDED[year % 100]}-${PADDED[month]}-${PADDED[day]} ${PADDED[hour]}:${PADDED[minute]}:${PADDED[rest % 60]}`;
}

/** Later than any that is due. */
export const lastInstant: Instant = wallOf(LAST_SECOND);

/** Of the operating system, in UTC. */
export const currentTime = (): Instant => wallOf(Math.floor(Date.now() / 1_000));

export function startOfDay(wall: Wall): Wall {
  return `${wall.slice(0, 10)} 00:00:00`;
}

export function endOfDay(wall: Wall): Wall {
  return `${wall.slice(0, 10)} 23:59:59`;
}

/** 29 February becomes 28 February in a common year, so that the month does not change. */
export function plusYears(wall: Wall, years: number): Wall {
  const year = Math.min(Math.max(yearOf(wall) + years, 1), 9_999);
  const month = twoDigits(wall, 5);
  const day = Math.min(twoDigits(wall, 8), daysInMonth(year, month));
  return wallOf(dayNumber(year, month, day) * DAY + (secondsOf(wall) - secondsOf(startOfDay(wall))));
}

/** A day that the month does not have becomes its last day. */
export function plusMonths(wall: Wall, months: number): Wall {
  const at = yearOf(wall) * 12 + twoDigits(wall, 5) - 1 + months;
  const [year, month] = [Math.floor(at / 12), (at % 12) + 1];
  if (year > 9_999) return wallOf(LAST_SECOND);
  const day = Math.min(twoDigits(wall, 8), daysInMonth(year, month));
  return wallOf(dayNumber(year, month, day) * DAY + (secondsOf(wall) - secondsOf(startOfDay(wall))));
}

export function plusSeconds(wall: Wall | Instant, seconds: number): Wall {
  return wallOf(secondsOf(wall) + seconds);
}

export function secondsBetween(from: Wall | Instant, to: Wall | Instant): number {
  return secondsOf(to) - secondsOf(from);
}
