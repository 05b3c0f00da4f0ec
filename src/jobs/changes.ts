// Forgets deleted records among the changes after some days. Clients with an older token start again.
import { DAY, plusSeconds } from '../core/time/clock.js';
import type { Job } from './job.js';

export const changesJob = (days: number): Job => ({
  name: 'changes',
  intervalSeconds: 86_400,
  run: async ({ store, call }) => {
    await store.positions.purge(plusSeconds(call().now, -days * DAY));
  },
});
