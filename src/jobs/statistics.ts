// Keeps the query planner's statistics up to date, also those of a store that was filled before it had any.
import type { Job } from './job.js';

export const statisticsJob: Job = {
  name: 'statistics',
  intervalSeconds: 86_400,
  run: ({ store }) => store.updateStatistics(),
};
