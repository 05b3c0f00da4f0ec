// Creates records under the IDs that they had in another system, where these are free.
import { oneOf } from '../core/condition.js';
import type { WriteContext } from '../core/context.js';
import type { Model } from '../core/model.js';
import type { Writer } from '../core/store.js';
import { tombstones } from '../core/tombstone.js';
import type { Incoming, Warning } from './incoming.js';

/** Leaves room for the ids that follow, whatever IDs another system claims to have. */
export const maxId = 2_000_000_000;

/** A writer that gives new records of the model these IDs, in order; for 0 or a missing one, the next of the
 * sequence. */
export function withIds(store: Writer, model: Model, ids: readonly number[]): Writer {
  if (!ids.some((id) => id > 0)) return store;
  const queue = [...ids];
  return {
    ...store,
    takeIds: async (table, count) => {
      if (table.name !== model.name) return store.takeIds(table, count);
      const wanted = Array.from({ length: count }, () => queue.shift() ?? 0);
      const fresh = [...(await store.takeIds(table, wanted.filter((id) => id === 0).length))];
      return wanted.map((id) => id || (fresh.shift() ?? 0));
    },
  };
}

const maxNamed = 10;

export function idsTaken(place: string, ids: readonly number[]): Warning {
  const named = ids.slice(0, maxNamed).join(', ');
  const text =
    ids.length === 1
      ? `Another record has the ID ${named}: a new one is used.`
      : `Other records have ${ids.length} of its IDs (${named}${ids.length > maxNamed ? ', …' : ''}): new ones are used.`;
  return { kind: 'ID taken', place, text };
}

/** Those that a record of the same sequence has or had. */
export async function takenIds(
  { store, registry }: WriteContext,
  model: Model,
  wanted: readonly number[],
): Promise<ReadonlySet<number>> {
  const taken = new Set<number>();
  const tables = [...registry.models.filter(({ sequence }) => sequence === model.sequence), tombstones];
  for (const table of tables) {
    for (const id of await store.ids({ table, where: oneOf('id', wanted), order: [], limit: wanted.length }))
      taken.add(id);
  }
  return taken;
}

/** The wanted IDs of the records and of their parts. No record of the same sequence has or had them. */
export async function freeIds(
  context: WriteContext,
  model: Model,
  records: readonly Incoming[],
): Promise<{ readonly ids: readonly number[]; readonly taken: ReadonlyMap<Incoming, readonly Warning[]> }> {
  const all = records.flatMap(({ id, partIds = [] }) => [id ?? 0, ...partIds]);
  const wanted = all.filter((id) => id > 0);
  if (wanted.length === 0) return { ids: [], taken: new Map() };
  const taken = await takenIds(context, model, wanted);
  const seen = new Set<number>();
  const isFree = (id: number) => {
    const free = id > 0 && id <= maxId && !taken.has(id) && !seen.has(id);
    seen.add(id);
    return free;
  };
  const warnings = new Map<Incoming, readonly Warning[]>();
  for (const record of records) {
    const { id, place, partIds = [] } = record;
    const others = [...(id === undefined ? [] : [id]), ...partIds].filter((one) => taken.has(one) || one > maxId);
    if (others.length > 0) warnings.set(record, [idsTaken(place, others)]);
  }
  const ids = all.map((id) => (isFree(id) ? id : 0));
  await context.store.reserveIds(
    model,
    ids.filter((id) => id > 0),
  );
  return { ids, taken: warnings };
}
