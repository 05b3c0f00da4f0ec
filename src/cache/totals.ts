// Cached totals of lists: counted once, then corrected by the changes since when they are asked for, so that a list does not
// count its rows again and a change costs the same however many totals there are.
import { LRUCache } from 'lru-cache';
import { difference, linkedTables } from '../core/change.js';
import type { Change, CountPlan, Tables } from '../core/store.js';
import type { Snapshot, Totals } from '../core/totals.js';

const maxBytes = 5_000_000;
/** Of a total beside its plan, and of each letter of the plan as text and as objects. */
const bytesOf = { total: 500, letter: 8 };
/** A total that was not asked for during more changes is dropped. */
const maxRecentChanges = 1_000;

interface Total {
  readonly plan: CountPlan;
  /** Tables that its condition reaches through links; a change in one of them drops the total. */
  readonly otherTables: ReadonlySet<string>;
  readonly sees: Snapshot;
  /** How many changes had been received before those that are to be applied, except those that the count saw. */
  readonly receivedBefore: number;
  readonly value: number;
}

interface LoggedChange {
  readonly txid: number;
  readonly change: Change;
}

const planKey = ({ table, language, where }: CountPlan): string => JSON.stringify([table.table, language, where]);

export function openTotals(registry: Tables): Totals {
  const totals = new LRUCache<string, Total>({
    maxSize: maxBytes,
    sizeCalculation: (_, key) => bytesOf.total + key.length * bytesOf.letter,
  });
  let recent: readonly LoggedChange[] = [];
  let received = 0;
  /** How often counts in progress were discarded. */
  let discarded = 0;

  /** Undefined if the changes since do not decide it. */
  function currentValue({
    plan: { table, where },
    otherTables,
    sees,
    receivedBefore,
    value,
  }: Total): number | undefined {
    const missed = received - receivedBefore;
    if (missed > recent.length) return undefined;
    let current = value;
    for (const { txid, change } of missed > 0 ? recent.slice(-missed) : []) {
      const isOwn = change.table === table.table;
      if (!isOwn && !otherTables.has(change.table)) continue;
      const isSeen = sees(txid);
      if (isSeen) continue;
      const by = isOwn && isSeen === false ? difference(where, change, table) : undefined;
      if (by === undefined) return undefined;
      current += by;
    }
    return current;
  }

  const discardPending = () => {
    discarded++;
  };

  return {
    discardPending,
    find: (plan) => {
      const key = planKey(plan);
      const total = totals.get(key);
      if (!total || total.receivedBefore === received) return total?.value;
      const value = currentValue(total);
      if (value === undefined) totals.delete(key);
      else totals.set(key, { ...total, receivedBefore: received, value });
      return value;
    },
    begin: ({ table, where, language }) => {
      const [receivedAtStart, discardedAtStart] = [received, discarded];
      return (value, sees) => {
        if (discarded !== discardedAtStart || received - receivedAtStart > recent.length) return;
        const plan = { table, where, language };
        // The count may lack any recent change.
        const receivedBefore = received - recent.length;
        totals.set(planKey(plan), {
          plan,
          otherTables: linkedTables(where, table, registry),
          value,
          sees,
          receivedBefore,
        });
      };
    },
    apply: (transactions) => {
      const logged = transactions.flatMap(({ txid, changes }) => changes.map((change) => ({ txid, change })));
      received += logged.length;
      recent = [...recent, ...logged].slice(-maxRecentChanges);
    },
    clear: () => {
      totals.clear();
      recent = [];
      discardPending();
    },
  };
}
