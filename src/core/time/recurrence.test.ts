// The spellings of a recurrence, and its dates.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ruleCases } from '../../../tests/harness/random-rule.js';
import { repetitions } from '../../../tests/harness/repetitions.js';
import { Invalid } from '../problem.js';
import { plusYears } from './clock.js';
import { expand } from './expand.js';
import { datesOf, extentOf, firstFit, parseRecurrence, type Recurrence } from './recurrence.js';
import { parseRule } from './rule.js';

const ZONE = 'Europe/Paris';
const START = '2027-05-04 10:00:00';

const parsed = (input: unknown, start = START): Recurrence => {
  const recurrence = parseRecurrence(input, ZONE, start);
  if (!recurrence) throw new TypeError('no recurrence');
  return recurrence;
};

const starts = (input: unknown, start = START): readonly string[] =>
  [...datesOf(parsed(input), start, { limit: 20 })].map((date) => date.start);

describe('a recurrence', () => {
  const expected: Recurrence = {
    rule: 'FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20271231T235959',
    dates: [{ start: '2027-05-01 10:00:00' }, { start: '2027-06-12 10:00:00', end: '2027-06-12 13:00:00' }],
    except: ['2027-12-23', '2027-12-28 10:00:00'],
  };

  it.each([
    {
      rule: 'FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20271231',
      dates: [{ start: '2027-06-12T10:00', end: '2027-06-12 13:00:00' }, '2027-05-01 10:00', '2027-05-01T08:00:00Z'],
      except: ['2027-12-28 10:00', '2027-12-23', '2027-12-28T04:00:00-05:00'],
    },
    [
      'RRULE:FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20271231',
      'RDATE;TZID=Europe/Paris:20270501T100000',
      'RDATE;VALUE=PERIOD:20270612T100000/PT3H,20270612T080000Z/20270612T110000Z',
      'EXDATE;VALUE=DATE:20271223',
      'exdate;tzid="America/New_York":20271228T040000',
      '',
    ],
    'RRULE:FREQ=WEEKLY;BYDAY=TU,\r\n TH;UNTIL=20271231\r\nRDATE:20270501T080000Z,20270501\nRDATE:20270612T100000/20270612T130000\nEXDATE:20271223,20271228T100000\n',
  ])('has one normal form in every spelling (%#)', (input) => {
    expect(parseRecurrence(input, ZONE, START)).toEqual(expected);
    expect(parseRecurrence(expected, 'Asia/Tokyo', START)).toEqual(expected);
  });

  it('has extra days at the time of the start, and at midnight without one', () => {
    expect(parseRecurrence({ dates: ['2027-05-01'] }, ZONE, START)?.dates).toEqual([{ start: '2027-05-01 10:00:00' }]);
    expect(parseRecurrence({ dates: ['2027-05-01'] }, ZONE)?.dates).toEqual([{ start: '2027-05-01 00:00:00' }]);
    expect(parsed({ dates: [{ start: '2027-05-01', end: '2027-05-02' }] }).dates).toEqual([
      { start: '2027-05-01 10:00:00', end: '2027-05-02 23:59:59' },
    ]);
  });

  it.each([undefined, null, '', ' \n', [], [''], {}, { rule: '', dates: [], except: [] }, { rule: null }])(
    'is none for %j',
    (input) => {
      expect(parseRecurrence(input, ZONE, START)).toBeUndefined();
    },
  );

  const manyYears = Array.from({ length: 100 }, (_, at) => `${2028 + at}0501T100000`).join();
  const thousand = Array.from({ length: 1_000 }, (_, n) => `${2030 + Math.floor(n / 300)}-01-01 00:${10 + (n % 50)}`);
  const tenThousand = Array.from({ length: 10 }, () => thousand).flat();
  const compact = thousand.map((text) => `${text.replace(/[-:]/g, '').replace(' ', 'T')}00`);

  it('has up to 1,000 dates and 10,000 exceptions', () => {
    expect(parsed({ rule: 'FREQ=DAILY', dates: thousand, except: tenThousand }).rule).toBe('FREQ=DAILY');
    expect(parsed([`RDATE:${compact}`, `EXDATE:${compact}`]).rule).toBe('');
  });

  it.each([
    [12, 'A recurrence is a rule, a list of lines, or an object with rule, dates and except.'],
    [[1], 'A recurrence is a rule, a list of lines, or an object with rule, dates and except.'],
    [true, 'A recurrence is a rule, a list of lines, or an object with rule, dates and except.'],
    [{ rule: 1 }, 'The rule of a recurrence must be text.'],
    [{ dates: 'x' }, 'The dates of a recurrence must be a list.'],
    [{ dates: [1] }, 'The dates of a recurrence are texts, or objects with start and end.'],
    [{ dates: [{}] }, 'The dates of a recurrence are texts, or objects with start and end.'],
    [
      { dates: [{ start: '2027-05-01', more: 1 }] },
      'The dates of a recurrence are texts, or objects with start and end.',
    ],
    [{ except: [1] }, 'The exceptions of a recurrence must be a list of texts.'],
    [{ rules: [] }, 'The recurrence has an unknown property: rules.'],
    [{ dates: ['tomorrow'] }, 'Invalid date in the recurrence: tomorrow. Use YYYY-MM-DD HH:MM.'],
    [{ dates: ['2027-02-30'] }, 'Invalid date in the recurrence: 2027-02-30. Use YYYY-MM-DD HH:MM.'],
    [{ dates: [{ start: '2027-05-02', end: '2027-05-01' }] }, 'An extra date must not end before it starts.'],
    [{ except: ['2027-13-01'] }, 'Invalid date in the recurrence: 2027-13-01. Use YYYY-MM-DD HH:MM.'],
    [['RDATE:20270501T100000/P'], 'Invalid date in the recurrence: P. Use YYYY-MM-DD HH:MM.'],
    [['RDATE;TZID=Mars/Base:20270501T100000'], 'RDATE has an unknown time zone. Use a name such as Europe/Paris.'],
    [
      [`EXDATE;TZID=Asia/Tokyo:${manyYears}`, 'EXDATE;TZID=Asia/Seoul:20270501T100000'],
      'The recurrence has dates in more than 100 years of other time zones.',
    ],
    [
      [`RDATE;TZID=Asia/Tokyo:20270501T100000/${manyYears.replaceAll(',', ',20270501T100000/')}`],
      'The recurrence has dates in more than 100 years of other time zones.',
    ],
    [['EXRULE:FREQ=DAILY'], 'EXRULE is not supported in a recurrence. Use RRULE, RDATE and EXDATE.'],
    [['DTSTART:20270501T100000'], 'DTSTART is not supported in a recurrence. Use RRULE, RDATE and EXDATE.'],
    ['EXRULE:FREQ=DAILY', 'EXRULE is not supported in a recurrence. Use RRULE, RDATE and EXDATE.'],
    [['RRULE:FREQ=DAILY', 'FREQ=WEEKLY'], 'A recurrence has one RRULE only. Add further dates as RDATE.'],
    ['nonsense', 'The rule has an unknown part: NONSENSE.'],
    [{ dates: [...thousand, '2027-05-01'] }, 'The recurrence has more than 1000 dates.'],
    [{ except: [...tenThousand, '2027-05-01'] }, 'The recurrence has more than 10000 exceptions.'],
    [[`RDATE:${compact}`, 'RDATE:20270501'], 'The recurrence has more than 1000 dates.'],
    [
      [...Array.from({ length: 10 }, () => `EXDATE:${compact}`), 'EXDATE:20270501'],
      'The recurrence has more than 10000 exceptions.',
    ],
    ['x'.repeat(100_000), 'The rule must be 4000 characters or fewer.'],
  ])('is refused with its fault (%#)', (input, message) => {
    expect(() => parseRecurrence(input, ZONE, START)).toThrow(new Invalid(message));
  });
});

describe('the dates of a recurrence', () => {
  it('are the rule and the extra dates without the exceptions, equal starts once', () => {
    const input = {
      rule: 'FREQ=WEEKLY;COUNT=5',
      dates: [{ start: '2027-05-11 10:00', end: '2027-05-11 20:00' }, '2027-05-12 08:00', '2027-05-12 09:00'],
      except: ['2027-05-18', '2027-05-12 08:00', '2027-05-25 11:00'],
    };
    expect([...datesOf(parsed(input), START)]).toEqual([
      { start: '2027-05-04 10:00:00' },
      { start: '2027-05-11 10:00:00', end: '2027-05-11 20:00:00' },
      { start: '2027-05-12 09:00:00' },
      { start: '2027-05-25 10:00:00' },
      { start: '2027-06-01 10:00:00' },
    ]);
  });

  it('contain the start if there is no rule', () => {
    expect(starts({ dates: ['2027-05-06', '2027-05-01'] })).toEqual([
      '2027-05-01 10:00:00',
      '2027-05-04 10:00:00',
      '2027-05-06 10:00:00',
    ]);
    expect(starts({ dates: ['2027-05-06'], except: ['2027-05-04'] })).toEqual(['2027-05-06 10:00:00']);
  });

  it('are those of their rule, extra dates and exceptions, in any span', () => {
    const extra = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 6 });
    fc.assert(
      fc.property(ruleCases, extra, extra, fc.nat(700), ({ rule, start }, added, removed, later) => {
        const to = plusYears(start, 3);
        const ofRule = [...expand(parseRule(rule, 'UTC'), start, { to })];
        const day = (n: number): string => `${2000 + (n % 40)}-0${1 + (n % 9)}-1${n % 10}`;
        const dates = added.map((n) => ({ start: ofRule[n] ?? `${day(n)} 12:00:00` }));
        const except = removed.map((n) => ofRule[n]?.slice(0, n % 2 ? 10 : 19) ?? day(n));
        const recurrence = parsed({ rule, dates, except }, start);
        const from = ofRule[later] ?? start;
        const expected = [...new Set([...ofRule, ...dates.map((date) => date.start)])]
          .filter((one) => one >= from && one <= to && !except.includes(one) && !except.includes(one.slice(0, 10)))
          .sort();
        expect([...datesOf(recurrence, start, { from, to })].map((date) => date.start)).toEqual(expected);
        expect([...datesOf(recurrence, start, { from, to, limit: 2 })]).toHaveLength(Math.min(2, expected.length));
      }),
      { numRuns: repetitions(300) },
    );
  });
});

describe('the first fitting date', () => {
  it.each([
    ['FREQ=WEEKLY;BYDAY=TU', '2027-05-04 10:00:00'],
    ['FREQ=WEEKLY;BYDAY=WE', '2027-05-05 10:00:00'],
    ['FREQ=DAILY;BYHOUR=9,15', '2027-05-04 15:00:00'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', '2028-02-29 10:00:00'],
    ['RDATE:20280101', '2027-05-04 10:00:00'],
    ['RRULE:FREQ=WEEKLY;BYDAY=WE\nRDATE:20270504', '2027-05-04 10:00:00'],
    ['RRULE:FREQ=WEEKLY;BYDAY=TU\nEXDATE:20270504', '2027-05-04 10:00:00'],
  ])('of %j is %s', (input, expected) => {
    expect(firstFit(parsed(input), START)).toBe(expected);
  });

  it.each([
    'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;UNTIL=20270503',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=YEARLY;BYDAY=53MO;BYMONTHDAY=1',
    'FREQ=YEARLY;BYWEEKNO=20;BYMONTH=1',
    'FREQ=MONTHLY;BYMONTHDAY=1;BYSETPOS=2',
    'RRULE:FREQ=DAILY;COUNT=2\nEXDATE:20270504,20270505',
    'EXDATE:20270504',
  ])('does not exist for %j', (input) => {
    const empty = new Invalid('The recurrence has no date within 30 years of its start.', 'recurrence-empty');
    expect(() => firstFit(parsed(input), START)).toThrow(expect.objectContaining({ ...empty, message: empty.message }));
  });

  it('is found for any accepted rule within the limit of candidate days', () => {
    fc.assert(
      fc.property(ruleCases, ({ rule, start }) => {
        try {
          expect(firstFit(parsed(rule, start), start) >= start).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ code: 'recurrence-empty' });
        }
      }),
      { numRuns: repetitions(300) },
    );
  });
});

describe('the extent of a recurrence', () => {
  it.each([
    ['FREQ=WEEKLY;COUNT=5', { count: 5, last: '2027-06-01 10:00:00' }],
    ['FREQ=DAILY;UNTIL=20270506', { count: 3, last: '2027-05-06 10:00:00' }],
    ['RRULE:FREQ=WEEKLY;COUNT=5\nEXDATE:20270601\nRDATE:20270101', { count: 5, last: '2027-05-25 10:00:00' }],
    ['RDATE:20280101', { count: 2, last: '2028-01-01 10:00:00' }],
    ['FREQ=DAILY', undefined],
  ])('of %j is %j', (input, expected) => {
    expect(extentOf(parsed(input), START)).toEqual(expected);
  });

  it('is refused if it covers too many days', () => {
    expect(() => extentOf(parsed('FREQ=DAILY;UNTIL=99991231'), START)).toThrow(Invalid);
  });
});
