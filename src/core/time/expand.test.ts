// Dates of recurrence rules: cases computed by hand from RFC 5545 and RFC 7529, and properties of random rules.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ruleCases, skipCases } from '../../../tests/harness/random-rule.js';
import { repetitions } from '../../../tests/harness/repetitions.js';
import { Invalid } from '../problem.js';
import { plusSeconds, plusYears } from './clock.js';
import { expand, type Span } from './expand.js';
import { parseRule } from './rule.js';

const dates = (rule: string, start: string, span?: Span): readonly string[] => [
  ...expand(parseRule(rule, 'UTC'), start, span),
];

/** Days of the first dates, all at the time of the start. */
const days = (rule: string, day: string, limit: number): string =>
  dates(rule, `${day} 10:00:00`, { limit })
    .map((date) => {
      expect(date.slice(10)).toBe(' 10:00:00');
      return date.slice(0, 10);
    })
    .join(' ');

describe('the dates of a rule', () => {
  it.each([
    ['FREQ=DAILY;INTERVAL=10', '2027-01-25', '2027-01-25 2027-02-04 2027-02-14'],
    ['FREQ=DAILY;BYMONTH=2;BYDAY=MO', '2027-02-22', '2027-02-22 2028-02-07 2028-02-14'],
    ['FREQ=DAILY;BYMONTHDAY=-1,-2;COUNT=5', '2024-10-30', '2024-10-30 2024-10-31 2024-11-29 2024-11-30 2024-12-30'],
    ['FREQ=WEEKLY', '2027-05-04', '2027-05-04 2027-05-11 2027-05-18'],
    ['FREQ=WEEKLY;BYDAY=TU,TH;COUNT=3', '2027-05-04', '2027-05-04 2027-05-06 2027-05-11'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU', '2027-05-04', '2027-05-04 2027-05-09 2027-05-18 2027-05-23'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU', '2027-05-04', '2027-05-04 2027-05-16 2027-05-18 2027-05-30'],
    ['FREQ=WEEKLY;BYMONTH=1', '2027-01-26', '2027-01-26 2028-01-04 2028-01-11'],
    ['FREQ=MONTHLY', '2027-01-31', '2027-01-31 2027-03-31 2027-05-31 2027-07-31'],
    ['FREQ=MONTHLY;BYDAY=-1FR', '2027-01-29', '2027-01-29 2027-02-26 2027-03-26'],
    ['FREQ=MONTHLY;BYDAY=5MO', '2027-03-29', '2027-03-29 2027-05-31 2027-08-30'],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', '2026-11-13', '2026-11-13 2027-08-13 2028-10-13'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '2027-01-29', '2027-01-29 2027-02-26 2027-03-31'],
    ['FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-31', '2027-01-01', '2027-01-01 2027-07-01 2027-10-01 2028-01-01'],
    ['FREQ=YEARLY', '2024-02-29', '2024-02-29 2028-02-29 2032-02-29'],
    ['FREQ=YEARLY;BYMONTH=3,12', '2027-03-24', '2027-03-24 2027-12-24 2028-03-24'],
    ['FREQ=YEARLY;BYMONTHDAY=1;COUNT=3', '2027-11-01', '2027-11-01 2027-12-01 2028-01-01'],
    ['FREQ=YEARLY;BYMONTH=11;BYDAY=4TH', '2026-11-26', '2026-11-26 2027-11-25 2028-11-23'],
    ['FREQ=YEARLY;BYDAY=20MO', '1997-05-19', '1997-05-19 1998-05-18 1999-05-17'],
    ['FREQ=YEARLY;BYDAY=-1SU', '2027-12-26', '2027-12-26 2028-12-31 2029-12-30'],
    ['FREQ=YEARLY;BYYEARDAY=1,-1', '2027-01-01', '2027-01-01 2027-12-31 2028-01-01 2028-12-31'],
    ['FREQ=YEARLY;BYYEARDAY=366', '2024-12-31', '2024-12-31 2028-12-31'],
    ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '1997-05-12', '1997-05-12 1998-05-11 1999-05-17'],
  ])('%s from %s are %s', (rule, start, expected) => {
    expect(days(rule, start, expected.split(' ').length)).toBe(expected);
  });

  it('have the times of BYHOUR and BYMINUTE, and the second of the start', () => {
    expect(dates('FREQ=DAILY;BYHOUR=15,9;BYMINUTE=30,0;COUNT=5', '2027-05-04 09:30:07')).toEqual([
      '2027-05-04 09:30:07',
      '2027-05-04 15:00:07',
      '2027-05-04 15:30:07',
      '2027-05-05 09:00:07',
      '2027-05-05 09:30:07',
    ]);
    expect(dates('FREQ=DAILY;BYHOUR=9,15,20;BYSETPOS=-1;COUNT=2', '2027-05-04 09:30:00')).toEqual([
      '2027-05-04 20:30:00',
      '2027-05-05 20:30:00',
    ]);
  });

  it('end with UNTIL, which is inclusive', () => {
    expect(dates('FREQ=DAILY;UNTIL=20270506T100000', '2027-05-04 10:00:00')).toHaveLength(3);
    expect(dates('FREQ=DAILY;UNTIL=20270506T095959', '2027-05-04 10:00:00')).toHaveLength(2);
    expect(dates('FREQ=DAILY;UNTIL=20270506', '2027-05-04 10:00:00')).toHaveLength(3);
    expect(dates('FREQ=DAILY;UNTIL=20270503', '2027-05-04 10:00:00')).toEqual([]);
  });

  it('do not contain a start that does not fit, and COUNT does not count it', () => {
    expect(days('FREQ=WEEKLY;BYDAY=TU;COUNT=2', '2027-05-05', 9)).toBe('2027-05-11 2027-05-18');
  });

  it('reach the last day of the calendar and end there', () => {
    expect(days('FREQ=YEARLY;COUNT=10000', '9997-12-31', 9)).toBe('9997-12-31 9998-12-31 9999-12-31');
    expect(days('FREQ=WEEKLY;BYDAY=MO,SA', '0001-01-01', 3)).toBe('0001-01-01 0001-01-06 0001-01-08');
    expect(days('FREQ=YEARLY;BYWEEKNO=1', '0001-01-01', 2)).toBe('0001-01-01 0001-12-31');
  });
});

describe('readings of the standard', () => {
  it('forms the set of a period before BYSETPOS, also where it begins before the start', () => {
    // Monday to Wednesday of the first week: Wednesday is its third day, although Monday is before the start.
    expect(days('FREQ=WEEKLY;BYDAY=MO,TU,WE;BYSETPOS=3', '2027-05-04', 2)).toBe('2027-05-05 2027-05-12');
    expect(days('FREQ=WEEKLY;BYDAY=MO,TU,WE;BYSETPOS=1', '2027-05-04', 2)).toBe('2027-05-10 2027-05-17');
  });

  it('takes BYMONTHDAY of a yearly rule in every month', () => {
    expect(days('FREQ=YEARLY;INTERVAL=2;BYMONTHDAY=31', '2027-10-31', 4)).toBe(
      '2027-10-31 2027-12-31 2029-01-31 2029-03-31',
    );
  });

  it('takes the weekday of the start for BYWEEKNO without BYDAY', () => {
    expect(days('FREQ=YEARLY;BYWEEKNO=20', '2027-05-19', 3)).toBe('2027-05-19 2028-05-17 2029-05-16');
  });

  it('counts years of BYWEEKNO from the year of the week of the start', () => {
    // 1 January 2027 is a Friday in week 53 of 2026.
    expect(days('FREQ=YEARLY;INTERVAL=2;BYWEEKNO=53,1', '2027-01-01', 3)).toBe('2027-01-01 2028-01-07 2030-01-04');
    expect(days('FREQ=YEARLY;BYWEEKNO=-1', '2027-01-01', 2)).toBe('2027-01-01 2027-12-31');
  });

  it('replaces days that a month does not have by SKIP', () => {
    expect(days('RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD', '2027-01-31', 4)).toBe(
      '2027-01-31 2027-02-28 2027-03-31 2027-04-30',
    );
    expect(days('RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD', '2027-01-31', 4)).toBe(
      '2027-01-31 2027-03-01 2027-03-31 2027-05-01',
    );
    expect(days('RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=1,29,30,31;SKIP=FORWARD', '2027-02-01', 6)).toBe(
      '2027-02-01 2027-03-01 2027-03-29 2027-03-30 2027-03-31 2027-04-01',
    );
    expect(days('RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=30,31;BYSETPOS=-1;SKIP=BACKWARD', '2027-02-28', 3)).toBe(
      '2027-02-28 2027-03-31 2027-04-30',
    );
    expect(days('RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD', '2024-02-29', 3)).toBe('2024-02-29 2025-03-01 2026-03-01');
    expect(days('RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=BACKWARD', '2024-02-29', 3)).toBe(
      '2024-02-29 2025-02-28 2026-02-28',
    );
    // BYMONTH selects the month before the day moves out of it.
    expect(days('RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30;SKIP=FORWARD', '2027-03-01', 2)).toBe(
      '2027-03-01 2028-03-01',
    );
  });

  it.each([
    ['FREQ=YEARLY;BYDAY=1MO;BYMONTHDAY=4,5', '2027-01-04', '2027-01-04 2032-01-05 2037-01-05 2038-01-04'],
    ['FREQ=YEARLY;BYDAY=TH;BYYEARDAY=100', '2027-01-01', '2031-04-10 2042-04-10 2048-04-09'],
    ['FREQ=YEARLY;BYDAY=53TU', '2024-12-31', '2024-12-31 2030-12-31 2036-12-30 2041-12-31'],
    ['FREQ=YEARLY;BYWEEKNO=20;BYMONTHDAY=17', '2027-05-17', '2027-05-17 2028-05-17 2029-05-17'],
  ])('applies every BY part of %s', (rule, start, expected) => {
    expect(days(rule, start, expected.split(' ').length)).toBe(expected);
  });

  it('gives no date where two BY parts exclude each other', () => {
    const to = '2057-01-01 00:00:00';
    expect(dates('FREQ=YEARLY;INTERVAL=2;BYDAY=1MO;BYMONTHDAY=20', '2027-01-04 10:00:00', { to })).toEqual([]);
    expect(dates('FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30', '2027-01-04 10:00:00', { to })).toEqual([]);
  });
});

describe('the candidate days of a rule', () => {
  it.each([
    ['a rule without any date', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'],
    ['an endless rule', 'FREQ=DAILY'],
    ['a rare rule with COUNT', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;COUNT=100'],
    ['a rule with a distant end', 'FREQ=DAILY;UNTIL=99991231'],
    [
      'many times a day',
      'FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23;UNTIL=20351231',
    ],
  ])('are limited for %s', (_, rule) => {
    expect(() => dates(rule, '2027-01-01 10:00:00')).toThrow(
      new Invalid('The rule covers more than 40000 days or dates. Use a nearer end.'),
    );
  });

  it('are not spent on the time before `from`', () => {
    const span = { from: '9990-01-01 00:00:00', limit: 1 };
    expect(dates('FREQ=DAILY', '2027-01-01 10:00:00', span)).toEqual(['9990-01-01 10:00:00']);
    expect(dates('FREQ=WEEKLY;INTERVAL=7', '2027-01-01 10:00:00', span)).toEqual(['9990-01-19 10:00:00']);
    expect(dates('FREQ=MONTHLY;INTERVAL=5', '2027-01-01 10:00:00', span)).toEqual(['9990-05-01 10:00:00']);
    expect(dates('FREQ=YEARLY;INTERVAL=7', '2027-01-01 10:00:00', span)).toEqual(['9993-01-01 10:00:00']);
  });

  it('suffice to look for the first date of the densest rules for 30 years', () => {
    const signed = (max: number): string => Array.from({ length: max }, (_, n) => `${n + 1},${-n - 1}`).join(',');
    const ordinals = (max: number, names: readonly string[]): string =>
      names.flatMap((name) => Array.from({ length: max }, (_, n) => `${n + 1}${name},${-n - 1}${name}`)).join(',');
    const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
    const never = 'BYHOUR=1;BYSETPOS=366';
    const to = plusYears('2000-01-01 10:00:00', 30);
    const rules = [
      `FREQ=MONTHLY;BYDAY=${ordinals(5, weekdays)},${weekdays};${never}`,
      `FREQ=YEARLY;BYMONTH=1,2,3,4,5,6,7,8,9,10;BYDAY=${ordinals(5, weekdays)},${weekdays};BYHOUR=1;BYSETPOS=366`,
      `FREQ=YEARLY;BYDAY=${ordinals(53, weekdays.slice(0, 5))};BYMONTHDAY=${signed(31)};BYYEARDAY=60;${never}`,
      `FREQ=YEARLY;BYWEEKNO=${signed(53)};BYMONTH=2;${never}`,
      `FREQ=YEARLY;BYYEARDAY=${signed(366)};BYMONTH=2;${never}`,
      `FREQ=YEARLY;BYMONTHDAY=${signed(31)};BYDAY=MO;${never}`,
    ];
    for (const rule of rules) expect(dates(rule, '2000-01-01 10:00:00', { to, limit: 1 })).toEqual([]);
  });
});

describe('any accepted rule', () => {
  const cases = fc.oneof({ weight: 4, arbitrary: ruleCases }, { weight: 1, arbitrary: skipCases });

  it('has dates in ascending order, once each, from the start on and within its bounds', () => {
    fc.assert(
      fc.property(cases, ({ rule, start }) => {
        const to = plusYears(start, 8);
        const found = dates(rule, start, { to });
        expect(found).toEqual([...new Set(found)].sort());
        expect(found.every((date) => date >= start && date <= to)).toBe(true);
        expect(found.length).toBeLessThanOrEqual(parseRule(rule, 'UTC').count ?? Number.POSITIVE_INFINITY);
        expect(dates(rule, start, { to, limit: 3 })).toEqual(found.slice(0, 3));
      }),
      { numRuns: repetitions(400) },
    );
  });

  it('has the same dates from each of its dates on as in the whole', () => {
    const monthly = fc
      .record({ day: fc.integer({ min: 28, max: 31 }), interval: fc.integer({ min: 1, max: 2 }) })
      .map(({ day, interval }) => ({
        rule: `RSCALE=GREGORIAN;FREQ=MONTHLY;INTERVAL=${interval};BYMONTHDAY=${day};SKIP=FORWARD`,
        start: '2027-01-28 10:00:00',
      }));
    fc.assert(
      fc.property(fc.oneof(cases, monthly), fc.nat(), ({ rule, start }, at) => {
        const to = plusYears(start, 8);
        const whole = dates(rule, start, { to });
        const index = whole.length ? at % whole.length : 0;
        expect(dates(rule, start, { from: whole[index] ?? start, to })).toEqual(whole.slice(index));
      }),
      { numRuns: repetitions(400) },
    );
  });

  it('has the same dates from a later moment on as in the whole', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: -100, max: 365 * 8 }), ({ rule, start }, later) => {
        const [from, to] = [plusSeconds(start, later * 86_400 + 7_200), plusYears(start, 8)];
        const whole = dates(rule, start, { to });
        expect(dates(rule, start, { from, to })).toEqual(whole.filter((date) => date >= from));
      }),
      { numRuns: repetitions(400) },
    );
  });
});
