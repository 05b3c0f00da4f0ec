import { describe, expect, test } from 'vitest';
import type { Budget } from '../../core/budget.js';
import { Invalid } from '../../core/problem.js';
import { subDailyDates } from './sub-daily.js';

const start = '2027-05-01 08:30:15';
const datesOf = (rule: string, { budget, to = '2029-05-01 23:59:59' }: { budget?: Budget; to?: string } = {}) =>
  subDailyDates(rule, { start, to, limit: 1_000, toClock: (utc) => utc, budget });

/** The steps that a rule takes. */
function stepsOf(rule: string): number {
  const budget = { left: 1_000_000, message: '' };
  datesOf(rule, { budget });
  return 1_000_000 - budget.left;
}

describe('rules within a day', () => {
  test('give dates by hour, minute and second', () => {
    expect(datesOf('FREQ=HOURLY;INTERVAL=5;COUNT=3')).toEqual([
      '2027-05-01 08:30:15',
      '2027-05-01 13:30:15',
      '2027-05-01 18:30:15',
    ]);
    expect(datesOf('FREQ=HOURLY;BYHOUR=9;BYMINUTE=45,0;BYSECOND=0;COUNT=3')).toEqual([
      '2027-05-01 09:00:00',
      '2027-05-01 09:45:00',
      '2027-05-02 09:00:00',
    ]);
    expect(datesOf('FREQ=MINUTELY;INTERVAL=7;BYHOUR=10;COUNT=2')).toEqual([
      '2027-05-01 10:01:15',
      '2027-05-01 10:08:15',
    ]);
    expect(datesOf('FREQ=SECONDLY;BYDAY=MO;BYHOUR=0;BYMINUTE=1;BYSECOND=59;COUNT=2')).toEqual([
      '2027-05-03 00:01:59',
      '2027-05-10 00:01:59',
    ]);
    expect(datesOf('FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=-1;BYHOUR=1;BYMINUTE=0;BYSECOND=0')).toEqual([
      '2028-02-29 01:00:00',
      '2029-02-28 01:00:00',
    ]);
  });

  test('end at UNTIL and at the limit', () => {
    expect(datesOf('FREQ=HOURLY;UNTIL=20270501T103015')).toHaveLength(3);
    expect(datesOf('FREQ=HOURLY;UNTIL=20270501T103014')).toHaveLength(2);
    // A day is part of the rule to its end.
    expect(datesOf('FREQ=HOURLY;INTERVAL=5;UNTIL=20270501').at(-1)).toBe('2027-05-01 23:30:15');
    expect(datesOf('FREQ=HOURLY;INTERVAL=5;UNTIL=20270502').at(-1)).toBe('2027-05-02 19:30:15');
    expect(datesOf('FREQ=SECONDLY')).toHaveLength(1_000);
  });

  test.each([
    'FREQ=HOURLY;BYHOUR=24',
    'FREQ=HOURLY;BYMINUTE=60',
    'FREQ=HOURLY;BYSECOND=61',
    'FREQ=HOURLY;BYMINUTE=-1',
    'FREQ=HOURLY;BYHOUR=x',
    'FREQ=HOURLY;BYHOUR=',
    'FREQ=HOURLY;BYMONTH=13',
    'FREQ=HOURLY;BYMONTHDAY=0',
    'FREQ=HOURLY;BYMONTHDAY=-32',
    'FREQ=HOURLY;BYDAY=1MO',
    'FREQ=HOURLY;INTERVAL=0',
    'FREQ=HOURLY;INTERVAL=99999999999',
    'FREQ=HOURLY;COUNT=0',
    'FREQ=HOURLY;BYSETPOS=1',
    'FREQ=HOURLY;BYHOUR=1;BYHOUR=2',
  ])('%s is refused', (rule) => {
    expect(() => datesOf(rule)).toThrow(Invalid);
  });

  test('repeated values count once', () => {
    const repeated = Array(500).fill('5').join(',');
    expect(datesOf(`FREQ=HOURLY;BYMINUTE=${repeated};BYSECOND=${repeated};COUNT=2`)).toEqual([
      '2027-05-01 09:05:05',
      '2027-05-01 10:05:05',
    ]);
  });

  test('a list of 64 KB is refused', () => {
    expect(() => datesOf(`FREQ=HOURLY;BYMINUTE=${'1,'.repeat(32_000)}1`)).toThrow(Invalid);
  });

  test('skip what cannot match instead of looking at every second', () => {
    expect(datesOf('FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=31')).toEqual([]);
    expect(stepsOf('FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=31')).toBeLessThan(100);
    expect(stepsOf('FREQ=SECONDLY;BYHOUR=3;BYMINUTE=0;BYSECOND=0;COUNT=10')).toBeLessThan(10 * 200);
    expect(stepsOf('FREQ=MINUTELY;BYMONTHDAY=31;BYHOUR=3;BYMINUTE=7;COUNT=5')).toBeLessThan(1_000);
  });

  test('stop within bounds if nothing matches', () => {
    expect(stepsOf('FREQ=SECONDLY;INTERVAL=60;BYSECOND=16')).toBeLessThanOrEqual(100_000);
  });
});
