// Progress of background work that a change of settings starts.
import { everything } from '../core/condition.js';
import { jobProgress } from '../core/job-progress.js';
import type { CustomHandlers, Handler } from './handler.js';

const maxJobs = 20;

const readProgress: Handler = async ({ store }) => {
  const rows = await store.list({ table: jobProgress, where: everything, order: [{ column: 'id' }], limit: maxJobs });
  const jobs = rows.map(({ name, done, total, ended_utc }) => ({ name, done, total, ended_utc: ended_utc || null }));
  return { statusCode: 200, headers: {}, body: { jobs } };
};

export const settingsHandlers: CustomHandlers = { 'settings-progress': { GET: readProgress } };
