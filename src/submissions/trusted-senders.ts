// Trusted senders: later submissions from their confirmed email address are published without review.
import { is } from '../core/condition.js';
import type { WriteContext } from '../core/context.js';
import { nameLock } from '../core/locks.js';
import { invalidParam, Problem } from '../core/problem.js';
import type { Reader } from '../core/store.js';
import { type SubmissionRow, type TrustedSenderRow, trustedSenders } from '../models/submission/submission.js';

export const maxTrustedSenders = 1_000;

export const listTrustedSenders = (store: Reader): Promise<readonly TrustedSenderRow[]> =>
  store.list({
    table: trustedSenders,
    where: { is: 'everything' },
    order: [{ column: 'email_key' }],
    limit: maxTrustedSenders,
  });

/** An address that is not confirmed may belong to another person, so it cannot be trusted. */
export async function trust({ store, call }: WriteContext, submission: SubmissionRow | undefined): Promise<void> {
  if (!submission?.is_confirmed) throw invalidParam('trust', 'Only a confirmed email address can be trusted.');
  const { email, email_key } = submission;
  await store.lock(nameLock(trustedSenders, email_key));
  if (await store.read({ table: trustedSenders, where: is('email_key', email_key) })) return;
  if ((await listTrustedSenders(store)).length >= maxTrustedSenders)
    throw invalidParam('trust', `Limit of ${maxTrustedSenders} trusted senders reached. Remove one first.`);
  await store.insert(trustedSenders, { email, email_key, user_id: call.actor.id, created_utc: call.now });
}

export async function removeTrust({ store }: WriteContext, id: number): Promise<TrustedSenderRow> {
  const row = await store.read({ table: trustedSenders, where: is('id', id) });
  if (!row || (await store.remove(trustedSenders, is('id', id))) === 0)
    throw new Problem('not-found', { resource: 'trusted-sender', noun: 'trusted sender' });
  return row;
}
