// Events that a subscribed calendar no longer lists. Each read counts in how many reads in a row an event was missing; after
// the second one it may be removed, unless a person keeps it.

import { all, is, oneOf } from '../core/condition.js';
import { eachRow } from '../core/each-row.js';
import { slices } from '../core/slices.js';
import type { Reader, Store } from '../core/store.js';
import type { EventRow } from '../models/event/columns.js';
import { event } from '../models/event/event.js';
import { type ImportedRow, imported } from './tables.js';

/** Values of `missed` beside the number of reads. */
export const missedState = {
  /** A person decided to keep the event, until the calendar lists it again. */
  kept: -1,
  listed: 0,
  once: 1,
  /** Missing often enough to be removed. */
  often: 2,
  /** A person decided to remove it. */
  confirmed: 3,
} as const;

/** An event of a calendar, with what is known of its import. */
export interface ImportedEvent {
  readonly row: EventRow;
  readonly state: ImportedRow;
}

const batchSize = 500;

/** Events outside the trash. */
export async function importedEvents(store: Reader, source: string): Promise<readonly ImportedEvent[]> {
  const rows: EventRow[] = [];
  await eachRow(store, event, is('source', source), async (row) => {
    if (row.status !== 'trash') rows.push(row as EventRow);
  });
  const found: ImportedEvent[] = [];
  for (const batch of slices(rows, batchSize)) {
    const ids = batch.map(({ id }) => id);
    const where = all(is('resource', event.name), is('source', source), oneOf('record_id', ids));
    const states = await store.list({ table: imported, where, order: [], limit: ids.length });
    const stateOf = new Map(states.map((state) => [state.record_id, state]));
    for (const row of batch) {
      const state = stateOf.get(row.id);
      if (state) found.push({ row, state });
    }
  }
  return found;
}

/** Only of states that still have the value that the decision is based on. */
export async function setMissed(
  store: Store,
  events: readonly ImportedEvent[],
  missed: number,
  removed: Pick<ImportedRow, 'removed'> | undefined = undefined,
): Promise<void> {
  for (const from of new Set(events.map(({ state }) => state.missed))) {
    const ids = events.filter(({ state }) => state.missed === from).map(({ state }) => state.id);
    for (const batch of slices(ids, batchSize)) {
      const where = all(oneOf('id', batch), is('missed', from));
      await store.transact((writer) => writer.updateWhere(imported, where, { missed, ...removed }));
    }
  }
}

/** Counts a complete read that listed these external IDs; `undefined`: the same as the last one. */
export async function countMissing(store: Store, source: string, seen: ReadonlySet<string> | undefined): Promise<void> {
  const events = await importedEvents(store, source);
  const isListed = ({ row }: ImportedEvent): boolean => seen?.has(row.external_id) ?? false;
  const isMissed = (one: ImportedEvent, missed: number): boolean => one.state.missed === missed && !isListed(one);
  await setMissed(
    store,
    events.filter((one) => isListed(one) && one.state.missed !== missedState.listed),
    missedState.listed,
  );
  // An editor restored it from the trash. A series without its later dates was not there.
  const restored = events.filter((one) => one.state.removed && !one.state.removed.series && !isListed(one));
  await setMissed(store, restored, missedState.kept, { removed: undefined });
  const counted = events.filter((one) => !restored.includes(one));
  await setMissed(
    store,
    counted.filter((one) => isMissed(one, missedState.once)),
    missedState.often,
  );
  if (!seen) return;
  await setMissed(
    store,
    counted.filter((one) => isMissed(one, missedState.listed)),
    missedState.once,
  );
}
