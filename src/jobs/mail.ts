// Sends queued mails, and deletes those that were sent or have failed after some days.
import { all, before, is, until } from '../core/condition.js';
import { mailLock } from '../core/locks.js';
import { type MailRow, type MailSettings, mails } from '../core/mail.js';
import type { Site } from '../core/site.js';
import type { Store } from '../core/store.js';
import { parseUrl } from '../core/text/parse-url.js';
import { plusSeconds } from '../core/time/clock.js';
import { type Delivery, type Sender, sendMail } from '../net/smtp.js';
import type { Job } from './job.js';

const maxAttempts = 8;
const [minute, day] = [60, 86_400];
const keptDays = 7;

/** Exponential backoff from a minute to a day. */
const retryDelaySeconds = (attempts: number): number => Math.min(minute * 4 ** (attempts - 1), day);

export const mailJob = (settings: () => Promise<MailSettings>): Job => ({
  name: 'mail',
  intervalSeconds: 5,
  run: async ({ store, call, signal }) => {
    await purge(store, call().now);
    const given = await settings();
    if (given.url === '') return;
    for (;;) {
      if (signal.aborted) return;
      const mail = await reserveNext(store, call().now);
      if (!mail) return;
      const { recipient: to, subject, content: text } = mail;
      const delivery = await sendMail(given, { to, subject, text }, senderOf(given, call().site));
      await saveResult(store, mail, delivery, call().now);
      // Ends this run, so that a server that is down does not get a connection for every mail.
      if (delivery.result === 'failed' && delivery.isServerDown) return;
    }
  },
});

const senderOf = ({ from }: MailSettings, { name, baseUrl }: Site): Sender => ({
  name,
  address: from || `calendar@${parseUrl(baseUrl)?.hostname ?? 'localhost'}`,
});

/** Schedules the next attempt before the mail is sent, so that no other process sends it too. */
async function reserveNext(store: Store, now: string): Promise<MailRow | undefined> {
  const where = all(is('state', 'queued'), until('next_attempt_utc', now));
  const due = { table: mails, where, order: [{ column: 'next_attempt_utc' }, { column: 'id' }], limit: 1 };
  if ((await store.list(due)).length === 0) return undefined;
  return store.transact(async (writer) => {
    await writer.lock(mailLock);
    const [mail] = await writer.list(due);
    if (!mail) return undefined;
    const attempts = mail.attempts + 1;
    await writer.update(mails, mail.id, {
      attempts,
      next_attempt_utc: plusSeconds(now, retryDelaySeconds(attempts)),
    });
    return { ...mail, attempts };
  });
}

const saveResult = (store: Store, { id, attempts }: MailRow, delivery: Delivery, now: string): Promise<void> =>
  store.transact(async (writer) => {
    const finished = { content: '', next_attempt_utc: '', finished_utc: now };
    if (delivery.result === 'sent') return writer.update(mails, id, { ...finished, state: 'sent', error: '' });
    const { error, isPermanent } = delivery;
    const isOver = isPermanent || attempts >= maxAttempts;
    return writer.update(mails, id, isOver ? { ...finished, state: 'failed', error } : { error });
  });

async function purge(store: Store, now: string): Promise<void> {
  const where = before('finished_utc', plusSeconds(now, -keptDays * day));
  if (await store.count({ table: mails, where })) await store.transact((writer) => writer.remove(mails, where));
}
