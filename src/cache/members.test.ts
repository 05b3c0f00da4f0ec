// Members of lists: any days and any page of them are those that the conditions choose row by row.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  after,
  all,
  any,
  before,
  type Condition,
  either,
  is,
  linked,
  not,
  oneOf,
  since,
  until,
} from '../core/condition.js';
import { holds } from '../core/judge.js';
import type { ListPlan, Reader, Row } from '../core/store.js';
import { wallOf } from '../core/time/clock.js';
import { registry } from '../models/registry.js';
import { memberPlanOf, readMembers } from './members.js';

const table = registry.named('event');
const inCategory = linked('event_categories', oneOf('id', [7]));
const order = [{ column: 'start_date' }, { column: 'id' }];

const planFor = (where: Condition, more: Partial<ListPlan> = {}): ListPlan => ({
  ...{ table, where, order, limit: 10, part: 'id', embeds: [] },
  ...more,
});

/** A reader of these rows, whatever is asked for. */
const readerOf = (rows: readonly Row[]): Reader => ({ list: async () => rows }) as unknown as Reader;

const time = fc.integer({ min: 0, max: 40 }).map((days) => wallOf(1_800_000_000 + days * 43_200));
const row = fc.record({
  id: fc.integer({ min: 1, max: 1_000 }),
  ...{ start_date: time, end_date: time, utc_start_date: time, utc_end_date: time },
  duration_class: fc.integer({ min: 0, max: 4 }),
});

const compared: fc.Arbitrary<Condition> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(before, until, after, since, is),
      fc.constantFrom('start_date', 'end_date', 'utc_end_date'),
      time,
    )
    .map(([compare, column, value]) => compare(column, value)),
  fc
    .tuple(fc.constantFrom(after, is), fc.integer({ min: 0, max: 4 }))
    .map(([compare, value]) => compare('duration_class', value)),
);

const { days } = fc.letrec<{ days: Condition }>((tie) => ({
  days: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    compared,
    fc.array(tie('days'), { minLength: 1, maxLength: 3 }).map((of) => all(...of)),
    fc.array(tie('days'), { minLength: 1, maxLength: 3 }).map((of) => any(...of)),
    fc.array(tie('days'), { minLength: 1, maxLength: 3 }).map((of) => either(...of)),
    tie('days').map(not),
  ),
}));

test('a page has the rows that each of its conditions chooses, in their order, and their total', async () => {
  const rows = fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 30 });
  const offset = fc.integer({ min: 0, max: 20 });
  await fc.assert(
    fc.asyncProperty(rows, days, offset, async (found, chosen, offset) => {
      const members = memberPlanOf(planFor(all(inCategory, chosen, is('status', 'publish')), { offset, limit: 5 }));
      if (!members) throw new Error('the list has no members');
      const read = await readMembers(readerOf(found), members);
      const expected = found.filter((one) => holds(chosen, one)).map(({ id }) => ({ id }));
      expect(read && members.pageOf(read)).toEqual({
        rows: expected.slice(offset, offset + 5),
        total: expected.length,
      });
    }),
  );
});

test('lists that differ in their days and pages only have the same members', () => {
  const keyOf = (where: Condition, more?: Partial<ListPlan>) => memberPlanOf(planFor(where, more))?.key;
  const key = keyOf(all(inCategory, since('start_date', '2027-06-15 00:00:00')));
  const august = [after('start_date', '2027-07-31 23:59:59'), until('start_date', '2027-08-31 00:00:00')];
  expect(keyOf(all(...august, inCategory), { offset: 30, limit: 5 })).toBe(key);
  const others = [
    keyOf(inCategory),
    // Other times are kept for it.
    keyOf(all(inCategory, until('end_date', '2027-09-01 00:00:00'))),
    keyOf(linked('event_categories', oneOf('id', [8]))),
    keyOf(all(inCategory, is('featured', true))),
    // One part reads more than times.
    keyOf(any(inCategory, since('start_date', '2027-06-15 00:00:00'))),
    keyOf(inCategory, { order: order.map((by) => ({ ...by, descending: true })) }),
    keyOf(inCategory, { language: 'fr' }),
  ];
  expect(new Set([key, ...others]).size).toBe(1 + others.length);
  expect(memberPlanOf(planFor(all(inCategory, since('start_date', '2027-06-15'))))?.plan.where).toEqual(
    all(inCategory, since('start_date', '2027-06-15')),
  );
});

test('lists in another order, and those of tables without times, have none', () => {
  expect(memberPlanOf(planFor(inCategory, { order: [{ column: 'title_key' }, { column: 'id' }] }))).toBeUndefined();
  expect(memberPlanOf(planFor(oneOf('id', [2, 1]), { order: [{ column: 'id', inOrderOf: [2, 1] }] }))).toBeUndefined();
  expect(memberPlanOf({ ...planFor(is('status', 'publish')), table: registry.named('venue') })).toBeUndefined();
});

test('members that are too many, or of which one has no time, are not kept', async () => {
  const one = { ...(fc.sample(row, 1)[0] as Row), end_date: '2027-06-15 00:00:00' };
  const members = memberPlanOf(planFor(all(inCategory, until('end_date', '2027-09-01 00:00:00'))));
  if (!members) throw new Error('the list has no members');
  expect((await readMembers(readerOf([one]), members))?.numbers.get('id')).toEqual(Float64Array.of(one.id));
  expect(await readMembers(readerOf(Array(members.plan.limit).fill(one)), members)).toBeUndefined();
  for (const text of ['', '2027-06-15', '2027/06/15 00:00:00', '2027-06-15 00:00:0x']) {
    expect(await readMembers(readerOf([{ ...one, end_date: text }]), members), text).toBeUndefined();
  }
});
