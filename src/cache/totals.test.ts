// Totals that follow changes: each change counts once, and what cannot be told from a change is counted again.
import { expect, test } from 'vitest';
import { all, type Condition, is } from '../core/condition.js';
import type { Change } from '../core/store.js';
import { registry } from '../models/registry.js';
import { openTotals } from './totals.js';

const table = registry.named('venue');
const planOf = (where: Condition) => ({ table, where });
const published = (number: number): Condition => all(is('status', 'publish'), { is: 'not', of: is('id', -number) });
const untold = (number: number): Condition => is('zip', String(number));
const inserted = (id: number): Change => ({ table: table.table, id, after: { status: 'publish' } });
const seesNothing = () => false;

test('a change counts once for each of many totals, whichever of them it removes', () => {
  const totals = openTotals(registry);
  const isTold = (number: number) => number % 2 === 0;
  const planFor = (number: number) => planOf((isTold(number) ? published : untold)(number));
  for (let number = 0; number < 40; number++) totals.begin(planFor(number))(number, seesNothing);
  // Asked for again, so that the next one, which cannot be told, is the one not asked for longest.
  totals.find(planFor(0));
  totals.apply([{ txid: 1, changes: [inserted(7)] }]);
  for (let number = 0; number < 40; number++) {
    expect(totals.find(planFor(number))).toBe(isTold(number) ? number + 1 : undefined);
  }
});

test('a count that was under way takes in the changes that it did not see', () => {
  const totals = openTotals(registry);
  const put = totals.begin(planOf(published(1)));
  totals.apply([1, 2, 3].map((txid) => ({ txid, changes: [inserted(txid)] })));
  put(10, (txid) => txid <= 2);
  expect(totals.find(planOf(published(1)))).toBe(11);
});

test('a count is not kept when anything may have changed meanwhile', () => {
  const totals = openTotals(registry);
  const put = totals.begin(planOf(published(1)));
  totals.clear();
  put(10, seesNothing);
  expect(totals.find(planOf(published(1)))).toBeUndefined();
});
