// Updates the query planner's statistics once a day, also in a database that was filled before it had any.
import type { Job } from './job.js';

export const statisticsJob: Job = {
  name: 'statistics',
  intervalSeconds: 86_400,
  run: ({ store }) => store.updateStatistics(),
};
