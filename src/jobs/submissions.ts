// Deletes submissions that were never confirmed, and names and email addresses of senders after a year.
import { any, before } from '../core/condition.js';
import { DAY, plusSeconds } from '../core/time/clock.js';
import { confirmationExpired, submissions } from '../models/submission/submission.js';
import type { Job } from './job.js';

const senderDays = 365;

export const submissionsJob: Job = {
  name: 'submissions',
  intervalSeconds: 3_600,
  run: ({ store, call }) =>
    store.transact(async (writer) => {
      const { now } = call();
      const old = before('created_utc', plusSeconds(now, -senderDays * DAY));
      await writer.remove(submissions, any(confirmationExpired(now), old));
    }),
};
