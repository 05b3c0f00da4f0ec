// Queues mails in the transaction of the change that causes them; `jobs/mail.ts` sends them.
import { all, is, since } from '../core/condition.js';
import { type Delivery, headerText, isEmailAddress, type Mail, type MailRow, mails } from '../core/mail.js';
import { Problem } from '../core/problem.js';
import type { Reader, Writer } from '../core/store.js';
import { plusSeconds } from '../core/time/clock.js';

export interface MailQuota {
  readonly isSecurity: boolean;
  /** Mails that wait at most: a mail server that is down must not fill the database. */
  readonly maxQueued: number;
  /** Notices to one address within an hour. */
  readonly maxNoticesPerHour: number;
}

export const ordinaryMails: MailQuota = { isSecurity: false, maxQueued: 10_000, maxNoticesPerHour: 20 };
/** Mails about the security of an account, which ordinary ones neither displace nor delay. */
export const securityMails: MailQuota = { isSecurity: true, maxQueued: 2_000, maxNoticesPerHour: 20 };

const isQueueFull = async (store: Reader, { isSecurity, maxQueued }: MailQuota): Promise<boolean> =>
  (await store.count({ table: mails, where: all(is('state', 'queued'), is('is_security', isSecurity)) })) >= maxQueued;

/** Throws if the queue is full. The address must be valid: it comes from a validated field. */
export async function queueMail(store: Writer, mail: Mail, now: string, quota = ordinaryMails): Promise<void> {
  if (await isQueueFull(store, quota)) throw new Problem('mail-queue-full');
  await insert(store, mail, now, quota);
}

/** Queues a mail that the change does not depend on: skipped if the queue is full, or if the address gets too many. */
export async function queueNotice(store: Writer, mail: Mail, now: string, quota = ordinaryMails): Promise<void> {
  const lastHour = all(
    is('recipient', mail.to),
    is('is_security', quota.isSecurity),
    since('created_utc', plusSeconds(now, -3_600)),
  );
  if ((await store.count({ table: mails, where: lastHour })) >= quota.maxNoticesPerHour) return;
  if (!(await isQueueFull(store, quota))) await insert(store, mail, now, quota);
}

/** A mail that was sent without the queue, for the list of mails. */
export async function recordMail(store: Writer, mail: Mail, delivery: Delivery, now: string): Promise<MailRow> {
  const row = {
    recipient: mail.to,
    subject: headerText(mail.subject),
    content: '',
    is_security: false,
    state: delivery.result,
    attempts: 1,
    next_attempt_utc: '',
    error: delivery.result === 'failed' ? delivery.error : '',
    created_utc: now,
    finished_utc: now,
  };
  return { ...row, id: await store.insert(mails, row) };
}

async function insert(
  store: Writer,
  { to, subject, text }: Mail,
  now: string,
  { isSecurity }: MailQuota,
): Promise<void> {
  if (!isEmailAddress(to)) throw new TypeError('a mail needs one valid address');
  await store.insert(mails, {
    recipient: to,
    subject: headerText(subject),
    content: text,
    is_security: isSecurity,
    state: 'queued',
    attempts: 0,
    next_attempt_utc: now,
    error: '',
    created_utc: now,
    finished_utc: '',
  });
}
