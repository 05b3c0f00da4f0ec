// Confirms the email address of a submission by the one-time link of the mail: the event is created once, in the same
// transaction.
import { digestToken } from '../auth/secrets.js';
import { is } from '../core/condition.js';
import type { Context, RequestContext } from '../core/context.js';
import { holds } from '../core/judge.js';
import { lockRecord, type Reader, type Row, type Store, type Writer } from '../core/store.js';
import type { PreparedFile } from '../models/media/prepare.js';
import {
  confirmationExpired,
  type SubmissionRow,
  submissions,
  trustedSenders,
} from '../models/submission/submission.js';
import { queueNotice } from '../operations/mail.js';
import { eventMailUrl } from './event-body.js';
import { approvedMail, receivedMail } from './mails.js';
import { createSubmitted, formContext } from './new-event.js';
import { addImage, heldContent, heldIn, withPicture } from './picture.js';
import { whenAndWhere } from './when-and-where.js';

export type LinkState = 'unknown' | 'expired' | 'used' | 'open';
export type Confirmed = Exclude<LinkState, 'open'> | 'pending' | 'published';

const findByToken = (store: Reader, token: string): Promise<SubmissionRow | undefined> =>
  store.read({ table: submissions, where: is('digest', digestToken(token)) });

function stateOf(row: SubmissionRow | undefined, now: string): LinkState {
  if (!row) return 'unknown';
  if (row.event_id > 0) return 'used';
  return holds(confirmationExpired(now), row) ? 'expired' : 'open';
}

/** For the page with the button. Programs that check links in mails open it too, so it changes nothing. */
export async function readLink(
  { store, call }: Context,
  token: string,
): Promise<{ readonly state: LinkState; readonly title: string }> {
  const row = await findByToken(store, token);
  return { state: stateOf(row, call.now), title: String(row?.content.title ?? '') };
}

type Announce = (store: Writer, event: Row) => Promise<void>;

/** Events of trusted senders are published at once; `announce` tells the editors about the others. */
export async function confirm(
  context: RequestContext & { readonly store: Store },
  token: string,
  announce: Announce,
): Promise<Confirmed> {
  const row = await findByToken(context.store, token);
  const isTrusted = row !== undefined && (await isTrustedSender(context.store, row.email_key));
  return withPicture(context, isTrusted ? heldIn(row) : undefined, (file) =>
    confirmWith(context, token, announce, file),
  );
}

function confirmWith(
  context: RequestContext & { readonly store: Store },
  token: string,
  announce: Announce,
  file: PreparedFile | undefined,
): Promise<Confirmed> {
  const { now, site } = context.call;
  return context.store.transact(async (store) => {
    const found = await findByToken(store, token);
    if (!found) return 'unknown';
    await lockRecord(store, submissions, found.id);
    // Read again under the lock: another request may have used the link.
    const row = await findByToken(store, token);
    const state = stateOf(row, now);
    if (!row || state !== 'open') return state === 'open' ? 'unknown' : state;
    const isTrusted = await isTrustedSender(store, row.email_key);
    const status = isTrusted ? 'publish' : 'pending';
    const writeContext = { ...formContext(context, row), store };
    const { picture: _, ...content } = row.content;
    const held = heldIn(row);
    // A sender who is trusted since the file was prepared keeps the picture in the submission.
    const image =
      held && isTrusted && file ? await addImage(writeContext, file, held, String(content.title)) : undefined;
    const event = await createSubmitted(writeContext, { ...content, ...(image !== undefined && { image }) }, status);
    const left = heldContent(image === undefined ? held : undefined);
    await store.update(submissions, row.id, { event_id: event.id, is_confirmed: true, content: left });
    const title = String(event.title);
    const about = whenAndWhere(event, site);
    if (!isTrusted) {
      await queueNotice(store, receivedMail(site, row, title, about), now);
      await announce(store, event);
      return 'pending';
    }
    const url = await eventMailUrl(writeContext, event);
    if (url) await queueNotice(store, approvedMail(site, row, title, url, about), now);
    return 'published';
  });
}

export const isTrustedSender = async (store: Reader, email_key: string): Promise<boolean> =>
  (await store.count({ table: trustedSenders, where: is('email_key', email_key) })) > 0;
