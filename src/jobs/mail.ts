// Sends queued mails, and deletes those that were sent or have failed after some days.

import { all, before, is, until } from '../core/condition.js';
import { mailLock } from '../core/locks.js';
import { type Delivery, type MailRow, type MailSettings, mails, noMailLinks } from '../core/mail.js';
import type { Store } from '../core/store.js';
import { DAY, plusSeconds } from '../core/time/clock.js';
import { sendMail } from '../net/smtp.js';
import { eachRecord } from './each-record.js';
import type { Job, JobContext } from './job.js';
import { retryDelaySeconds } from './job.js';

const maxAttempts = 8;
const keptDays = 7;

export function mailJob(settings: () => Promise<MailSettings>, warn: (text: string) => void): Job {
  const warnOnce = once(warn);
  return {
    name: 'mail',
    intervalSeconds: 5,
    run: async (context) => {
      const { store, call } = context;
      const { now, site } = call();
      await purge(store, now);
      if (!site.mail.isOn) return;
      warnOnce(site.publicUrl === '' ? noMailLinks : undefined);
      const where = all(is('state', 'queued'), until('next_attempt_utc', now));
      if ((await store.ids({ table: mails, where, order: [], limit: 1 })).length === 0) return;
      const given = await settings();
      if (given.server) await sendDue(context, given);
    },
  };
}

/** Warns when there is a text and there was none before. */
function once(warn: (text: string) => void): (text: string | undefined) => void {
  let last: string | undefined;
  return (text) => {
    if (text !== undefined && last === undefined) warn(text);
    last = text;
  };
}

async function sendDue({ store, call, signal }: JobContext, settings: MailSettings): Promise<void> {
  // Ends this run, so that a server that is down does not get a connection for every mail.
  let isServerDown = false;
  async function* dueMails(): AsyncGenerator<MailRow> {
    while (!isServerDown && !signal.aborted) {
      const mail = await reserveNext(store, call().now);
      if (!mail) return;
      yield mail;
    }
  }
  await eachRecord(dueMails(), {
    nameOf: ({ id }) => `mail ${id}`,
    handle: async (mail) => {
      const { recipient: to, subject, content: text } = mail;
      const delivery = await sendMail(settings, { to, subject, text });
      await saveResult(store, mail, delivery, call().now);
      isServerDown = delivery.result === 'failed' && delivery.isServerDown;
    },
    signal,
  });
}

/** Mails about the security of an account come first: their links expire. */
const reserveNext = async (store: Store, now: string): Promise<MailRow | undefined> =>
  (await reserveOne(store, now, true)) ?? reserveOne(store, now, false);

/** Schedules the next attempt before the mail is sent, so that no other process sends it too. */
async function reserveOne(store: Store, now: string, isSecurity: boolean): Promise<MailRow | undefined> {
  const where = all(is('state', 'queued'), is('is_security', isSecurity), until('next_attempt_utc', now));
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
  const where = before('finished_utc', plusSeconds(now, -keptDays * DAY));
  if (await store.count({ table: mails, where })) await store.transact((writer) => writer.remove(mails, where));
}
