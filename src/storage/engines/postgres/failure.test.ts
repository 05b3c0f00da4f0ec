// Which errors of PostgreSQL mean that the server is away.
import { expect, test } from 'vitest';
import { isUnavailable } from './failure.js';

test.each([
  ['25006', 'cannot execute INSERT in a read-only transaction'],
  ['55000', 'recovery is in progress'],
  ['0A000', 'cannot set transaction read-write mode during recovery'],
])('a former primary that has become a standby is unavailable: %s', (code, message) => {
  expect(isUnavailable(Object.assign(new Error(message), { code }))).toBe(true);
});

test('other errors of these codes are faults of the program', () => {
  expect(isUnavailable(Object.assign(new Error('lastval is not yet defined'), { code: '55000' }))).toBe(false);
});
