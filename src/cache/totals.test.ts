// Cached totals: every change is applied once, and totals that a change alone cannot update are dropped.
import { expect, test } from 'vitest';
import { all, type Condition, everything, is, linked } from '../core/condition.js';
import type { Change } from '../core/store.js';
import { registry } from '../models/registry.js';
import { openTotals } from './totals.js';

const table = registry.named('venue');
const planOf = (where: Condition) => ({ table, where });
const published = (number: number): Condition => all(is('status', 'publish'), { is: 'not', of: is('id', -number) });
const undecidable = (number: number): Condition => is('zip', String(number));
const inserted = (id: number): Change => ({ table: table.table, id, after: { status: 'publish' } });
const seesNothing = () => false;

test('applies a change once to each total, even when it drops others', () => {
  const totals = openTotals(registry);
  const isDecidable = (number: number) => number % 2 === 0;
  const planFor = (number: number) => planOf((isDecidable(number) ? published : undecidable)(number));
  for (let number = 0; number < 40; number++) totals.begin(planFor(number))(number, seesNothing);
  // Makes total 1, which the change drops, the least recently used entry of the LRU.
  totals.find(planFor(0));
  totals.apply([{ txid: 1, changes: [inserted(7)] }]);
  for (let number = 0; number < 40; number++) {
    expect(totals.find(planFor(number))).toBe(isDecidable(number) ? number + 1 : undefined);
  }
});

test('adds the changes that a concurrent count did not see', () => {
  const totals = openTotals(registry);
  const put = totals.begin(planOf(published(1)));
  totals.apply([1, 2, 3].map((txid) => ({ txid, changes: [inserted(txid)] })));
  put(10, (txid) => txid <= 2);
  expect(totals.find(planOf(published(1)))).toBe(11);
});

test('discards a count when the totals were cleared during it', () => {
  const totals = openTotals(registry);
  const put = totals.begin(planOf(published(1)));
  totals.clear();
  put(10, seesNothing);
  expect(totals.find(planOf(published(1)))).toBeUndefined();
});

test('drops a total when it is unknown whether the count included a change of it', () => {
  const totals = openTotals(registry);
  const plan = planOf(published(1));
  totals.begin(plan)(10, () => undefined);
  totals.apply([{ txid: 1, changes: [{ table: 'tags', id: 1, after: { status: 'publish' } }] }]);
  expect(totals.find(plan)).toBe(10);
  totals.apply([{ txid: 2, changes: [inserted(7)] }]);
  expect(totals.find(plan)).toBeUndefined();
});

test('keeps its totals, but not a count of a replica that lagged', () => {
  const totals = openTotals(registry);
  totals.begin(planOf(published(1)))(10, seesNothing);
  const put = totals.begin(planOf(published(2)));
  totals.discardPending();
  put(10, seesNothing);
  expect([1, 2].map((number) => totals.find(planOf(published(number))))).toEqual([10, undefined]);
});

test('a total is dropped by a change of a table that its condition reaches, and kept by any other', () => {
  const totals = openTotals(registry);
  const plan = planOf(all(is('status', 'publish'), linked('event_venues', everything)));
  totals.begin(plan)(10, seesNothing);
  totals.apply([{ txid: 1, changes: [{ table: 'tags', id: 1, after: { status: 'publish' } }] }]);
  expect(totals.find(plan)).toBe(10);
  totals.apply([{ txid: 2, changes: [{ table: 'events', id: 1, after: { status: 'publish' } }] }]);
  expect(totals.find(plan)).toBeUndefined();
});

test('a count that took longer than the log of recent transactions is not kept', () => {
  const transactions = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ txid: at, changes: [inserted(at + 1)] }));
  const totalAfter = (count: number) => {
    const totals = openTotals(registry);
    totals.apply(transactions(900));
    const put = totals.begin(planOf(published(1)));
    totals.apply(transactions(count));
    // It saw the transactions before it, and none of those that came meanwhile.
    put(10, seesNothing);
    return totals.find(planOf(published(1)));
  };
  expect([totalAfter(1_000), totalAfter(1_001)]).toEqual([1_010, undefined]);
});

test('a total that was not asked for is corrected by up to a thousand changes', () => {
  const totalAfter = (count: number, asked: number) => {
    const totals = openTotals(registry);
    const plan = planOf(published(1));
    totals.begin(plan)(10, seesNothing);
    for (let at = 1; at <= count; at++) {
      totals.apply([{ txid: at, changes: [inserted(at + 1)] }]);
      if (at === asked) totals.find(plan);
    }
    return totals.find(plan);
  };
  expect([totalAfter(1_000, 0), totalAfter(1_001, 0), totalAfter(1_001, 1)]).toEqual([1_010, undefined, 1_011]);
});

test('totals are bounded by the size of their conditions', () => {
  const totals = openTotals(registry);
  const plans = Array.from({ length: 1_000 }, (_, at) => planOf(is('city', `${at}${'x'.repeat(1_000)}`)));
  for (const plan of plans) totals.begin(plan)(1, seesNothing);
  const kept = plans.filter((plan) => totals.find(plan) !== undefined).length;
  expect(kept).toBeGreaterThan(400);
  expect(kept).toBeLessThan(700);
  totals.begin(planOf(is('city', 'x'.repeat(1_000_000))))(1, seesNothing);
  expect(totals.find(planOf(is('city', 'x'.repeat(1_000_000))))).toBeUndefined();
});
