// Mails after a submission and after a decision: to the editors, and to the sender or the author of the event.
import type { WriteContext } from '../core/context.js';
import type { Row } from '../core/store.js';
import type { SubmissionRow } from '../models/submission/submission.js';
import { queueNotice } from '../operations/mail.js';
import { eventUrl } from './event-body.js';
import { approvedMail, rejectedMail } from './mails.js';

export type Decision = { readonly kind: 'approved' } | { readonly kind: 'rejected'; readonly reason: string };

export async function notifyEditors(_context: WriteContext, _event: Row): Promise<void> {}

/** Returns whether a mail is queued. Only confirmed addresses get one. */
export async function notifySender(
  context: WriteContext,
  event: Row,
  submission: SubmissionRow | undefined,
  decision: Decision,
): Promise<boolean> {
  const { site, now } = context.call;
  const title = String(event.title);
  if (!submission?.is_confirmed) return false;
  const mail =
    decision.kind === 'approved'
      ? approvedMail(site, submission, title, await eventUrl(context, event))
      : rejectedMail(site, submission, title, decision.reason);
  await queueNotice(context.store, mail, now);
  return true;
}
