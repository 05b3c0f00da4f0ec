// Moves events to the trash that their calendar no longer lists, and restores those that return. Past events and past dates of
// a series stay. Removing many at once waits for a person, because a calendar may be empty by mistake.
import { after, all, is, not } from '../core/condition.js';
import type { Context, WriteContext } from '../core/context.js';
import { shapeOf } from '../core/facade.js';
import { type Locked, lockedWith } from '../core/locked.js';
import type { Store } from '../core/store.js';
import type { EventRow } from '../models/event/columns.js';
import { event } from '../models/event/event.js';
import { reopenSeries, seriesBeforeEnd } from '../models/event/series/reopen.js';
import { isMaster } from '../models/event/series/rows.js';
import { isFirst } from '../models/event/series/split.js';
import { type SubscriptionRow, sourceNameOf } from '../models/subscription/subscription.js';
import { readLocked } from '../operations/lock.js';
import { find, findEach } from '../operations/read.js';
import { writesOf } from '../operations/write.js';
import type { ApplyOptions } from './apply-options.js';
import { countMissing, type ImportedEvent, importedEvents, missedState } from './missing.js';
import { imported, type Removed } from './tables.js';

/** More than half of at least so many future events. */
const minAsked = 10;

/** The event, or the first future date of a series. */
async function futurePart({ store, call }: Context, row: EventRow): Promise<number | undefined> {
  if (!isMaster(row)) return row.utc_start_date > call.now ? row.id : undefined;
  const where = all(is('series', row.id), after('utc_start_date', call.now), not(is('status', 'trash')));
  const [first] = await store.ids({ table: event, where, order: [{ column: 'utc_start_date' }], limit: 1 });
  return first;
}

async function withFuture(context: Context, events: readonly ImportedEvent[]): Promise<readonly ImportedEvent[]> {
  const found: ImportedEvent[] = [];
  for (const one of events) if ((await futurePart(context, one.row)) !== undefined) found.push(one);
  return found;
}

export type VanishedResult = Pick<SubscriptionRow, 'missing_events' | 'removal_events'>;

/** After a complete read that listed these external IDs; `undefined`: the same as the last one. */
export async function updateVanished(
  context: Context,
  store: Store,
  source: string,
  seen: ReadonlySet<string> | undefined,
): Promise<VanishedResult> {
  await countMissing(store, source, seen);
  return removeVanished(context, store, source);
}

/** Removes events that were missing often enough, at most `limit`, unless a person must be asked first. */
export async function removeVanished(
  context: Context,
  store: Store,
  source: string,
  limit = Number.POSITIVE_INFINITY,
): Promise<VanishedResult> {
  const events = await importedEvents(store, source);
  const missing = await withFuture(
    context,
    events.filter(({ state }) => state.missed >= missedState.once),
  );
  const vanished = missing.filter(({ state }) => state.missed >= missedState.often);
  const unasked = vanished.filter(({ state }) => state.missed === missedState.often);
  const isAsked = unasked.length * 2 > minAsked && (await isMostOf(context, events, unasked));
  const removed = (isAsked ? vanished.filter((one) => !unasked.includes(one)) : vanished).slice(0, limit);
  for (const one of removed) await removeEvent(context, store, one);
  return { missing_events: missing.length - removed.length, removal_events: isAsked ? unasked.length : 0 };
}

async function isMostOf(
  context: Context,
  events: readonly ImportedEvent[],
  some: readonly ImportedEvent[],
): Promise<boolean> {
  const { length } = await withFuture(context, events);
  return length >= minAsked && some.length * 2 > length;
}

const removeEvent = (context: Context, store: Store, { row: { id }, state }: ImportedEvent): Promise<void> =>
  store.transact(async (writer) => {
    const writing = { ...context, store: writer };
    const shape = shapeOf(context.call.facade, event.name);
    // With its links: the counts of its terms change.
    const found = await readLocked(writer, event, id, async () => (await findEach(writing, shape, [id]))[0]);
    const stored = found as Locked<EventRow> | undefined;
    const current = await writer.read({ table: imported, where: is('id', state.id) });
    if (!stored || stored.status === 'trash' || (current?.missed ?? 0) < missedState.often) return;
    const part = await futurePart(writing, stored);
    if (part === undefined) return;
    const removed = await removeFrom(writing, stored, part);
    await writer.update(imported, state.id, { removed });
  });

/** Removes the event, or the dates of the series from this one on. */
async function removeFrom(context: WriteContext, stored: Locked<EventRow>, part: number): Promise<Removed> {
  const { status } = stored;
  const remove = writesOf(event).remove;
  const shape = shapeOf(context.call.facade, event.name);
  const date = isMaster(stored)
    ? (lockedWith(event, stored, await find(context, shape, { id: part }, 'remove')) as Locked<EventRow>)
    : stored;
  if (date === stored || (await isFirst(context, date))) {
    await remove(context, event, stored, {});
    return { status };
  }
  const series = await seriesBeforeEnd(context, stored, date);
  await remove(context, event, date, { scope: 'following', keepsDates: true });
  return { status, series };
}

/** Restores an event that is listed again, with the status that it had. An event that an editor moved to the trash stays. */
export const restoreReturned =
  (source: SubscriptionRow): NonNullable<ApplyOptions['restore']> =>
  async (context, found, state) => {
    const stored = found as Locked<EventRow>;
    if (state ? !state.removed : stored.source !== sourceNameOf(source)) return false;
    const isTrashed = stored.status === 'trash';
    // Without a state: removed by an earlier version.
    const { status, series }: Removed = state?.removed ?? {
      status: stored.was_public ? 'publish' : source.default_status,
    };
    if (!series && isTrashed) await writesOf(event).update(context, event, stored, { status });
    if (series && !isTrashed && isMaster(stored)) await reopenSeries(context, event, stored, series);
    if (state) await context.store.update(imported, state.id, { missed: missedState.listed, removed: undefined });
    return state !== undefined || isTrashed;
  };
