// Checks which ids exist. Lookups of the same microtask share one query, as with the events of an import.
import { all, type Condition, oneOf } from './condition.js';
import type { Context } from './context.js';
import type { Table } from './store.js';

interface PendingLookup {
  readonly ids: Set<number>;
  readonly result: Promise<ReadonlySet<number>>;
}

const pendingByContext = new WeakMap<Context, Map<string, PendingLookup>>();
const maxIdsPerQuery = 1_000;

export async function existingIds(
  context: Context,
  table: Table,
  ids: readonly number[],
  visible: Condition,
): Promise<ReadonlySet<number>> {
  const pending = pendingByContext.get(context) ?? new Map<string, PendingLookup>();
  pendingByContext.set(context, pending);
  const key = JSON.stringify([table.name, visible]);
  const lookup = pending.get(key) ?? begin();
  for (const id of ids) lookup.ids.add(id);
  return lookup.result;

  function begin(): PendingLookup {
    const lookupIds = new Set<number>();
    const result = Promise.resolve().then(() => {
      pending.delete(key);
      return find(context, table, [...lookupIds], visible);
    });
    const lookup = { ids: lookupIds, result };
    pending.set(key, lookup);
    return lookup;
  }
}

async function find(context: Context, table: Table, ids: readonly number[], visible: Condition): Promise<Set<number>> {
  const parts = Array.from({ length: Math.ceil(ids.length / maxIdsPerQuery) }, (_, at) =>
    ids.slice(at * maxIdsPerQuery, (at + 1) * maxIdsPerQuery),
  );
  const lists = parts.map((part) => {
    const where = all(oneOf('id', part), visible);
    return context.store.ids({ table, where, order: [], limit: maxIdsPerQuery });
  });
  return new Set((await Promise.all(lists)).flat());
}
