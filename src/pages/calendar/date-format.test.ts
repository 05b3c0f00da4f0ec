// Wall-clock times and dates in a locale.

import { describe, expect, test } from 'vitest';
import { localeFor } from '../../core/languages.js';
import { standard } from '../../core/site.js';
import { dayRange, hours, hoursOf, lastDayOf, lastsDays, localeOf, longDay, shortDay } from './date-format.js';

const inLanguage = (language: string) => localeOf(language, standard);
const inFormat = (language: string, given: Partial<typeof standard>) => localeOf(language, { ...standard, ...given });
const spaced = (text: string) => text.replace(/\s/g, ' ');

const timed = (start_date: string, end_date: string, all_day = false) => ({ start_date, end_date, all_day });

describe('hours', () => {
  test.each([
    ['en-GB', '09:05'],
    ['en-US', '9:05 AM'],
    ['fr', '09:05'],
    ['de', '09:05'],
  ])('in %s', (locale, text) => {
    expect(spaced(hours(inLanguage(locale), '2027-06-15 09:05:00'))).toBe(text);
  });

  test('formats a wall-clock time as it is, also one that daylight saving skips or repeats', () => {
    expect(hoursOf(inLanguage('en'), timed('2027-03-14 02:30:00', '2027-03-14 03:30:00'))).toBe('02:30 – 03:30');
    expect(hoursOf(inLanguage('en'), timed('2027-11-07 01:30:00', '2027-11-07 01:30:00'))).toBe('01:30');
  });
});

test.each([
  ['en', '2027-06-19 03:00:00', '22:00 – 03:00 (Sat)'],
  ['de', '2027-06-19 03:00:00', '22:00 – 03:00 (Sa)'],
  ['en', '2027-06-19 00:00:00', '22:00 – 00:00'],
  ['en', '2027-06-18 23:59:00', '22:00 – 23:59'],
])('a night in %s until %s is %s', (language, end, text) => {
  expect(hoursOf(inLanguage(language), timed('2027-06-18 22:00:00', end))).toBe(text);
});

test.each(['en', 'en-US', 'fr', 'de'])('a range of days in %s has no thin space, which many fonts lack', (language) => {
  expect(dayRange(inLanguage(language), '2027-06-14', '2027-06-20')).not.toMatch(/\u2009/);
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
    expect(longDay(inLanguage('fr'), '2026-11-15')).toBe('dimanche 15 novembre 2026');
    expect(dayRange(inLanguage('fr'), '2026-11-15', '2026-11-18')).toMatch(/15.18 novembre 2026/);
  });

  test('weeks start on Monday in French and English, on Sunday in American English', () => {
    expect([localeFor(undefined), localeFor('en'), localeFor('fr-CA')]).toEqual(['en-GB', 'en-GB', 'fr-CA']);
    expect(['fr', 'en', 'en-US'].map((language) => inLanguage(language).weekStart)).toEqual([1, 1, 0]);
  });
});

describe('formats that the site sets', () => {
  test.each([
    ['sunday', 0],
    ['monday', 1],
    ['saturday', 6],
  ] as const)('weeks start on %s', (weekStart, number) => {
    expect(['en', 'fr', 'en-US'].map((language) => inFormat(language, { weekStart }).weekStart)).toEqual(
      Array(3).fill(number),
    );
  });

  test.each([
    ['en', '12', '7:05 pm'],
    ['en', '24', '19:05'],
    ['en-US', '24', '19:05'],
    ['fr', '12', '7:05 PM'],
  ] as const)('times in %s on a %s-hour clock', (language, timeFormat, text) => {
    expect(spaced(hours(inFormat(language, { timeFormat }), '2027-06-15 19:05:00'))).toBe(text);
  });

  test.each([
    ['en', 'day-month', 'Sunday 15 November 2026', 'Sun 15 Nov'],
    ['en', 'month-day', 'Sunday November 15 2026', 'Sun Nov 15'],
    ['en-US', 'day-month', 'Sunday 15 November 2026', 'Sun 15 Nov'],
    ['en', 'iso', 'Sunday 2026-11-15', 'Sun 11-15'],
    ['fr', 'day-month', 'dimanche 15 novembre 2026', 'dim. 15 nov.'],
    ['fr', 'month-day', 'dimanche novembre 15 2026', 'dim. nov. 15'],
    ['ja', 'day-month', '日曜日 15 11 2026', '日 15 11'],
  ] as const)('dates in %s as %s', (language, dateFormat, long, short) => {
    const locale = inFormat(language, { dateFormat });
    // Commas depend on the version of ICU.
    const written = [longDay(locale, '2026-11-15'), shortDay(locale, '2026-11-15')];
    expect(written.map((text) => text.replaceAll(',', ''))).toEqual([long, short]);
  });

  test('another order of day and month keeps the clock of the language', () => {
    expect(hours(inFormat('en', { dateFormat: 'month-day' }), '2027-06-15 19:05:00')).toBe('19:05');
    expect(spaced(hours(inFormat('en-US', { dateFormat: 'day-month' }), '2027-06-15 19:05:00'))).toMatch(/^7:05 pm$/i);
  });

  test('ranges have the same order', () => {
    const range = (language: string, dateFormat: 'iso' | 'month-day') =>
      spaced(dayRange(inFormat(language, { dateFormat }), '2026-11-15', '2026-11-18'));
    expect(range('en', 'iso')).toBe('2026-11-15 – 2026-11-18');
    expect(range('en', 'month-day')).toBe('November 15 – 18, 2026');
    expect(range('fr', 'month-day')).toBe('novembre 15, 2026 – novembre 18, 2026');
    expect(dayRange(inFormat('fr', { dateFormat: 'iso' }), '2026-11-15', '2026-11-15')).toBe('2026-11-15');
  });
});
