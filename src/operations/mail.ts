// Queues mails in the transaction of the change that causes them; `jobs/mail.ts` sends them.
import { all, is, since } from '../core/condition.js';
import { headerText, isEmailAddress, type Mail, mails } from '../core/mail.js';
import { Problem } from '../core/problem.js';
import type { Reader, Writer } from '../core/store.js';
import { plusSeconds } from '../core/time/clock.js';

/** Mails that wait at most: a mail server that is down must not fill the database. */
export const maxQueuedMails = 10_000;
/** Notices to one address within an hour. */
export const maxNoticesPerHour = 20;

const isQueueFull = async (store: Reader): Promise<boolean> =>
  (await store.count({ table: mails, where: is('state', 'queued') })) >= maxQueuedMails;

/** Throws if the queue is full. The address must be valid: it comes from a validated field. */
export async function queueMail(store: Writer, mail: Mail, now: string): Promise<void> {
  if (await isQueueFull(store)) throw new Problem('mail-queue-full');
  await insert(store, mail, now);
}

/** Queues a mail that the change does not depend on: skipped if the queue is full, or if the address gets too many. */
export async function queueNotice(store: Writer, mail: Mail, now: string): Promise<void> {
  const lastHour = all(is('recipient', mail.to), since('created_utc', plusSeconds(now, -3_600)));
  if ((await store.count({ table: mails, where: lastHour })) >= maxNoticesPerHour) return;
  if (!(await isQueueFull(store))) await insert(store, mail, now);
}

async function insert(store: Writer, { to, subject, text }: Mail, now: string): Promise<void> {
  if (!isEmailAddress(to)) throw new TypeError('a mail needs one valid address');
  await store.insert(mails, {
    recipient: to,
    subject: headerText(subject),
    content: text,
    state: 'queued',
    attempts: 0,
    next_attempt_utc: now,
    error: '',
    created_utc: now,
    finished_utc: '',
  });
}
