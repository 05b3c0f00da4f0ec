// Days, weeks and months as paths name them, from 1970 to 2100.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayAt, numberOf, plusDays, plusMonths, readDay, readMonth, readWeek, weekName, weeksOf } from './days.js';

describe('names of days, months and weeks', () => {
  test('accepts existing days only', () => {
    expect(readDay('2028-02-29')).toBe('2028-02-29');
    for (const text of [
      '2027-02-29',
      '2027-13-01',
      '2027-00-10',
      '1969-12-31',
      '2101-01-01',
      '27-1-1',
      '2027-01-01x',
      '',
    ])
      expect(readDay(text), text).toBeUndefined();
    expect(readMonth('2027-12')).toBe('2027-12');
    expect(readMonth('2027-13')).toBeUndefined();
  });

  test('a month has full weeks that start on the first weekday of the locale', () => {
    const monday = weeksOf('2026-11', 1);
    expect([monday.length, monday[0]?.[0], monday.at(-1)?.at(-1)]).toEqual([6, '2026-10-26', '2026-12-06']);
    const sunday = weeksOf('2026-11', 0);
    expect([sunday.length, sunday[0]?.[0], sunday.at(-1)?.at(-1)]).toEqual([5, '2026-11-01', '2026-12-05']);
    expect(weeksOf('2027-02', 1)).toHaveLength(4);
  });

  test.each([
    ['2026-W47', '2026-11-16'],
    ['2026-W01', '2025-12-29'],
    ['2026-W53', '2026-12-28'],
    ['2027-W01', '2027-01-04'],
    ['2026-11-18', '2026-11-16'],
  ])('the week %s begins on Monday, %s', (name, first) => {
    expect(readWeek(name, 1)?.[0]).toBe(first);
  });

  test('rejects a week that the year does not have', () => {
    for (const text of ['2027-W53', '2026-W00', '2026-W54', '2026-W5', '1969-W40'])
      expect(readWeek(text, 1)).toBeUndefined();
  });

  test('every week has one ISO name, whichever weekday it starts with', () => {
    const days = fc.integer({ min: numberOf('1971-01-01'), max: numberOf('2099-12-31') }).map(dayAt);
    fc.assert(
      fc.property(days, fc.constantFrom(0, 1), (day, first) => {
        const week = readWeek(day, first) ?? [];
        expect(week).toContain(day);
        expect(readWeek(weekName(week), first)).toEqual(week);
      }),
    );
  });

  test('adds months and days across years', () => {
    expect([plusMonths('2026-12', 1), plusMonths('2026-01', -1), plusMonths('2026-05', 20)]).toEqual([
      '2027-01',
      '2025-12',
      '2028-01',
    ]);
    expect(plusDays('2028-02-28', 2)).toBe('2028-03-01');
  });
});
