// Deletes submissions that were never confirmed, and names and email addresses of senders after the time that the settings
// of the site have.
import { any, before } from '../core/condition.js';
import { DAY, plusSeconds } from '../core/time/clock.js';
import { confirmationExpired, submissions } from '../models/submission/submission.js';
import type { Job } from './job.js';

export const submissionsJob: Job = {
  name: 'submissions',
  intervalSeconds: 3_600,
  run: ({ store, call }) =>
    store.transact(async (writer) => {
      const { now, site } = call();
      const old = before('created_utc', plusSeconds(now, -site.submissions.days * DAY));
      await writer.remove(submissions, any(confirmationExpired(now), old));
    }),
};
