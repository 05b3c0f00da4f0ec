// Totals that were counted once and are kept in step with every change since, so that no list counts its rows anew.
import { difference, linkedTables } from '../core/change.js';
import type { Registry } from '../core/resource.js';
import type { CountPlan } from '../core/store.js';
import { compiler } from './compile.js';
import type { Connection, Engine, Logged, Moment } from './dialect.js';

const most = 2_000;
const mostRecent = 200;

interface Total {
  readonly plan: CountPlan;
  /** Tables that it rests on beside its own. */
  readonly others: ReadonlySet<string>;
  /** Whether the count saw a transaction already. */
  readonly saw: Moment;
  value: number;
}

export interface Totals {
  readonly count: (plan: CountPlan, connection: Connection) => Promise<number>;
  readonly apply: (news: readonly Logged[]) => void;
  readonly forget: () => void;
}

export function openTotals(engine: Engine, registry: Registry): Totals {
  const totals = new Map<string, Total>();
  /** The latest news, for counts that were under way when it came. */
  let recent: Logged[] = [];
  let heard = 0;

  function apply({ mark, changes }: Logged, key: string, total: Total): void {
    if (total.saw(mark)) return;
    for (const change of changes) {
      const own = change.table === total.plan.table.table;
      if (!own && !total.others.has(change.table)) continue;
      const by = own ? difference(total.plan.where, change) : undefined;
      if (by === undefined) {
        totals.delete(key);
        return;
      }
      total.value += by;
    }
  }

  return {
    count: async (plan, connection) => {
      const key = JSON.stringify([plan.table.table, plan.language, plan.where]);
      const known = totals.get(key);
      if (known) {
        // The one that was asked for longest ago is the first to go.
        totals.delete(key);
        totals.set(key, known);
        return known.value;
      }
      const before = heard;
      const [row] = await connection.all(compiler(engine.dialect, registry).count(plan, engine.feed.moment));
      const value = Number(row?.[0] ?? 0);
      if (heard - before > mostRecent) return value;
      const others = linkedTables(plan.where, plan.table, registry);
      const total = { plan, others, value, saw: engine.feed.readMoment(row?.[1] ?? null) };
      totals.set(key, total);
      for (const logged of recent) apply(logged, key, total);
      if (totals.size > most) totals.delete(totals.keys().next().value as string);
      return value;
    },
    apply: (news) => {
      heard += news.length;
      recent = [...recent, ...news].slice(-mostRecent);
      for (const logged of news) for (const [key, total] of totals) apply(logged, key, total);
    },
    forget: () => {
      totals.clear();
      recent = [];
      heard += mostRecent + 1;
    },
  };
}
