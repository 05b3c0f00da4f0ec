// Adds the request counters of this process to the table.
import type { Transacting } from '../core/store.js';
import type { Job } from './job.js';

export const usageJob = (flush: (store: Transacting, now: string) => Promise<void>): Job => ({
  name: 'usage',
  intervalSeconds: 60,
  run: ({ store, call }) => flush(store, call().now),
});
