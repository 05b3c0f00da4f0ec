// Calendar arithmetic on the text format.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repetitions } from '../../../tests/harness/repetitions.js';
import {
  dayNumber,
  daysInMonth,
  endOfDay,
  FIRST_SECOND,
  inRange,
  LAST_SECOND,
  plusSeconds,
  plusYears,
  secondsBetween,
  secondsOf,
  startOfDay,
  wallOf,
  weekdayOf,
} from './clock.js';

describe('the text format', () => {
  it('agrees with Date in every year', () => {
    fc.assert(
      fc.property(fc.integer({ min: FIRST_SECOND, max: LAST_SECOND }), (second) => {
        const text = new Date(second * 1_000).toISOString().slice(0, 19).replace('T', ' ');
        expect(wallOf(second)).toBe(text);
        expect(secondsOf(text)).toBe(second);
      }),
      { numRuns: repetitions(1_000) },
    );
  });

  it('is clamped to the years 0001 to 9999', () => {
    expect(wallOf(FIRST_SECOND - 1)).toBe('0001-01-01 00:00:00');
    expect(wallOf(LAST_SECOND + 1)).toBe('9999-12-31 23:59:59');
  });
});

describe('arithmetic on times', () => {
  it('finds the start and end of a day', () => {
    expect(startOfDay('2027-03-01 10:11:12')).toBe('2027-03-01 00:00:00');
    expect(endOfDay('2027-03-01 10:11:12')).toBe('2027-03-01 23:59:59');
  });

  it('adds years and stays in the month', () => {
    expect(plusYears('2027-03-01 10:11:12', 2)).toBe('2029-03-01 10:11:12');
    expect(plusYears('2028-02-29 10:11:12', 1)).toBe('2029-02-28 10:11:12');
    expect(plusYears('2028-02-29 10:11:12', 4)).toBe('2032-02-29 10:11:12');
    expect(plusYears('9998-03-01 10:11:12', 2)).toBe('9999-03-01 10:11:12');
  });

  it('adds and counts seconds', () => {
    expect(plusSeconds('2027-02-28 23:59:59', 1)).toBe('2027-03-01 00:00:00');
    expect(secondsBetween('2027-02-28 23:59:59', '2027-03-01 00:00:00')).toBe(1);
    expect(secondsBetween('2027-03-01 00:00:00', '2027-02-28 23:59:59')).toBe(-1);
  });
});

describe('the calendar', () => {
  const months = Array.from({ length: 12 }, (_, at) => at + 1);

  it('has the days of every month, with a leap day in the right centuries', () => {
    const common = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    expect(months.map((month) => daysInMonth(2027, month))).toEqual(common);
    const leapYears = [1600, 1700, 1900, 2000, 2024, 2027, 2100, 2400].filter((year) => daysInMonth(year, 2) === 29);
    expect(leapYears).toEqual([1600, 2000, 2024, 2400]);
  });

  it('has seven weekdays, before 1970 too', () => {
    const weekday = (year: number, month: number, day: number) => weekdayOf(dayNumber(year, month, day));
    expect([weekday(1970, 1, 1), weekday(2027, 6, 13), weekday(2027, 6, 19)]).toEqual([4, 0, 6]);
    expect([weekday(1969, 12, 28), weekday(1969, 12, 27), weekday(1, 1, 1)]).toEqual([0, 6, 1]);
  });

  it('ranges from the first to the last second', () => {
    expect([FIRST_SECOND, LAST_SECOND].map(inRange)).toEqual([true, true]);
    expect([FIRST_SECOND - 1, LAST_SECOND + 1].map(inRange)).toEqual([false, false]);
  });
});
