// Totals that were counted once and are kept in step with every change since, so that no list counts its rows anew.
import { difference, linkedTables } from '../core/change.js';
import type { Cell } from '../core/column.js';
import type { CountPlan, Reader, Tables } from '../core/store.js';
import type { Connection, Engine, Logged, Moment } from './engine.js';
import { countedPage, countOver, pageOver } from './reader.js';
import { isTelling } from './sql/selectivity.js';

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
  /** Counts, and pages with their totals, from what is known as far as it goes. */
  readonly over: (connection: Connection, reader: Reader) => Pick<Reader, 'count' | 'page'>;
  readonly apply: (news: readonly Logged[]) => void;
  readonly forget: () => void;
}

export function openTotals(engine: Engine, registry: Tables): Totals {
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

  const keyOf = ({ table, language, where }: CountPlan): string => JSON.stringify([table.table, language, where]);

  function known(key: string): number | undefined {
    const total = totals.get(key);
    if (!total) return undefined;
    // The one that was asked for longest ago is the first to go.
    totals.delete(key);
    totals.set(key, total);
    return total.value;
  }

  /** Keeps a total that was counted at this moment, when so much was heard. */
  function keep(key: string, { table, where, language }: CountPlan, value: number, moment: Cell, before: number): void {
    if (heard - before > mostRecent) return;
    const plan = { table, where, language };
    const total = { plan, others: linkedTables(where, table, registry), value, saw: engine.feed.readMoment(moment) };
    totals.set(key, total);
    for (const logged of recent) apply(logged, key, total);
    const [oldest = key] = totals.keys();
    if (totals.size > most) totals.delete(oldest);
  }

  return {
    over: (connection, reader) => {
      const count: Reader['count'] = async (plan) => {
        const key = keyOf(plan);
        const total = known(key);
        if (total !== undefined) return total;
        const before = heard;
        const [counted = 0, moment = null] = await countOver(connection, engine, registry, plan, engine.feed.moment);
        const value = Number(counted);
        keep(key, plan, value, moment, before);
        return value;
      };
      const page: Reader['page'] = async (plan) => {
        const key = keyOf(plan);
        const total = known(key);
        if (total !== undefined || !isTelling(plan.where)) {
          return countedPage(plan, total ?? (await count(plan)), reader.list);
        }
        const before = heard;
        const found = await pageOver(connection, engine, registry, plan, engine.feed.moment);
        keep(key, plan, found.total, found.beside, before);
        return found;
      };
      return { count, page };
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
