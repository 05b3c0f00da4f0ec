// The background jobs of every serving process, as the configuration says.
import type { Config } from './config.js';
import type { Service } from './http/service.js';
import { changesJob } from './jobs/changes.js';
import { geocodeJob } from './jobs/geocode.js';
import type { Job } from './jobs/job.js';
import { languagesJob } from './jobs/languages.js';
import { mailJob } from './jobs/mail.js';
import { passwordRequestsJob } from './jobs/password-requests.js';
import { publishJob } from './jobs/publish.js';
import { recurrenceJob } from './jobs/recurrence.js';
import { removeExpiredJob } from './jobs/remove-expired.js';
import { revisionsJob } from './jobs/revisions.js';
import { statisticsJob } from './jobs/statistics.js';
import { submissionsJob } from './jobs/submissions.js';
import { subscriptionsJob } from './jobs/subscriptions.js';
import { timeZonesJob } from './jobs/time-zones.js';
import { trashJob } from './jobs/trash.js';
import { usageJob } from './jobs/usage.js';
import { webhooksJob } from './jobs/webhooks.js';

export const jobsOf = (
  config: Config,
  { mail, request, webhooks, usage }: Pick<Service, 'mail' | 'request' | 'webhooks' | 'usage'>,
  warn: (text: string) => void,
): readonly Job[] => [
  passwordRequestsJob,
  mailJob(mail.settings, warn),
  webhooksJob(webhooks),
  publishJob,
  ...(config.trashDays > 0 ? [trashJob(config.trashDays)] : []),
  ...(config.revisionsDays > 0 ? [revisionsJob(config.revisionsDays)] : []),
  removeExpiredJob,
  submissionsJob,
  changesJob(config.changesDays),
  statisticsJob,
  timeZonesJob,
  languagesJob,
  subscriptionsJob(request),
  ...(config.recurrence ? [recurrenceJob] : []),
  ...(config.geocoder && config.geolocation ? [geocodeJob(config.geocoder)] : []),
  usageJob(usage.flush),
];
