// A split loses no date and adds none.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { datesOf } from '../../../core/time/recurrence.js';
import type { SeriesRule } from '../series-rule.js';
import { splitRule } from './split.js';

const startsOf = (rule: SeriesRule): readonly string[] => [...datesOf(rule, rule.start)].map(({ start }) => start);

const day = fc.integer({ min: 1, max: 28 }).map((n) => `2027-07-${String(n).padStart(2, '0')}`);
const moment = fc.tuple(day, fc.constantFrom('10:00:00', '19:00:00', '12:00:00')).map((parts) => parts.join(' '));
const sorted = (texts: readonly string[]) => [...new Set(texts)].sort();

const rules: fc.Arbitrary<SeriesRule> = fc.record({
  start: fc.constantFrom('2027-07-06 10:00:00', '2027-07-13 10:00:00'),
  rule: fc.constantFrom(
    '',
    'FREQ=WEEKLY;COUNT=4',
    'FREQ=DAILY;UNTIL=20270720T235959',
    'FREQ=WEEKLY;BYDAY=TU,TH;BYHOUR=10,19;COUNT=7',
  ),
  dates: fc.array(moment, { maxLength: 3 }).map((starts) => sorted(starts).map((start) => ({ start }))),
  except: fc.array(fc.oneof(day, moment), { maxLength: 3 }).map(sorted),
});

describe('a split', () => {
  test('keeps every date on its side', () => {
    fc.assert(
      fc.property(rules, fc.nat(30), (rule, number) => {
        const all = startsOf(rule);
        const at = all[number % Math.max(1, all.length)];
        fc.pre(at !== undefined);
        const { before, after } = splitRule(rule, at as string);
        expect(startsOf(before)).toEqual(all.filter((start) => start < (at as string)));
        expect(startsOf(after)).toEqual(all.filter((start) => start >= (at as string)));
      }),
      { numRuns: 500 },
    );
  });
});
