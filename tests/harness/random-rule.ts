// Random recurrence rules with a start, for property tests and for `npm run recurrence:check`.
import fc from 'fast-check';
import { type Wall, wallOf } from '../../src/core/time/clock.js';
import { type Frequency, frequencies, parseRule } from '../../src/core/time/rule.js';

export interface RuleCase {
  readonly rule: string;
  readonly start: Wall;
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

const listOf = (values: fc.Arbitrary<string | number>, maxLength: number): fc.Arbitrary<string> =>
  fc.uniqueArray(values, { minLength: 1, maxLength }).map((items) => items.join(','));

const signed = (max: number): fc.Arbitrary<number> =>
  fc.oneof(fc.integer({ min: 1, max }), fc.integer({ min: -max, max: -1 }));

/** Mostly small ordinals, because the fifth Monday or the 53rd Friday is rare. */
const ordinals = (freq: Frequency, hasMonth: boolean): fc.Arbitrary<number> =>
  freq === 'YEARLY' && !hasMonth ? fc.oneof(signed(5), signed(53)) : signed(5);

function weekdayLists(freq: Frequency, plainOnly: boolean, hasMonth: boolean): fc.Arbitrary<string> {
  const plain = fc.constantFrom(...weekdays);
  if (plainOnly || freq === 'DAILY' || freq === 'WEEKLY') return listOf(plain, 5);
  const counted = fc.tuple(ordinals(freq, hasMonth), plain).map(([nth, day]) => `${nth}${day}`);
  return fc.oneof(listOf(plain, 5), listOf(counted, 3), listOf(fc.oneof(plain, counted), 3));
}

/** Present in about one of `n` rules. */
const sometimes = <T>(n: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: n - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

/** A day has few dates to select from, a year has many. */
const positions: Readonly<Record<Frequency, fc.Arbitrary<string | undefined>>> = {
  DAILY: sometimes(20, listOf(signed(2), 2)),
  WEEKLY: sometimes(5, listOf(signed(3), 2)),
  MONTHLY: sometimes(4, listOf(signed(5), 3)),
  YEARLY: sometimes(4, listOf(signed(6), 3)),
};

const optionalParts = (freq: Frequency) =>
  fc.record({
    INTERVAL: sometimes(2, fc.oneof(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 5, max: 40 }))),
    BYMONTH: sometimes(4, listOf(fc.integer({ min: 1, max: 12 }), 4)),
    BYWEEKNO: freq === 'YEARLY' ? sometimes(5, listOf(signed(53), 4)) : fc.constant(undefined),
    BYYEARDAY: freq === 'YEARLY' ? sometimes(6, listOf(signed(366), 5)) : fc.constant(undefined),
    BYMONTHDAY: freq === 'WEEKLY' ? fc.constant(undefined) : sometimes(3, listOf(signed(31), 4)),
    BYHOUR: sometimes(8, listOf(fc.integer({ min: 0, max: 23 }), 3)),
    BYMINUTE: sometimes(10, listOf(fc.integer({ min: 0, max: 59 }), 2)),
    BYSETPOS: positions[freq],
    WKST: sometimes(4, fc.constantFrom(...weekdays)),
    COUNT: sometimes(5, fc.integer({ min: 1, max: 40 })),
  });

const texts: fc.Arbitrary<string> = fc.constantFrom(...frequencies).chain((freq) =>
  optionalParts(freq).chain((parts) =>
    sometimes(2, weekdayLists(freq, parts.BYWEEKNO !== undefined, parts.BYMONTH !== undefined)).map((BYDAY) =>
      Object.entries({ FREQ: freq, ...parts, BYDAY })
        .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
        .join(';'),
    ),
  ),
);

/** Starts at whole minutes from 2000 to 2035. */
const starts: fc.Arbitrary<Wall> = fc
  .integer({ min: Date.UTC(2000, 0, 1) / 60_000, max: Date.UTC(2035, 11, 31) / 60_000 })
  .map((minutes) => wallOf(minutes * 60));

export function isAccepted(rule: string): boolean {
  try {
    parseRule(rule, 'UTC');
    return true;
  } catch {
    return false;
  }
}

export const ruleCases: fc.Arbitrary<RuleCase> = fc.record({ rule: texts.filter(isAccepted), start: starts });

/** The same with SKIP, which few other programs know. */
export const skipCases: fc.Arbitrary<RuleCase> = fc
  .tuple(ruleCases, fc.constantFrom('BACKWARD', 'FORWARD'))
  .map(([{ rule, start }, skip]) => ({ rule: `RSCALE=GREGORIAN;${rule};SKIP=${skip}`, start }))
  .filter(({ rule }) => isAccepted(rule));
