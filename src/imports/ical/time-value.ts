// Values of dates, times, offsets and durations as programs write them, also outside the standard.
import { DAY, plusSeconds, type Wall } from '../../core/time/clock.js';
import { readDigits } from '../../core/time/ical-value.js';

export interface TimeValue {
  readonly wall: Wall;
  /** A date without a time. */
  readonly isDate: boolean;
  /** Seconds east of UTC if the value says so; `Z` is 0. */
  readonly offset?: number;
}

const format = /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](?:(\d\d):?(\d\d)(?::?(\d\d))?(?:[.,]\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** Forgives ISO 8601 with dashes and colons, missing seconds, 24:00, leap seconds and offsets. */
export function readTimeValue(text: string): TimeValue | undefined {
  const [, year, month, day, hour, minute, second = '00', zone] = format.exec(text.trim().toUpperCase()) ?? [];
  if (year === undefined) return undefined;
  const isDate = hour === undefined;
  const isMidnightAfter = hour === '24' && minute === '00';
  const clock = isDate || isMidnightAfter ? '000000' : `${hour}${minute}${second === '60' ? '59' : second}`;
  const digits = readDigits(`${year}${month}${day}T${clock}`);
  if (!digits) return undefined;
  const offset = zone === undefined || isDate ? undefined : zone === 'Z' ? 0 : readOffset(zone);
  return {
    wall: isMidnightAfter ? plusSeconds(digits.wall, DAY) : digits.wall,
    isDate,
    ...(offset !== undefined && { offset }),
  };
}

/** Seconds east of UTC of `+0100`, `-03:30` or `+013015`. */
export function readOffset(text: string): number | undefined {
  const [, sign, hours, minutes, seconds = '0'] = /^([+-]?)(\d\d):?(\d\d)(?::?(\d\d))?$/.exec(text.trim()) ?? [];
  if (hours === undefined || Number(hours) > 23) return undefined;
  const total = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return sign === '-' ? 0 - total : total;
}

const duration = /^([+-]?)P(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,7})S)?)?$/;

/** Seconds, also negative or zero ones; undefined for another format. */
export function readDurationValue(text: string): number | undefined {
  const match = duration.exec(text.trim().toUpperCase());
  if (!match) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(2).map((part) => Number(part ?? 0));
  const total = (weeks * 7 + days) * DAY + hours * 3_600 + minutes * 60 + seconds;
  return match[1] === '-' ? 0 - total : total;
}
