import { describe, expect, test } from 'vitest';
import { all, any, before, begins, everything, hasSlug, is, isSet, linked, not, nothing, oneOf } from './condition.js';
import { holds, judge } from './judge.js';

const row = { id: 7, status: 'publish', count: 3, slug: 'fair', translations: { fr: { slug: 'foire' } }, place: null };
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
])('evaluates %j on the row', (condition, expected) => {
  expect(judge(condition, row)).toBe(expected);
  expect(holds(condition, row)).toBe(expected);
});

describe('where a column is missing or other records decide', () => {
  test.each([unknown, elsewhere, not(elsewhere), all(elsewhere, is('id', 7)), any(unknown, is('id', 8))])(
    '%j is undefined, and `holds` throws',
    (condition) => {
      expect(judge(condition, row)).toBeUndefined();
      expect(() => holds(condition, row)).toThrow('cannot answer');
    },
  );

  test('a combined condition is decided by one decisive part', () => {
    expect(holds(all(unknown, is('id', 8)), row)).toBe(false);
    expect(holds(any(elsewhere, is('id', 7)), row)).toBe(true);
  });
});
