// Accepts a form: stored until the sender confirms the email address, or turned into a pending event at once where the
// service cannot send a link by mail.
import { digestToken, makeToken } from '../auth/secrets.js';
import { all, type Condition, is, since } from '../core/condition.js';
import type { Context } from '../core/context.js';
import { submissionsLock } from '../core/locks.js';
import { mailUrl } from '../core/mail.js';
import type { Reader, Store } from '../core/store.js';
import { DAY, plusSeconds } from '../core/time/clock.js';
import { emailKeyOf, type SubmissionRow, submissions } from '../models/submission/submission.js';
import { queueMail } from '../operations/mail.js';
import { contentOf, type FormValues } from './fields.js';
import { confirmationMail, confirmationPath } from './mails.js';
import { createSubmitted, formContext } from './new-event.js';

/** Submissions that wait for a confirmation, of all senders and of one email address. */
export const maxUnconfirmed = 500;
const maxUnconfirmedPerSender = 3;
/** Submissions of one day, confirmed or not: limits the queue of the editors. */
export const maxPerDay = 500;

export interface Form {
  readonly values: FormValues;
  readonly nonce: string;
  /** 0 for a visitor. */
  readonly userId: number;
}

/** `repeated`: this form was sent before. `full`: a limit is reached, and nothing was stored. */
export type Submitted = 'received' | 'confirm' | 'repeated' | 'full';

/** `context.store` is the store of the service. */
export function submit(
  context: Context & { readonly store: Store },
  { values, nonce, userId }: Form,
  sendsMail: boolean,
): Promise<Submitted> {
  const { now, language = '', site } = context.call;
  const row: Omit<SubmissionRow, 'id'> = {
    event_id: 0,
    user_id: userId,
    form_nonce: nonce,
    digest: '',
    name: values.name,
    email: values.email,
    email_key: emailKeyOf(values.email),
    is_confirmed: false,
    message: values.message,
    language,
    content: {},
    created_utc: now,
  };
  return context.store.transact(async (store) => {
    await store.lock(submissionsLock);
    if (await store.read({ table: submissions, where: is('form_nonce', nonce) })) return 'repeated';
    if (await isFull(store, row.email_key, now)) return 'full';
    const token = makeToken();
    const url = sendsMail ? mailUrl(site, confirmationPath(token)) : undefined;
    if (url) {
      await store.insert(submissions, { ...row, digest: digestToken(token), content: contentOf(values) });
      await queueMail(store, confirmationMail(site, row, values.title, url), now);
      return 'confirm';
    }
    const event = await createSubmitted({ ...formContext(context, row), store }, contentOf(values), 'pending');
    await store.insert(submissions, { ...row, event_id: event.id });
    return 'received';
  });
}

async function isFull(store: Reader, email_key: string, now: string): Promise<boolean> {
  const count = (...where: readonly Condition[]) => store.count({ table: submissions, where: all(...where) });
  return (
    (await count(is('event_id', 0))) >= maxUnconfirmed ||
    (await count(is('event_id', 0), is('email_key', email_key))) >= maxUnconfirmedPerSender ||
    (await count(since('created_utc', plusSeconds(now, -DAY)))) >= maxPerDay
  );
}
