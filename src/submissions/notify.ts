// Mails after a submission and after a decision: to the editors, and to the sender or the author of the event.
import { all, is, isSet, oneOf } from '../core/condition.js';
import type { WriteContext } from '../core/context.js';
import type { Row } from '../core/store.js';
import { composeMail, inline } from '../i18n/mail/compose.js';
import { type Notice, type UserRow, users } from '../models/account/account.js';
import type { SubmissionRow } from '../models/submission/submission.js';
import { queueNotice } from '../operations/mail.js';
import { eventUrl } from './event-body.js';
import { approvedMail, rejectedMail } from './mails.js';

export type Decision = { readonly kind: 'approved' } | { readonly kind: 'rejected'; readonly reason: string };

const maxEditors = 50;

const wants = ({ email, muted_notices }: UserRow, notice: Notice): boolean =>
  email !== '' && !muted_notices.includes(notice);

const recipientOf = ({ display_name, name, email, language }: UserRow) => ({
  name: display_name || name,
  email,
  language,
});

/** Tells the editors about an event that waits for review. */
export async function notifyEditors({ store, call }: WriteContext, event: Row, sender: string): Promise<void> {
  const { site, now } = call;
  const editors = await store.list({
    table: users,
    where: all(oneOf('role', ['editor', 'administrator']), isSet('email_key')),
    order: [{ column: 'id' }],
    limit: maxEditors,
  });
  const url = `${site.baseUrl}/admin/review`;
  for (const editor of editors.filter((one) => wants(one, 'pending_event'))) {
    const mail = composeMail(recipientOf(editor), site, ({ pendingEvent }) =>
      pendingEvent(inline(String(event.title)), inline(sender), url),
    );
    await queueNotice(store, mail, now);
  }
}

/** Returns whether a mail is queued. Senders get one at a confirmed address only, authors if they want it. */
export async function notifySender(
  context: WriteContext,
  event: Row,
  submission: SubmissionRow | undefined,
  decision: Decision,
): Promise<boolean> {
  const { store, call } = context;
  const { site, now } = call;
  const title = inline(String(event.title));
  const isApproved = decision.kind === 'approved';
  const url = isApproved ? await eventUrl(context, event) : '';
  if (submission) {
    if (!submission.is_confirmed) return false;
    const mail = isApproved
      ? approvedMail(site, submission, title, url)
      : rejectedMail(site, submission, title, decision.reason);
    await queueNotice(store, mail, now);
    return true;
  }
  const author = await store.read({ table: users, where: is('id', event.author) });
  // Editors need no mail about their own decision.
  if (!author || author.id === call.actor.id || !wants(author, 'reviewed_event')) return false;
  const mail = composeMail(recipientOf(author), site, ({ approvedEvent, rejectedEvent }) =>
    isApproved ? approvedEvent({ title, url, note: '' }) : rejectedEvent({ title, url, note: decision.reason }),
  );
  await queueNotice(store, mail, now);
  return true;
}
