import fc from 'fast-check';
import { expect, test } from 'vitest';
import { repetitions } from '../../../tests/harness/repetitions.js';
import type { Mapped } from './page.js';
import { parentsFirst } from './parents.js';

const category = (id: number, parent: number): Mapped => ({
  record: {
    resource: 'category',
    externalId: `category:${id}`,
    fields: {},
    place: String(id),
    paths: [],
    ...(parent && { references: { parent: [`category:${parent}`] } }),
  },
  warnings: [],
});

const parentOf = ({ record }: Mapped) => record.references?.parent?.[0];

test('parents come before their children', () => {
  const sorted = parentsFirst([category(1, 2), category(2, 3), category(3, 0), category(4, 1)]);
  expect(sorted.map(({ record }) => record.externalId)).toEqual([
    'category:3',
    'category:2',
    'category:1',
    'category:4',
  ]);
});

test('any graph of parents gives every category once, parents first, with one report per loop', () => {
  const graphs = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(graphs, (parents) => {
      const given = parents.map((parent, at) => category(at + 1, parent));
      const sorted = parentsFirst(given);
      const ids = sorted.map(({ record }) => record.externalId);
      expect(ids.toSorted()).toEqual(given.map(({ record }) => record.externalId).toSorted());
      for (const [at, one] of sorted.entries()) {
        const parent = parentOf(one);
        // A parent that the site does not list is reported when the record is written.
        if (parent !== undefined && ids.includes(parent)) expect(ids.slice(0, at)).toContain(parent);
      }
      const cut = sorted.filter(({ warnings }) => warnings.some(({ kind }) => kind === 'cyclic parents'));
      expect(cut.length).toBe(loopsIn(parents));
    }),
    { numRuns: repetitions(300) },
  );
});

/** Each category has one parent, so that every loop is met by following them long enough. */
function loopsIn(parents: readonly number[]): number {
  const loops = new Set<number>();
  for (let start = 1; start <= parents.length; start++) {
    let at = start;
    for (let step = 0; step <= parents.length && at; step++) at = parents[at - 1] ?? 0;
    if (!at) continue;
    const members = [at];
    for (let next = parents[at - 1] ?? 0; next !== at; next = parents[next - 1] ?? 0) members.push(next);
    loops.add(Math.min(...members));
  }
  return loops.size;
}
