// Limits of submissions in the database: they hold without the rate limits, in all processes and after a restart.
import { all, type Condition, is, since } from '../core/condition.js';
import type { Reader, Writer } from '../core/store.js';
import { DAY, plusSeconds } from '../core/time/clock.js';
import { type SubmissionRow, submissionClients, submissions } from '../models/submission/submission.js';

/** Submissions that wait for a confirmation: of all senders, of one client and of one email address. */
export const maxUnconfirmed = 500;
export const maxUnconfirmedPerClient = 20;
const maxUnconfirmedPerSender = 3;
/** Submissions of one day, confirmed or not, which limit the queue of the editors: of all, and of one client. */
export const maxPerDay = 500;
export const maxPerDayPerClient = 50;

const isUnconfirmed = is('event_id', 0);

type Sender = Pick<SubmissionRow, 'email_key' | 'client_key'>;

/** Makes room for one more submission, if the sender has not used up the own limits. False if there is none. */
export async function makeRoom(store: Writer, { email_key, client_key }: Sender, now: string): Promise<boolean> {
  const count = counterIn(store);
  const today = since('created_utc', plusSeconds(now, -DAY));
  if ((await count(isUnconfirmed, is('email_key', email_key))) >= maxUnconfirmedPerSender) return false;
  if ((await count(isUnconfirmed, is('client_key', client_key))) >= maxUnconfirmedPerClient) return false;
  if ((await count(today, is('client_key', client_key))) >= maxPerDayPerClient) return false;
  // Only one of today makes room on a full day.
  if ((await count(today)) >= maxPerDay && !(await removeOldest(store, all(isUnconfirmed, today)))) return false;
  return (await count(isUnconfirmed)) < maxUnconfirmed || removeOldest(store, isUnconfirmed);
}

const counterIn =
  (store: Reader) =>
  (...where: readonly Condition[]): Promise<number> =>
    store.count({ table: submissions, where: all(...where) });

/** Of the client with the most of these submissions, so that a flood displaces itself. False if there is none. */
async function removeOldest(store: Writer, where: Condition): Promise<boolean> {
  const order = [{ column: 'created_utc' }, { column: 'id' }];
  const rows = await store.list({ table: submissionClients, where, order, limit: maxUnconfirmed });
  const counts = new Map<string, number>();
  for (const { client_key } of rows) counts.set(client_key, (counts.get(client_key) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const oldest = rows.find(({ client_key }) => counts.get(client_key) === most);
  return oldest !== undefined && (await store.remove(submissions, is('id', oldest.id))) > 0;
}
