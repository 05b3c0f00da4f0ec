// Progress of background work that a change of settings starts.
import { everything } from '../core/condition.js';
import type { Given } from '../core/field.js';
import { jobProgress } from '../core/job-progress.js';
import { key, output } from '../core/output.js';
import { described, integer, listOf, objectOf, orNull, text } from '../core/schema.js';
import { endpoint, operation } from '../http/handler.js';

const maxJobs = 20;

const job = objectOf({
  name: described(text, '`languages`: texts are indexed for new languages.'),
  done: integer,
  total: integer,
  ended_utc: orNull(text, 'Null while it runs.'),
});

const progress = output<Given>('ProgressList', 'Background work, running or ended.', {
  jobs: key(listOf(job), [{ name: 'languages', done: 400, total: 1_200, ended_utc: null }]),
});

export const settingsProgressEndpoint = endpoint('/settings/progress', {
  GET: operation({
    right: 'administer',
    operationId: 'readSettingsProgress',
    summary: 'Get the progress of background work',
    description: 'New languages are used when all texts are indexed for them.',
    tag: { name: 'Settings', description: 'Settings of the site.' },
    output: progress,
    handler: async ({ store }, _, __, reply) => {
      const order = [{ column: 'id' }];
      const rows = await store.list({ table: jobProgress, where: everything, order, limit: maxJobs });
      const jobs = rows.map(({ name, done, total, ended_utc }) => ({
        name,
        done,
        total,
        ended_utc: ended_utc || null,
      }));
      return reply({ jobs });
    },
  }),
});
