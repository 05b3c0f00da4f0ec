// The rule that is inferred from dates gives exactly these dates, with its exceptions and extra dates.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { repetitions } from '../../../tests/harness/repetitions.js';
import { plusSeconds, type Wall } from '../../core/time/clock.js';
import { expand } from '../../core/time/expand.js';
import { datesOf } from '../../core/time/recurrence.js';
import { parseRule } from '../../core/time/rule.js';
import { inferRule, withoutEnd } from './infer.js';

const startsOf = (rule: string, start: Wall): readonly Wall[] => [...expand(parseRule(rule, 'UTC'), start)];

test.each([
  ['FREQ=WEEKLY;COUNT=10', '2026-09-01 19:00:00'],
  ['FREQ=DAILY;COUNT=5', '2026-09-01 19:00:00'],
  ['FREQ=DAILY;INTERVAL=3;COUNT=15', '2026-11-20 08:00:00'],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=8', '2026-01-05 10:00:00'],
  ['FREQ=MONTHLY;COUNT=12', '2026-01-15 10:00:00'],
  ['FREQ=MONTHLY;BYDAY=1SA;COUNT=12', '2026-01-03 10:00:00'],
  ['FREQ=MONTHLY;BYDAY=-1FR;COUNT=12', '2026-01-30 10:00:00'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=12', '2026-01-31 10:00:00'],
  ['FREQ=WEEKLY;BYDAY=MO,TH;COUNT=24', '2026-10-05 16:00:00'],
  ['FREQ=YEARLY;COUNT=6', '2023-06-11 12:00:00'],
])('finds %s from its dates', (rule, start) => {
  expect(inferRule(startsOf(rule, start))).toEqual({ rule, except: [], extra: [] });
});

test('leaves the end open if the next date is after the horizon', () => {
  const starts = startsOf('FREQ=WEEKLY;COUNT=10', '2026-09-01 19:00:00');
  const last = starts.at(-1) ?? '';
  expect(withoutEnd('FREQ=WEEKLY;COUNT=10', starts, last)).toBe('FREQ=WEEKLY');
  expect(withoutEnd('FREQ=WEEKLY;COUNT=10', starts, plusSeconds(last, 7 * 86_400))).toBeUndefined();
});

test('prefers a rule that begins as the site tells, if it gives the dates', () => {
  const starts = startsOf('FREQ=WEEKLY;BYDAY=MO,TH;COUNT=10', '2026-10-05 16:00:00');
  expect(inferRule(starts, 'FREQ=WEEKLY')?.rule).toBe('FREQ=WEEKLY;BYDAY=MO,TH;COUNT=10');
  expect(inferRule(starts, 'FREQ=DAILY;INTERVAL=2')?.rule).toBe('FREQ=WEEKLY;BYDAY=MO,TH;COUNT=10');
  const daily = startsOf('FREQ=DAILY;COUNT=14', '2026-10-05 16:00:00');
  expect(inferRule(daily, 'FREQ=WEEKLY')?.rule).toBe('FREQ=WEEKLY;BYDAY=SU,MO,TU,WE,TH,FR,SA;COUNT=14');
});

test('accepts one exception in ten and no more', () => {
  const weekly = startsOf('FREQ=WEEKLY;COUNT=22', '2026-09-01 19:00:00');
  const without = (...gone: readonly number[]) => weekly.filter((_, at) => !gone.includes(at));
  expect(inferRule(without(4, 9))).toEqual({
    rule: 'FREQ=WEEKLY;COUNT=22',
    except: [weekly[4], weekly[9]],
    extra: [],
  });
  expect(inferRule(without(2, 4, 9))).toBeUndefined();
});

test('finds no rule for few dates, irregular ones and changing times of day', () => {
  expect(inferRule([])).toBeUndefined();
  expect(inferRule(['2026-05-02 09:00:00', '2026-05-09 09:00:00'])).toBeUndefined();
  expect(inferRule(['2026-05-02 09:00:00', '2026-05-03 09:00:00', '2026-07-19 09:00:00'])).toBeUndefined();
  expect(inferRule(['2026-05-02 09:00:00', '2026-05-09 10:00:00', '2026-05-16 11:00:00'])).toBeUndefined();
});

const days = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 40 });

test('never changes the dates, whatever they are', () => {
  fc.assert(
    fc.property(
      days,
      fc.constantFrom(1, 7, 14),
      fc.boolean(),
      fc.constantFrom(undefined, 'FREQ=WEEKLY', 'FREQ=DAILY'),
      (numbers, step, isSparse, begins) => {
        const starts = (isSparse ? numbers : numbers.map((_, at) => at * step))
          .sort((a, b) => a - b)
          .map((day) => `${new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)} 18:30:00`);
        const found = inferRule(starts, begins);
        const dates = found && {
          rule: found.rule,
          except: found.except,
          dates: found.extra.map((start) => ({ start })),
        };
        const given = dates ? [...datesOf(dates, starts[0] ?? '')].map(({ start }) => start) : starts;
        expect(given).toEqual(starts);
      },
    ),
    { numRuns: repetitions(200) },
  );
});
