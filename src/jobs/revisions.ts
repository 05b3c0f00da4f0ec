// Deletes revisions after the configured number of days, oldest first. The state after a revision is found from newer ones
// only, so that the remaining ones can still be restored.
import { setTimeout as sleep } from 'node:timers/promises';
import { before, oneOf } from '../core/condition.js';
import { revisions } from '../core/revision.js';
import { DAY, plusSeconds } from '../core/time/clock.js';
import type { Job } from './job.js';

const batchSize = 500;
/** After each transaction, so that other processes can write to an embedded database. */
const pauseMs = 8;

export const revisionsJob = (days: number): Job => ({
  name: 'revisions',
  intervalSeconds: 3_600,
  run: async ({ store, call, signal }) => {
    const order = [{ column: 'at_utc' }, { column: 'id' }];
    while (!signal.aborted) {
      const where = before('at_utc', plusSeconds(call().now, -days * DAY));
      const ids = await store.ids({ table: revisions, where, order, limit: batchSize });
      if (ids.length === 0) return;
      await store.transact((writer) => writer.remove(revisions, oneOf('id', ids)));
      await sleep(pauseMs);
    }
  },
});
