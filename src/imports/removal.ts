// The decision of a person about events that vanished from a subscribed calendar together.
import { is } from '../core/condition.js';
import type { Context } from '../core/context.js';
import { Problem } from '../core/problem.js';
import type { Store } from '../core/store.js';
import { type SubscriptionRow, sourceNameOf, subscription } from '../models/subscription/subscription.js';
import { readLocked } from '../operations/lock.js';
import { importedEvents, missedState, setMissed } from './missing.js';
import { removeVanished } from './vanished.js';

/** Events that a request removes; the others are removed by the next read. */
const maxRemoved = 200;

/** Takes the question from the subscription, so that only one decision counts. */
const takeQuestion = (store: Store, id: number): Promise<SubscriptionRow> =>
  store.transact(async (writer) => {
    const row = await readLocked(writer, subscription, id, () =>
      writer.read({ table: subscription, where: is('id', id) }),
    );
    if (!row) throw new Problem('not-found', { resource: subscription.name });
    if (row.removal_events === 0) throw new Problem('no-removal');
    await writer.update(subscription, id, { removal_events: 0, removal_utc: '', message: '' });
    return row;
  });

async function decide(store: Store, row: SubscriptionRow, missed: number): Promise<void> {
  const events = await importedEvents(store, sourceNameOf(row));
  await setMissed(
    store,
    events.filter(({ state }) => state.missed === missedState.often),
    missed,
  );
}

export async function confirmRemoval(context: Context, store: Store, id: number): Promise<void> {
  const row = await takeQuestion(store, id);
  await decide(store, row, missedState.confirmed);
  const { missing_events } = await removeVanished(context, store, sourceNameOf(row), maxRemoved);
  const next = missing_events > 0 ? { next_utc: context.call.now } : {};
  await store.transact((writer) => writer.update(subscription, id, { missing_events, ...next }));
}

export async function keepEvents(_: Context, store: Store, id: number): Promise<void> {
  await decide(store, await takeQuestion(store, id), missedState.kept);
}
