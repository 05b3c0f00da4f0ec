// Random calendars of series and random changes of them, as data.
import fc from 'fast-check';
import type { Wall } from '../../../src/core/time/clock.js';

const pick = <T>(...items: readonly T[]) => fc.constantFrom(...items);

/** Values that a series gives to its dates, and that a date can have for itself. */
export interface Values {
  readonly title: string;
  /** Title in French. */
  readonly french?: string;
  readonly excerpt?: string;
  readonly cost?: string;
  readonly status?: string;
  readonly featured?: boolean;
  readonly hide_from_listings?: boolean;
  readonly sticky?: boolean;
  readonly password?: string;
  readonly categories?: readonly string[];
  readonly tags?: readonly string[];
  /** Positions in the lists of venues and organizers. */
  readonly venue?: readonly number[];
  readonly organizer?: readonly number[];
  readonly tickets?: readonly object[];
}

export interface GivenSeries {
  readonly values: Values;
  readonly start: Wall;
  readonly minutes: number;
  readonly zone: string;
  readonly all_day: boolean;
  readonly recurrence: {
    readonly rule: string;
    readonly dates?: readonly object[];
    readonly except?: readonly string[];
  };
  readonly as: 'author' | 'editor';
}

export const vocabulary = ['Alpha', 'Beta', 'Gamma', 'Alpha beta', 'Élan vital', 'beta night'];
const titles = pick(...vocabulary);
const statuses = pick('publish', 'publish', 'publish', 'publish', 'draft', 'pending', 'private');
const tickets = pick([], [{ name: 'Seat', price: '5' }]);

const contents = {
  title: titles,
  french: pick('Alpha du soir', 'Bêta', 'Élan'),
  excerpt: pick('', 'A needle in the text', 'Nothing'),
  cost: pick('', '5', '€5 – €12'),
  categories: fc.subarray(['first', 'second', 'third']),
  tags: fc.subarray(['one', 'two']),
  venue: fc.subarray([0, 1, 2], { maxLength: 2 }),
  organizer: fc.subarray([0, 1]),
  sticky: fc.boolean(),
  tickets,
};
const followed = {
  status: statuses,
  featured: fc.boolean(),
  hide_from_listings: pick(false, false, false, true),
};

const initial: fc.Arbitrary<Values> = fc.record(
  { ...contents, ...followed, password: pick('', '', '', '', '', 'open sesame') },
  { requiredKeys: ['title', 'status'] },
) as fc.Arbitrary<Values>;

const day = fc
  .integer({ min: 0, max: 240 })
  .map((days) => new Date(Date.UTC(2027, 2, 1 + days)).toISOString().slice(0, 10));
const count = fc.integer({ min: 2, max: 9 });
const rule = fc.oneof(
  fc
    .tuple(fc.subarray(['MO', 'TU', 'WE', 'FR', 'SU'], { minLength: 1 }), count)
    .map(([days, n]) => `FREQ=WEEKLY;BYDAY=${days};COUNT=${n}`),
  fc.tuple(pick('1SA', '-1FR', '2TU'), count).map(([at, n]) => `FREQ=MONTHLY;BYDAY=${at};COUNT=${n}`),
  fc.tuple(pick(1, 15, -1), count).map(([at, n]) => `FREQ=MONTHLY;BYMONTHDAY=${at};COUNT=${n}`),
  count.map((n) => `FREQ=WEEKLY;BYHOUR=10,19;COUNT=${n}`),
  fc.tuple(pick(1, 3, 10), count).map(([every, n]) => `FREQ=DAILY;INTERVAL=${every};COUNT=${n}`),
);

/** Some of the times are skipped or repeated where clocks change; two hours are longer than any change. */
const time = pick('10:00:00', '10:00:00', '19:30:00', '02:30:00', '01:30:00', '23:00:00');

export const series: fc.Arbitrary<GivenSeries> = fc
  .record({
    values: initial,
    day,
    time,
    minutes: pick(120, 120, 180, 300, 1_500, 5_000),
    zone: pick('America/New_York', 'America/New_York', 'Europe/Paris', 'UTC', 'UTC+5:30'),
    all_day: pick(false, false, false, true),
    rule,
    extra: fc.subarray([day, day].map((_, at) => `2027-0${7 + at}-1${at} 12:00:00`)),
    except: fc.array(day, { maxLength: 2 }),
    as: pick<'author' | 'editor'>('author', 'editor'),
  })
  .map(({ values, day: date, time: clock, minutes, zone, all_day, rule: text, extra, except, as }) => {
    const timed = all_day ? text.replace(/;BYHOUR=[\d,]+/, '') : text;
    const dates = all_day
      ? []
      : extra.map((start, at) => (at === 0 ? { start } : { start, end: start.replace('12:', '18:') }));
    return {
      values,
      start: `${date} ${all_day ? '00:00:00' : text.includes('BYHOUR') ? '10:00:00' : clock}`,
      minutes: all_day ? 1_440 - 1 : minutes,
      zone,
      all_day,
      recurrence: { rule: timed, dates, except },
      as,
    };
  });

/** One change; `series` and `at` choose from those that exist. */
export interface Change {
  readonly kind: 'this' | 'following' | 'all' | 'move' | 'shift' | 'zone' | 'skip' | 'end' | 'trash';
  readonly series: number;
  readonly at: number;
  readonly values: Partial<Values>;
  /** For moves, in minutes. */
  readonly by: number;
  readonly zone: string;
}

const partial = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Partial<Values>> =>
  fc
    .subarray(Object.keys(fields), { minLength: 1, maxLength: 2 })
    .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, fields[name] as fc.Arbitrary<never>]))));

export const change: fc.Arbitrary<Change> = fc.record({
  kind: pick<Change['kind']>(
    'this',
    'this',
    'this',
    'this',
    'all',
    'all',
    'following',
    'move',
    'move',
    'shift',
    'zone',
    'skip',
    'skip',
    'end',
    'trash',
  ),
  series: fc.nat(1_000),
  at: fc.nat(1_000),
  values: partial({ ...contents, ...followed }),
  by: pick(30, -30, 60, 1_440, -2_880, 10_080),
  zone: pick('Europe/Paris', 'America/New_York', 'UTC'),
});
