// Events that are no longer in the calendar they were imported from. Future ones are moved to the trash, past ones stay.
import { after, all, is, not, oneOf } from '../core/condition.js';
import type { Context, WriteContext } from '../core/context.js';
import { eachRow } from '../core/each-row.js';
import { shapeOf } from '../core/facade.js';
import type { Store } from '../core/store.js';
import type { EventRow } from '../models/event/columns.js';
import { event } from '../models/event/event.js';
import { isMaster } from '../models/event/series/rows.js';
import { readLocked } from '../operations/lock.js';
import { find } from '../operations/read.js';
import { writesOf } from '../operations/write.js';
import { imported } from './tables.js';

async function eventsOf(store: Store, source: string): Promise<readonly EventRow[]> {
  const rows: EventRow[] = [];
  await eachRow(store, event, is('source', source), async (row) => void rows.push(row as EventRow));
  return rows;
}

/** The event, or the first future date of a series, from which on the series ends. */
async function futurePart({ store, call }: WriteContext, row: EventRow): Promise<number | undefined> {
  if (!isMaster(row)) return row.utc_start_date > call.now ? row.id : undefined;
  const where = all(is('series', row.id), after('utc_start_date', call.now), not(is('status', 'trash')));
  const [first] = await store.ids({ table: event, where, order: [{ column: 'utc_start_date' }], limit: 1 });
  return first;
}

const isOfRecord = (ids: readonly number[]) => all(is('resource', event.name), oneOf('record_id', ids));

export async function trashVanished(
  context: Context,
  store: Store,
  source: string,
  seen: ReadonlySet<string>,
): Promise<void> {
  for (const row of await eventsOf(store, source)) {
    if (row.status === 'trash' || seen.has(row.external_id)) continue;
    await store.transact(async (writer) => {
      const writing = { ...context, store: writer };
      const id = await futurePart(writing, row);
      if (id === undefined) return;
      const shape = shapeOf(context.call.facade, event.name);
      const stored = await readLocked(writer, event, id, () => find(writing, shape, { id }, 'remove'));
      if (stored.status === 'trash') return;
      await writesOf(event).remove(writing, event, stored, isMaster(row) ? { scope: 'following' } : {});
      // Without its state the event is imported again if it returns, even if it is unchanged.
      await writer.remove(imported, isOfRecord([row.id]));
    });
  }
}

/** IDs of events in the trash because they had vanished. Those that someone moved there have a state. */
export async function vanishedEvents(store: Store, source: string): Promise<readonly EventRow[]> {
  const trashed = (await eventsOf(store, source)).filter(({ status }) => status === 'trash');
  const vanished: EventRow[] = [];
  for (const row of trashed)
    if (!(await store.read({ table: imported, where: isOfRecord([row.id]) }))) vanished.push(row);
  return vanished;
}

/** Events that had vanished and are in the calendar again. */
export async function restoreReturned(
  context: Context,
  store: Store,
  vanished: readonly EventRow[],
  seen: ReadonlySet<string>,
  status: string,
): Promise<void> {
  const shape = shapeOf(context.call.facade, event.name);
  for (const { id } of vanished.filter(({ external_id }) => seen.has(external_id))) {
    await store.transact(async (writer) => {
      const writing = { ...context, store: writer };
      const stored = await readLocked(writer, event, id, () => find(writing, shape, { id }, 'update'));
      if (stored.status !== 'trash') return;
      await writesOf(event).update(writing, event, stored, { status });
    });
  }
}
