// Deletes submissions that were never confirmed, names and email addresses of senders after the time that the settings of the
// site have, and pictures of events that no longer wait for review.
import { all, any, before, is, oneOf } from '../core/condition.js';
import type { Writer } from '../core/store.js';
import { DAY, plusSeconds } from '../core/time/clock.js';
import { event } from '../models/event/event.js';
import { confirmationExpired, holdsPicture, submissionClients, submissions } from '../models/submission/submission.js';
import type { Job } from './job.js';

export const submissionsJob: Job = {
  name: 'submissions',
  intervalSeconds: 3_600,
  run: ({ store, call }) =>
    store.transact(async (writer) => {
      const { now, site } = call();
      const old = before('created_utc', plusSeconds(now, -site.submissions.days * DAY));
      await writer.remove(submissions, any(confirmationExpired(now), old));
      await dropPictures(writer);
    }),
};

/** More are not held. */
const maxDropped = 500;

/** A decision removes the picture itself; this is for events that were published or moved to the trash in another way. */
async function dropPictures(store: Writer): Promise<void> {
  const order = [{ column: 'id' }];
  const ids = await store.ids({ table: submissions, where: holdsPicture, order, limit: maxDropped });
  const held = await store.list({ table: submissionClients, where: oneOf('id', ids), order, limit: maxDropped });
  const events = oneOf(
    'id',
    held.map(({ event_id }) => event_id),
  );
  const where = all(events, is('status', 'pending'));
  const waiting = new Set(await store.ids({ table: event, where, order, limit: maxDropped }));
  for (const { id, event_id } of held) if (!waiting.has(event_id)) await store.update(submissions, id, { content: {} });
}
