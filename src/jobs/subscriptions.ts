// Reads subscriptions to other calendars when they are due.
import type { RequestContext } from '../core/context.js';
import { readReserved, reserve } from '../imports/subscription.js';
import { isDue, subscription } from '../models/subscription/subscription.js';
import type { GuardedRequest } from '../net/fetch.js';
import type { Job } from './job.js';

/** Of one run, so that other jobs are not kept waiting for slow servers. */
const maxReads = 20;

export const subscriptionsJob = (request: GuardedRequest): Job => ({
  name: 'subscriptions',
  intervalSeconds: 60,
  run: async ({ call, signal, ...parts }) => {
    const { store } = parts;
    const order = [{ column: 'next_utc' }, { column: 'id' }];
    const due = await store.ids({ table: subscription, where: isDue(call().now), order, limit: maxReads });
    const faults: unknown[] = [];
    for (const id of due) {
      if (signal.aborted) return;
      const row = await reserve(store, id, call().now, true);
      if (!row) continue;
      const actor = { ...call().actor, via: 'subscriptions' };
      const context: RequestContext = { ...parts, call: { ...call(), actor } };
      await readReserved(row, { context, store, request, now: () => call().now, signal }).catch((error: unknown) => {
        faults.push(error);
      });
    }
    if (faults.length > 0) throw faults[0];
  },
});
