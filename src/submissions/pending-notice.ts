// Tells the reviewers about a record that was sent for review.

import { type NoticeService, notifyPending } from '../auth/notices.js';
import { may } from '../core/actor.js';
import type { WriteContext } from '../core/context.js';
import type { Written } from '../core/model.js';
import { isReviewed } from './review.js';
import { whenAndWhere } from './when-and-where.js';

/** Only for a change of the status, and not for users who could publish the record themselves. */
export async function notifyIfPending(
  service: NoticeService,
  { store, call }: WriteContext,
  { model, before, after }: Written,
): Promise<void> {
  const isSent = after?.status === 'pending' && before?.status !== 'pending';
  if (!after || !isSent || !isReviewed(model) || may(call.actor, 'edit-others')) return;
  const about = whenAndWhere(after, call.site);
  const record = { title: String(after.title), author: Number(after.author), path: '/admin/review', about };
  await notifyPending(service, store, record, call.now);
}
