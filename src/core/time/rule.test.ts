// Parser and normal form of recurrence rules.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ruleCases, skipCases } from '../../../tests/harness/random-rule.js';
import { repetitions } from '../../../tests/harness/repetitions.js';
import { Invalid } from '../problem.js';
import { isEndless, parseRule, ruleText } from './rule.js';

const normal = (text: string, zone = 'Europe/Paris'): string => ruleText(parseRule(text, zone));

describe('the normal form of a rule', () => {
  it.each([
    ['FREQ=DAILY', 'FREQ=DAILY'],
    ['rrule: freq=weekly; interval = 2; byday=th,tu,th;', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH'],
    ['FREQ=WEEKLY;INTERVAL=1;WKST=MO', 'FREQ=WEEKLY'],
    ['COUNT=07;WKST=su;FREQ=WEEKLY', 'FREQ=WEEKLY;WKST=SU;COUNT=7'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1,+15,1,-2', 'FREQ=MONTHLY;BYMONTHDAY=1,15,-2,-1'],
    ['FREQ=MONTHLY;BYDAY=-1FR,+1MO,1MO,SU', 'FREQ=MONTHLY;BYDAY=SU,1MO,-1FR'],
    ['FREQ=DAILY;BYHOUR=15,9;BYMINUTE=30,0', 'FREQ=DAILY;BYHOUR=9,15;BYMINUTE=0,30'],
    ['FREQ=MONTHLY;SKIP=OMIT;RSCALE=GREGORIAN', 'FREQ=MONTHLY'],
    ['FREQ=MONTHLY;SKIP=FORWARD;RSCALE=gregorian', 'RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD'],
    ['RSCALE=GREGORIAN;FREQ=WEEKLY;SKIP=FORWARD', 'FREQ=WEEKLY'],
  ])('of %j is %j', (text, expected) => {
    expect(normal(text)).toBe(expected);
  });

  it.each([
    ['20271231', '20271231T235959'],
    ['20271231T180000', '20271231T180000'],
    ['20271231T180000Z', '20271231T190000'],
    ['20270701T230000Z', '20270702T010000'],
  ])('has UNTIL=%s as wall-clock time %s in Europe/Paris', (until, wall) => {
    expect(normal(`FREQ=DAILY;UNTIL=${until}`)).toBe(`FREQ=DAILY;UNTIL=${wall}`);
  });

  it('is stable, in any zone', () => {
    fc.assert(
      fc.property(fc.oneof(ruleCases, skipCases), ({ rule }) => {
        const once = normal(rule);
        expect(normal(once, 'Asia/Tokyo')).toBe(once);
        expect(parseRule(once, 'UTC')).toEqual(parseRule(rule, 'UTC'));
      }),
      { numRuns: repetitions(500) },
    );
  });
});

describe('a refused rule', () => {
  it.each([
    ['', 'The rule needs FREQ.'],
    ['BYDAY=MO', 'The rule needs FREQ.'],
    ['FREQ=HOURLY', 'FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.'],
    ['FREQ=MINUTELY', 'FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.'],
    ['FREQ=SECONDLY', 'FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.'],
    ['FREQ=DAILY;BYSECOND=0', 'The rule has an unknown part: BYSECOND.'],
    ['FREQ=DAILY;BYEASTER=0', 'The rule has an unknown part: BYEASTER.'],
    ['FREQ=DAILY;X-MINE=1', 'The rule has an unknown part: X-MINE.'],
    ['EXRULE:FREQ=DAILY', 'The rule has an unknown part: EXRULE:FREQ.'],
    ['FREQ=DAILY;FREQ=WEEKLY', 'FREQ is given twice.'],
    ['FREQ=DAILY;COUNT', 'COUNT needs a value.'],
    ['FREQ=DAILY;COUNT=', 'COUNT needs a value.'],
    ['FREQ=DAILY;COUNT=1=2', 'COUNT needs a value.'],
    ['FREQ=DAILY;COUNT=0', 'COUNT must be a number from 1 to 10000.'],
    ['FREQ=DAILY;COUNT=10001', 'COUNT must be a number from 1 to 10000.'],
    ['FREQ=DAILY;COUNT=-1', 'COUNT must be a number from 1 to 10000.'],
    ['FREQ=DAILY;COUNT=1e3', 'COUNT must be a number from 1 to 10000.'],
    ['FREQ=DAILY;INTERVAL=0', 'INTERVAL must be a number from 1 to 1000.'],
    ['FREQ=DAILY;INTERVAL=1001', 'INTERVAL must be a number from 1 to 1000.'],
    ['FREQ=DAILY;COUNT=3;UNTIL=20271231', 'COUNT cannot be combined with UNTIL.'],
    ['FREQ=DAILY;UNTIL=2027', 'UNTIL must be a date such as 20271231 or 20271231T180000Z.'],
    ['FREQ=DAILY;UNTIL=20270230', 'UNTIL must be a date such as 20271231 or 20271231T180000Z.'],
    ['FREQ=DAILY;UNTIL=20271231T250000', 'UNTIL must be a date such as 20271231 or 20271231T180000Z.'],
    ['FREQ=DAILY;UNTIL=00001231', 'UNTIL must be a date such as 20271231 or 20271231T180000Z.'],
    ['FREQ=DAILY;BYMONTH=13', 'BYMONTH takes numbers from 1 to 12.'],
    ['FREQ=DAILY;BYMONTH=-1', 'BYMONTH takes numbers from 1 to 12.'],
    ['FREQ=DAILY;BYMONTH=1,,2', 'BYMONTH takes numbers from 1 to 12.'],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'BYMONTHDAY takes numbers from 1 to 31 and from -31 to -1.'],
    ['FREQ=MONTHLY;BYMONTHDAY=-32', 'BYMONTHDAY takes numbers from 1 to 31 and from -31 to -1.'],
    ['FREQ=YEARLY;BYYEARDAY=367', 'BYYEARDAY takes numbers from 1 to 366 and from -366 to -1.'],
    ['FREQ=YEARLY;BYWEEKNO=54', 'BYWEEKNO takes numbers from 1 to 53 and from -53 to -1.'],
    ['FREQ=DAILY;BYDAY=MO;BYSETPOS=367', 'BYSETPOS takes numbers from 1 to 366 and from -366 to -1.'],
    ['FREQ=DAILY;BYHOUR=24', 'BYHOUR takes numbers from 0 to 23.'],
    ['FREQ=DAILY;BYMINUTE=60', 'BYMINUTE takes numbers from 0 to 59.'],
    ['FREQ=DAILY;BYDAY=XX', 'BYDAY takes weekdays: MO, TU, WE, TH, FR, SA, SU.'],
    ['FREQ=DAILY;BYDAY=MO,', 'BYDAY takes weekdays: MO, TU, WE, TH, FR, SA, SU.'],
    ['FREQ=DAILY;WKST=1', 'WKST takes weekdays: MO, TU, WE, TH, FR, SA, SU.'],
    ['FREQ=YEARLY;BYDAY=54MO', 'BYDAY counts weekdays from 1 to 53 and from -53 to -1.'],
    ['FREQ=MONTHLY;BYDAY=0MO', 'BYDAY counts weekdays from 1 to 53 and from -53 to -1.'],
    ['FREQ=MONTHLY;BYDAY=-MO', 'BYDAY counts weekdays from 1 to 53 and from -53 to -1.'],
    ['FREQ=MONTHLY;BYDAY=6MO', 'BYDAY counts the weekdays of a month from 1 to 5 and from -5 to -1.'],
    ['FREQ=YEARLY;BYMONTH=3;BYDAY=-6MO', 'BYDAY counts the weekdays of a month from 1 to 5 and from -5 to -1.'],
    ['FREQ=DAILY;BYDAY=1MO', 'BYDAY with a number needs FREQ=MONTHLY or FREQ=YEARLY.'],
    ['FREQ=WEEKLY;BYDAY=-1MO', 'BYDAY with a number needs FREQ=MONTHLY or FREQ=YEARLY.'],
    ['FREQ=YEARLY;BYWEEKNO=3;BYDAY=1MO', 'BYDAY with a number cannot be combined with BYWEEKNO.'],
    ['FREQ=YEARLY;BYDAY=MO,2TU', 'BYDAY with and without numbers needs FREQ=MONTHLY or BYMONTH.'],
    ['FREQ=MONTHLY;BYWEEKNO=3', 'BYWEEKNO needs FREQ=YEARLY.'],
    ['FREQ=DAILY;BYYEARDAY=3', 'BYYEARDAY needs FREQ=YEARLY.'],
    ['FREQ=WEEKLY;BYMONTHDAY=3', 'BYMONTHDAY cannot be combined with FREQ=WEEKLY.'],
    ['FREQ=DAILY;BYSETPOS=1', 'BYSETPOS needs another BY part.'],
    ['FREQ=DAILY;BYHOUR=1,2,3,4,5;BYMINUTE=1,2,3,4,5', 'BYHOUR and BYMINUTE give more than 24 times a day.'],
    ['FREQ=MONTHLY;SKIP=FORWARD', 'SKIP needs RSCALE=GREGORIAN.'],
    ['FREQ=MONTHLY;RSCALE=HEBREW', 'RSCALE must be GREGORIAN.'],
    ['FREQ=MONTHLY;RSCALE=GREGORIAN;SKIP=BOTH', 'SKIP must be OMIT, BACKWARD or FORWARD.'],
    ['RSCALE=GREGORIAN;FREQ=YEARLY;BYWEEKNO=3;SKIP=FORWARD', 'SKIP cannot be combined with BYWEEKNO.'],
    ['RSCALE=GREGORIAN;FREQ=YEARLY;BYYEARDAY=366;SKIP=FORWARD', 'SKIP cannot be combined with BYYEARDAY=366.'],
    ['RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=-30;SKIP=FORWARD', 'SKIP cannot be combined with BYMONTHDAY below -28.'],
    [
      'RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=1,31;BYHOUR=1,2;BYSETPOS=1;SKIP=FORWARD',
      'SKIP=FORWARD with BYSETPOS cannot be combined with BYHOUR or BYMINUTE.',
    ],
    [`FREQ=DAILY;BYMONTH=${'1,'.repeat(50_000)}1`, 'The rule must be 4000 characters or fewer.'],
    [`FREQ=DAILY;${'A'.repeat(3_000)}=1`, `The rule has an unknown part: ${'A'.repeat(40)}.`],
  ])('%# %.60j names the part', (text, message) => {
    expect(() => parseRule(text, 'UTC')).toThrow(new Invalid(message));
  });

  it('is the only outcome of unusual text', () => {
    const pieces = fc.array(fc.constantFrom(...'FREQ = DAILY YEARLY ; BYDAY , - 1 31 MO UNTIL T Z : \n é'.split(' ')), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          pieces.map((parts) => parts.join('')),
        ),
        (text) => {
          try {
            parseRule(text, 'UTC');
          } catch (error) {
            expect(error).toBeInstanceOf(Invalid);
          }
        },
      ),
      { numRuns: repetitions(500) },
    );
  });
});

describe('an accepted limit', () => {
  it.each([
    'FREQ=DAILY;COUNT=10000',
    'FREQ=YEARLY;INTERVAL=1000',
    'FREQ=YEARLY;BYDAY=53MO,-53TU',
    'FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23',
    'FREQ=DAILY;BYMINUTE=0,5,10,15,20,25,30,35,40,45,50,55;BYHOUR=1,2',
  ])('%s', (text) => {
    expect(parseRule(text, 'UTC').interval).toBeGreaterThan(0);
  });

  it('an end is COUNT or UNTIL', () => {
    const ends = ['', ';COUNT=3', ';UNTIL=20271231'].map((end) => isEndless(parseRule(`FREQ=DAILY${end}`, 'UTC')));
    expect(ends).toEqual([true, false, false]);
  });
});
