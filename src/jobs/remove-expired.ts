// Deletes expired sessions, unfinished sign-ins, one-time links, browsers not used for long, idempotent responses, and dry runs of imports.
import { all, before, is } from '../core/condition.js';
import { DAY, plusSeconds } from '../core/time/clock.js';
import { imports } from '../imports/tables.js';
import {
  accountLinks,
  idempotencySeconds,
  idempotentResponses,
  knownBrowserSeconds,
  knownBrowsers,
  pendingSignIns,
  sessions,
} from '../models/account/account.js';
import type { Job } from './job.js';

export const removeExpiredJob: Job = {
  name: 'expired',
  intervalSeconds: 3_600,
  run: ({ store, call }) =>
    store.transact(async (writer) => {
      const { now } = call();
      await writer.remove(sessions, before('expires_utc', now));
      await writer.remove(pendingSignIns, before('expires_utc', now));
      await writer.remove(knownBrowsers, before('last_used_utc', plusSeconds(now, -knownBrowserSeconds)));
      await writer.remove(accountLinks, before('expires_utc', now));
      await writer.remove(imports, all(is('dry_run', true), before('started_utc', plusSeconds(now, -DAY))));
      await writer.remove(idempotentResponses, before('created_utc', plusSeconds(now, -idempotencySeconds)));
    }),
};
