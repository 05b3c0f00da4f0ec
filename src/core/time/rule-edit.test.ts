// Splitting rules and moving them to another time of day: the dates stay the same.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ruleCases, skipCases } from '../../../tests/harness/random-rule.js';
import { repetitions } from '../../../tests/harness/repetitions.js';
import { Invalid } from '../problem.js';
import { plusSeconds, plusYears } from './clock.js';
import { expand } from './expand.js';
import { parseRule, type Rule, ruleText } from './rule.js';
import { endRuleBefore, shiftRule } from './rule-edit.js';

const parsed = (text: string): Rule => parseRule(text, 'UTC');

function split(rule: string, start: string, at: string): readonly (string | undefined)[] {
  const { before, after } = endRuleBefore(parsed(rule), start, at);
  return [before && ruleText(before), after && ruleText(after)];
}

describe('a split rule', () => {
  it.each([
    ['FREQ=WEEKLY', '2027-05-18', 'FREQ=WEEKLY;UNTIL=20270511T100000', 'FREQ=WEEKLY'],
    ['FREQ=WEEKLY;COUNT=10', '2027-05-18', 'FREQ=WEEKLY;COUNT=2', 'FREQ=WEEKLY;COUNT=8'],
    [
      'FREQ=WEEKLY;UNTIL=20271231',
      '2027-05-18',
      'FREQ=WEEKLY;UNTIL=20270511T100000',
      'FREQ=WEEKLY;UNTIL=20271231T235959',
    ],
    ['FREQ=WEEKLY;COUNT=10', '2027-05-04', undefined, 'FREQ=WEEKLY;COUNT=10'],
    ['FREQ=WEEKLY;COUNT=2', '2027-05-18', 'FREQ=WEEKLY;COUNT=2', undefined],
    ['FREQ=WEEKLY;UNTIL=20270512', '2027-05-18', 'FREQ=WEEKLY;UNTIL=20270512T235959', undefined],
  ])('%s at %s is %s and %s', (rule, day, before, after) => {
    expect(split(rule, '2027-05-04 10:00:00', `${day} 10:00:00`)).toEqual([before, after]);
  });

  it('keeps the day of the start where SKIP moved the date', () => {
    expect(split('RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD', '2027-01-31 10:00:00', '2027-02-28 10:00:00')).toEqual([
      'RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;UNTIL=20270131T100000',
      'RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD',
    ]);
  });

  it.each([
    [
      'FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23',
      '2037-05-04 10:00:00',
      '2037-05-04 09:00:00',
    ],
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYHOUR=9,10', '2104-02-29 09:00:00', '2096-02-29 10:00:00'],
    ['FREQ=WEEKLY', '2027-05-04 10:00:00', undefined],
  ])('%s ends before %s at %s', (rule, at, last) => {
    expect(endRuleBefore(parsed(rule), '2027-05-04 10:00:00', at).before?.until).toBe(last);
  });

  it('is refused where the second part has no rule', () => {
    const rule = 'RSCALE=GREGORIAN;FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=31;SKIP=FORWARD';
    expect(() => split(rule, '2026-12-31 10:00:00', '2027-03-01 10:00:00')).toThrow(
      new Invalid('SKIP=FORWARD cannot be split at this date.'),
    );
  });

  it('has the dates of the whole', () => {
    fc.assert(
      fc.property(fc.oneof(ruleCases, skipCases), fc.nat(20), ({ rule: text, start }, position) => {
        const rule = parsed(text);
        const to = plusYears(start, 12);
        const whole = [...expand(rule, start, { to })];
        const at = whole[position % Math.max(whole.length, 1)];
        fc.pre(at !== undefined && !(rule.skip === 'FORWARD' && rule.interval > 1));
        if (at === undefined) return;
        const { before, after } = endRuleBefore(rule, start, at);
        const first = before ? [...expand(before, start, { to })] : [];
        const second = after ? [...expand(after, at, { to })] : [];
        expect([...first, ...second]).toEqual(whole);
      }),
      { numRuns: repetitions(400) },
    );
  });
});

describe('a rule at another time of day', () => {
  it.each([
    ['FREQ=DAILY;UNTIL=20270520T100000', 5_400, 'FREQ=DAILY;UNTIL=20270520T113000'],
    ['FREQ=DAILY;UNTIL=20270520', -3_600, 'FREQ=DAILY;UNTIL=20270520T235959'],
    ['FREQ=DAILY;BYHOUR=10,15', 7_200, 'FREQ=DAILY;BYHOUR=12,17'],
    ['FREQ=DAILY;BYHOUR=10,15', 5_400, 'FREQ=DAILY;BYHOUR=11,16'],
    ['FREQ=DAILY;BYHOUR=10,15;BYMINUTE=0,20', 1_800, 'FREQ=DAILY;BYHOUR=10,15;BYMINUTE=30,50'],
    ['FREQ=DAILY;BYMINUTE=0,20', 3_600, 'FREQ=DAILY;BYMINUTE=0,20'],
  ])('%s moved by %i s is %s', (rule, seconds, expected) => {
    expect(ruleText(shiftRule(parsed(rule), seconds, '2027-05-04 10:00:00'))).toBe(expected);
  });

  it.each([
    ['FREQ=DAILY', 14 * 3_600, 'The time of a series can only change within the day. Send a new rule.'],
    ['FREQ=DAILY;BYHOUR=10,23', 3_600, 'The time of a series can only change within the day. Send a new rule.'],
    ['FREQ=DAILY', -36_001, 'The time of a series can only change within the day. Send a new rule.'],
    ['FREQ=DAILY;BYMINUTE=0,30', 1_800, 'BYHOUR and BYMINUTE cannot express the moved times. Send a new rule.'],
  ])('%s moved by %i s is refused', (rule, seconds, message) => {
    expect(() => shiftRule(parsed(rule), seconds, '2027-05-04 10:00:00')).toThrow(new Invalid(message));
  });

  it('has all its dates moved', () => {
    fc.assert(
      fc.property(
        fc.oneof(ruleCases, skipCases),
        fc.integer({ min: -600, max: 600 }),
        ({ rule: text, start: before }, minutes) => {
          const [start] = expand(parsed(text), before, { to: plusYears(before, 12), limit: 1 });
          fc.pre(start !== undefined);
          if (start === undefined) return;
          const to = plusYears(start, 3);
          const until = plusYears(start, 1);
          const rule = text.includes('COUNT') ? parsed(text) : { ...parsed(text), until };
          let moved: Rule;
          try {
            moved = shiftRule(rule, minutes * 60, start);
          } catch (error) {
            expect(error).toBeInstanceOf(Invalid);
            return;
          }
          const expected = [...expand(rule, start, { to })].map((date) => plusSeconds(date, minutes * 60));
          const shifted = { start: plusSeconds(start, minutes * 60), to: plusSeconds(to, minutes * 60) };
          expect([...expand(moved, shifted.start, { to: shifted.to })]).toEqual(expected);
        },
      ),
      { numRuns: repetitions(400) },
    );
  });
});
