// Validity of cached responses by the clock, and the counters of cache hits.
import { expect, test } from 'vitest';
import type { Call } from '../core/call.js';
import { openCacheStats } from './stats.js';
import { dayOf, isValidAt, validityOf } from './validity.js';

const callAt = (now: string, zone: string): Call => ({ now, site: { zone } }) as unknown as Call;

test.each([
  ['New York in summer', 'America/New_York', '2027-06-15 15:30:00', '2027-06-15 04:00:00', '2027-06-16 04:00:00'],
  ['its last second', 'America/New_York', '2027-06-16 03:59:59', '2027-06-15 04:00:00', '2027-06-16 04:00:00'],
  ['its first second', 'America/New_York', '2027-06-16 04:00:00', '2027-06-16 04:00:00', '2027-06-17 04:00:00'],
  [
    '23 hours, when clocks go forward',
    'America/New_York',
    '2027-03-14 12:00:00',
    '2027-03-14 05:00:00',
    '2027-03-15 04:00:00',
  ],
  [
    '25 hours, when clocks go back',
    'America/New_York',
    '2027-11-07 12:00:00',
    '2027-11-07 04:00:00',
    '2027-11-08 05:00:00',
  ],
  ['Tokyo', 'Asia/Tokyo', '2027-06-15 15:30:00', '2027-06-15 15:00:00', '2027-06-16 15:00:00'],
])('a day of the site: %s', (_, zone, now, from, until) => {
  expect(dayOf(callAt(now, zone))).toEqual({ from, until });
});

test('a response without validity is always valid', () => {
  expect(isValidAt(undefined, '2027-06-15 15:30:00')).toBe(true);
});

test('a plan that is the same all day is valid for the day, any other for one second', () => {
  const call = callAt('2027-06-15 15:30:00', 'UTC');
  const day = { from: '2027-06-15 00:00:00', until: '2027-06-16 00:00:00' };
  const second = { from: '2027-06-15 15:30:00', until: '2027-06-15 15:30:01' };
  expect(validityOf(call, ({ now }) => now.slice(0, 10))).toEqual(day);
  expect(validityOf(call, ({ site }) => site)).toEqual(day);
  expect(validityOf(call, ({ now }) => now)).toEqual(second);
  // Differs from the first moment of the day only, and from the last one only.
  expect(validityOf(call, ({ now }) => now > '2027-06-15 00:00:00')).toEqual(second);
  expect(validityOf(call, ({ now }) => now >= '2027-06-15 23:59:59')).toEqual(second);
});

test('hits and misses are counted by route', () => {
  const stats = openCacheStats();
  for (const outcome of ['hit', 'hit', 'miss'] as const) stats.add('/events', outcome);
  stats.add('/venues', 'unchanged');
  const counted = [...stats.entries()].map(([{ route, outcome }, count]) => `${route} ${outcome} ${count}`);
  expect(counted).toEqual([
    ...['/events hit 2', '/events unchanged 0', '/events miss 1'],
    ...['/venues hit 0', '/venues unchanged 1', '/venues miss 0'],
  ]);
});
