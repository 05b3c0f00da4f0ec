// Wall-clock times and dates in a locale.
import { describe, expect, test } from 'vitest';
import { dayRange, firstWeekday, hours, hoursOf, lastDayOf, lastsDays, localeFor, longDay } from './date-format.js';

const timed = (start_date: string, end_date: string, all_day = false) => ({ start_date, end_date, all_day });

describe('hours', () => {
  test.each([
    ['en-GB', '09:05'],
    ['en-US', '9:05 AM'],
    ['fr', '09:05'],
    ['de', '09:05'],
  ])('in %s', (locale, text) => {
    expect(hours(locale, '2027-06-15 09:05:00').replace(/\s/g, ' ')).toBe(text);
  });

  test('formats a wall-clock time as it is, also one that daylight saving skips or repeats', () => {
    expect(hoursOf('en-GB', timed('2027-03-14 02:30:00', '2027-03-14 03:30:00'))).toBe('02:30 – 03:30');
    expect(hoursOf('en-GB', timed('2027-11-07 01:30:00', '2027-11-07 01:30:00'))).toBe('01:30');
  });
});

describe('days', () => {
  test('an event that ends by 05:00 belongs to the evening before; an all-day event to its own day', () => {
    expect(lastDayOf(timed('2027-06-15 22:00:00', '2027-06-16 03:00:00'))).toBe('2027-06-15');
    expect(lastDayOf(timed('2027-06-15 22:00:00', '2027-06-16 00:00:00'))).toBe('2027-06-15');
    expect(lastDayOf(timed('2027-06-15 22:00:00', '2027-06-16 09:00:00'))).toBe('2027-06-16');
    expect(lastDayOf(timed('2027-06-15 01:00:00', '2027-06-15 03:00:00'))).toBe('2027-06-15');
    expect(lastsDays(timed('2027-06-15 00:00:00', '2027-06-15 23:59:59', true))).toBe(false);
    expect(lastsDays(timed('2027-06-15 00:00:00', '2027-06-16 23:59:59', true))).toBe(true);
  });

  test('formats dates in the language', () => {
    expect(longDay('fr', '2026-11-15')).toBe('dimanche 15 novembre 2026');
    expect(dayRange('fr', '2026-11-15', '2026-11-18')).toMatch(/15.18 novembre 2026/);
  });

  test('weeks start on Monday in French and English, on Sunday in American English', () => {
    expect([localeFor(undefined), localeFor('en'), localeFor('fr-CA')]).toEqual(['en-GB', 'en-GB', 'fr-CA']);
    expect(['fr', localeFor('en'), 'en-US'].map(firstWeekday)).toEqual([1, 1, 0]);
  });
});
