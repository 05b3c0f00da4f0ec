// Cached totals: every change is applied once, and totals that a change alone cannot update are dropped.
import { expect, test } from 'vitest';
import { all, type Condition, is } from '../core/condition.js';
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
