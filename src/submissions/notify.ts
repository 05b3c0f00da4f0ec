// Tells the sender of a submission, or the author of another event, about a decision.
import type { ReviewedRecord } from '../auth/notices.js';
import type { WriteContext } from '../core/context.js';
import type { Row, Writer } from '../core/store.js';
import type { SubmissionRow } from '../models/submission/submission.js';
import { queueNotice } from '../operations/mail.js';
import { eventMailUrl } from './event-body.js';
import { approvedMail, rejectedMail } from './mails.js';
import { whenAndWhere } from './when-and-where.js';

export type Decision = { readonly kind: 'approved' } | { readonly kind: 'rejected'; readonly reason: string };

/** Queues the notice of an author; returns whether there is one. */
export type NotifyAuthor = (store: Writer, reviewed: ReviewedRecord) => Promise<boolean>;

/** Returns whether a mail is queued. Senders get one at a confirmed address only. */
export async function notifySender(
  context: WriteContext,
  event: Row,
  submission: SubmissionRow | undefined,
  decision: Decision,
  notifyAuthor: NotifyAuthor,
): Promise<boolean> {
  const { store, call } = context;
  const title = String(event.title);
  const isApproved = decision.kind === 'approved';
  const url = isApproved ? await eventMailUrl(context, event) : undefined;
  const note = isApproved ? '' : decision.reason;
  const author = Number(event.author);
  const about = whenAndWhere(event, call.site);
  if (isApproved && !url) return false;
  // Editors need no mail about their own decision.
  if (!submission)
    return author !== call.actor.id && notifyAuthor(store, { title, author, url, isApproved, note, about });
  if (!submission.is_confirmed) return false;
  const mail = url
    ? approvedMail(call.site, submission, title, url, about)
    : rejectedMail(call.site, submission, title, note, about);
  await queueNotice(store, mail, call.now);
  return true;
}
