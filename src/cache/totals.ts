// Cached totals of lists: counted once, then updated by every change, so that a list does not count its rows again.
import { LRUCache } from 'lru-cache';
import { difference, linkedTables } from '../core/change.js';
import type { CountPlan, Tables } from '../core/store.js';
import type { LoggedTransaction, Snapshot, Totals } from '../core/totals.js';

const maxTotals = 2_000;
const maxRecentTransactions = 200;

interface Total {
  readonly plan: CountPlan;
  /** Tables that its condition reaches through links; a change in one of them drops the total. */
  readonly otherTables: ReadonlySet<string>;
  readonly sees: Snapshot;
  value: number;
}

const planKey = ({ table, language, where }: CountPlan): string => JSON.stringify([table.table, language, where]);

export function openTotals(registry: Tables): Totals {
  const totals = new LRUCache<string, Total>({ max: maxTotals });
  /** The latest transactions, for counts that run while they are committed. */
  let recent: LoggedTransaction[] = [];
  let received = 0;

  function apply({ txid, changes }: LoggedTransaction, key: string, total: Total): void {
    const isSeen = total.sees(txid);
    if (isSeen) return;
    for (const change of changes) {
      const isOwn = change.table === total.plan.table.table;
      if (!isOwn && !total.otherTables.has(change.table)) continue;
      const by = isOwn && isSeen === false ? difference(total.plan.where, change, total.plan.table) : undefined;
      if (by === undefined) {
        totals.delete(key);
        return;
      }
      total.value += by;
    }
  }

  const discardPending = () => {
    received += maxRecentTransactions + 1;
  };

  return {
    discardPending,
    find: (plan) => totals.get(planKey(plan))?.value,
    begin: ({ table, where, language }) => {
      const before = received;
      return (value, sees) => {
        if (received - before > maxRecentTransactions) return;
        const plan = { table, where, language };
        const total = { plan, otherTables: linkedTables(where, table, registry), value, sees };
        const key = planKey(plan);
        totals.set(key, total);
        for (const transaction of recent) apply(transaction, key, total);
      };
    },
    apply: (transactions) => {
      received += transactions.length;
      recent = [...recent, ...transactions].slice(-maxRecentTransactions);
      // A copy, because `apply` deletes entries.
      const entries = [...totals.entries()];
      for (const transaction of transactions) for (const [key, total] of entries) apply(transaction, key, total);
    },
    clear: () => {
      totals.clear();
      recent = [];
      discardPending();
    },
  };
}
