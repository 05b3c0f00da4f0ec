// Accepts a form: stored until the sender confirms the email address, or turned into a pending event at once where the
// service cannot send a link by mail.
import { digestToken, makeToken } from '../auth/secrets.js';
import { is } from '../core/condition.js';
import type { Context } from '../core/context.js';
import { submissionsLock } from '../core/locks.js';
import { mailUrl } from '../core/mail.js';
import type { Store } from '../core/store.js';
import { emailKeyOf, type SubmissionRow, submissions } from '../models/submission/submission.js';
import { queueMail } from '../operations/mail.js';
import { contentOf, type FormValues } from './fields.js';
import { makeRoom } from './limits.js';
import { confirmationMail, confirmationPath } from './mails.js';
import { createSubmitted, formContext } from './new-event.js';
import { type HeldPicture, heldContent, mayHoldMore } from './picture.js';

export interface Form {
  readonly values: FormValues;
  readonly nonce: string;
  /** 0 for a visitor. */
  readonly userId: number;
  /** By `FormTokens.clientKey`. */
  readonly clientKey: string;
  readonly picture?: HeldPicture | undefined;
}

/** `repeated`: this form was sent before. `full` and `no-pictures`: a limit is reached, and nothing was stored. */
export type Submitted = 'received' | 'confirm' | 'repeated' | 'full' | 'no-pictures';

/** `context.store` is the store of the service. */
export function submit(
  context: Context & { readonly store: Store },
  { values, nonce, userId, clientKey, picture }: Form,
  sendsMail: boolean,
): Promise<Submitted> {
  const { now, language = '', site } = context.call;
  const row: Omit<SubmissionRow, 'id'> = {
    event_id: 0,
    user_id: userId,
    form_nonce: nonce,
    client_key: clientKey,
    digest: '',
    name: values.name,
    email: values.email,
    email_key: emailKeyOf(values.email),
    is_confirmed: false,
    message: values.message,
    language,
    content: heldContent(picture),
    created_utc: now,
  };
  return context.store.transact(async (store) => {
    await store.lock(submissionsLock);
    if (await store.read({ table: submissions, where: is('form_nonce', nonce) })) return 'repeated';
    if (picture && !(await mayHoldMore(store))) return 'no-pictures';
    if (!(await makeRoom(store, row, now))) return 'full';
    const token = makeToken();
    const url = sendsMail ? mailUrl(site, confirmationPath(token)) : undefined;
    if (url) {
      await store.insert(submissions, {
        ...row,
        digest: digestToken(token),
        content: { ...contentOf(values), ...row.content },
      });
      await queueMail(store, confirmationMail(site, row, values.title, url), now);
      return 'confirm';
    }
    const event = await createSubmitted({ ...formContext(context, row), store }, contentOf(values), 'pending');
    await store.insert(submissions, { ...row, event_id: event.id });
    return 'received';
  });
}
