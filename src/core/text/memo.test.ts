// Memoized text functions: each text is computed once, and the cache is bounded by size.
import { expect, test } from 'vitest';
import { memoize } from './memo.js';

test('computes a repeated text once', () => {
  let calls = 0;
  const shout = memoize((text) => {
    calls++;
    return text.toUpperCase();
  });
  expect([shout('a'), shout('a'), shout(''), shout('')]).toEqual(['A', 'A', '', '']);
  expect(calls).toBe(2);
});

test('evicts the least recently used texts', () => {
  const worked: string[] = [];
  const first = memoize((text) => {
    worked.push(text.slice(0, 2));
    return text;
  });
  const long = (number: number): string => `${number} `.padEnd(1_000_000, 'x');
  for (const number of [1, 2, 3, 1, 4, 5]) first(long(number));
  // Three of them fit; the one that was used again is kept.
  expect(worked).toEqual(['1 ', '2 ', '3 ', '4 ', '5 ']);
  for (const number of [5, 4, 1, 2]) first(long(number));
  expect(worked).toEqual(['1 ', '2 ', '3 ', '4 ', '5 ', '2 ']);
});
