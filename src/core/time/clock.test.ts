// Calendar arithmetic on the text format.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repetitions } from '../../../tests/harness/repetitions.js';
import {
  endOfDay,
  FIRST_SECOND,
  LAST_SECOND,
  plusSeconds,
  plusYears,
  secondsBetween,
  secondsOf,
  startOfDay,
  textOf,
} from './clock.js';

describe('the text format', () => {
  it('agrees with Date in every year', () => {
    fc.assert(
      fc.property(fc.integer({ min: FIRST_SECOND, max: LAST_SECOND }), (second) => {
        const text = new Date(second * 1_000).toISOString().slice(0, 19).replace('T', ' ');
        expect(textOf(second)).toBe(text);
        expect(secondsOf(text)).toBe(second);
      }),
      { numRuns: repetitions(1_000) },
    );
  });

  it('is clamped to the years 0001 to 9999', () => {
    expect(textOf(FIRST_SECOND - 1)).toBe('0001-01-01 00:00:00');
    expect(textOf(LAST_SECOND + 1)).toBe('9999-12-31 23:59:59');
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
