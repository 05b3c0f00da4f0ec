// Reads subscriptions to other calendars when they are due.
import type { RequestContext } from '../core/context.js';
import { openSemaphore } from '../core/semaphore.js';
import { readReserved, reserve } from '../imports/subscription.js';
import { isDue, subscription } from '../models/subscription/subscription.js';
import type { GuardedRequest } from '../net/fetch.js';
import type { Job } from './job.js';

/** Of one run. */
const maxReads = 20;
/** At a time, so that a slow server does not keep the others waiting. */
const maxConcurrent = 4;

export const subscriptionsJob = (request: GuardedRequest): Job => ({
  name: 'subscriptions',
  intervalSeconds: 60,
  run: async ({ call, signal, ...parts }) => {
    const { store } = parts;
    const order = [{ column: 'next_utc' }, { column: 'id' }];
    const due = await store.ids({ table: subscription, where: isDue(call().now), order, limit: maxReads });
    const slot = openSemaphore(maxConcurrent, maxReads);
    const read = async (id: number): Promise<void> => {
      const row = signal.aborted ? undefined : await reserve(store, id, call().now, true);
      if (!row) return;
      const actor = { ...call().actor, via: 'subscriptions' };
      const context: RequestContext = { ...parts, call: { ...call(), actor } };
      await readReserved(row, { context, store, request, now: () => call().now, signal });
    };
    const reads = await Promise.allSettled(due.map((id) => slot(() => read(id))));
    for (const done of reads) if (done.status === 'rejected') throw done.reason;
  },
});
