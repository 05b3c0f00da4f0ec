// The times of an event in words.
import { expect, test } from 'vitest';
import { whenText } from './feed-when.js';

const from = (start_date: string, end_date: string) => whenText({ start_date, end_date, all_day: false }, 'en', '24');

test.each([
  ['2026-12-12 04:59:00', 'Fri, 11 Dec 2026, 22:00 – 4:59'],
  ['2026-12-12 05:00:00', 'Fri, 11 Dec 2026, 22:00 – 5:00'],
  ['2026-12-12 05:00:01', 'Fri, 11 Dec 2026, 22:00 – Sat, 12 Dec 2026, 5:00'],
  ['2026-12-12 05:01:00', 'Fri, 11 Dec 2026, 22:00 – Sat, 12 Dec 2026, 5:01'],
  ['2026-12-13 04:00:00', 'Fri, 11 Dec 2026, 22:00 – Sun, 13 Dec 2026, 4:00'],
  ['2026-12-11 22:00:00', 'Fri, 11 Dec 2026, 22:00'],
])('an evening that ends at %s: %s', (end, text) => expect(from('2026-12-11 22:00:00', end)).toBe(text));

test('a night belongs to the day on which it begins only if it is shorter than a day', () => {
  expect(from('2026-12-11 04:00:01', '2026-12-12 04:00:00')).toBe('Fri, 11 Dec 2026, 4:00 – 4:00');
  expect(from('2026-12-11 04:00:00', '2026-12-12 04:00:00')).toBe('Fri, 11 Dec 2026, 4:00 – Sat, 12 Dec 2026, 4:00');
});
