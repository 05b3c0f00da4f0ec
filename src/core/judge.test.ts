import { describe, expect, test } from 'vitest';
import {
  after,
  all,
  any,
  before,
  begins,
  type Condition,
  either,
  everything,
  firstOf,
  hasSlug,
  is,
  isSet,
  linked,
  not,
  nothing,
  oneOf,
  since,
  until,
} from './condition.js';
import { holds, judge } from './judge.js';

const row = {
  id: 7,
  status: 'publish',
  count: 3,
  slug: 'fair',
  translations: { fr: { slug: 'foire' } },
  place: null,
  series: 0,
};
const unknown = is('password', '');
const elsewhere = linked('event_venues', everything);

test.each([
  [everything, true],
  [nothing, false],
  [is('status', 'publish'), true],
  [before('count', 3), false],
  [before('place', 3), false],
  [oneOf('status', ['draft', 'publish']), true],
  [begins('slug', 'fa'), true],
  [hasSlug(['foire']), true],
  [isSet('place'), false],
  [not(is('id', 7)), false],
  [firstOf('series', 'count', nothing), true],
])('evaluates %j on the row', (condition, expected) => {
  expect(judge(condition, row)).toBe(expected);
  expect(holds(condition, row)).toBe(expected);
});

describe('where a column is missing or other records decide', () => {
  test.each([
    unknown,
    elsewhere,
    firstOf('count', 'id', everything),
    not(elsewhere),
    all(elsewhere, is('id', 7)),
    any(unknown, is('id', 8)),
  ])('%j is undefined, and `holds` throws', (condition) => {
    expect(judge(condition, row)).toBeUndefined();
    expect(() => holds(condition, row)).toThrow('cannot answer');
  });

  test('a combined condition is decided by one decisive part', () => {
    expect(holds(all(unknown, is('id', 8)), row)).toBe(false);
    expect(holds(any(elsewhere, is('id', 7)), row)).toBe(true);
  });
});

test.each<[string, Condition, Condition, Condition]>([
  ['before', before('count', 4), before('count', 3), before('place', 4)],
  ['until', until('count', 3), until('count', 2), until('place', 4)],
  ['after', after('count', 2), after('count', 3), after('place', 0)],
  ['since', since('count', 3), since('count', 4), since('place', 0)],
  ['before, of texts', before('status', 'q'), before('status', 'p'), before('status', 4)],
  ['equal', is('count', 3), is('count', '3'), is('place', 0)],
  ['one of', oneOf('count', [1, 3]), oneOf('count', []), oneOf('place', [0, ''])],
  ['begins', begins('slug', 'fa'), begins('slug', 'air'), begins('slug', 'FA')],
  ['has a slug', hasSlug(['x', 'fair']), hasSlug(['fai']), hasSlug(['de'])],
  ['set', isSet('slug'), isSet('place'), not(isSet('count'))],
  ['not', not(is('id', 8)), not(is('id', 7)), not(everything)],
])('%s holds at its limit and not beyond, nor for null', (_, right, wrong, other) => {
  expect([right, wrong, other].map((condition) => judge(condition, row))).toEqual([true, false, false]);
});

test('a missing column is unknown to every kind of condition', () => {
  const conditions = [is('x', 1), before('x', 1), oneOf('x', [1]), begins('x', 'a'), isSet('x'), not(is('x', 1))];
  expect(conditions.map((condition) => judge(condition, row))).toEqual(conditions.map(() => undefined));
  expect(judge(hasSlug(['fair']), { id: 7 })).toBeUndefined();
});

test('all, any and either follow three-valued logic', () => {
  const [yes, no] = [is('id', 7), is('id', 8)];
  const table = [yes, no, unknown].flatMap((one) => [yes, no, unknown].map((other) => [one, other] as const));
  const judged = (join: (...parts: Condition[]) => Condition) =>
    table.map(([one, other]) => judge(join(one, other), row));
  expect(judged((...of) => ({ is: 'all', of }))).toEqual([
    ...[true, false, undefined],
    ...[false, false, false],
    ...[undefined, false, undefined],
  ]);
  const joined = [...[true, true, true], ...[true, false, undefined], ...[true, undefined, undefined]];
  expect(judged((...of) => ({ is: 'any', of }))).toEqual(joined);
  expect(judged(either)).toEqual(joined);
});
