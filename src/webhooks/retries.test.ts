import { expect, test } from 'vitest';
import { nextDelay, retryAfterOf } from './retries.js';

test.each([
  ['120', 120],
  [' 120 ', 120],
  ['99999999', 86_400],
  ['Thu, 01 Jan 1970 01:00:00 GMT', 3_000],
  ['Thu, 01 Jan 1970 00:10:00 GMT', 0],
  ['Thu, 01 Jan 1970 00:09:00 GMT', 0],
  ['Fri, 09 Jan 1970 00:00:00 GMT', 86_400],
  ['soon', 0],
  [undefined, 0],
])('Retry-After: %s, ten minutes after midnight, is %d s', (header, seconds) => {
  expect(retryAfterOf(header, 600)).toBe(seconds);
});

test('the next try waits at least as long as Retry-After says, up to a day, and there is none after the tenth', () => {
  expect(nextDelay(1, 0, 0)).toBe(5);
  expect(nextDelay(1, 0, 1)).toBe(6);
  expect(nextDelay(1, 600, 0)).toBe(600);
  expect(nextDelay(2, 60, 0)).toBe(300);
  expect(nextDelay(1, 90_000, 0)).toBe(86_400);
  expect(nextDelay(9, 0, 0)).toBe(86_400);
  expect(nextDelay(10, 600, 0)).toBeUndefined();
});
