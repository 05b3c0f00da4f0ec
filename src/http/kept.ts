// Answers kept for a day under an Idempotency-Key, in the same transaction as the change they tell of.
import { createHash } from 'node:crypto';
import { all, before, is } from '../core/condition.js';
import { idempotencyLock } from '../core/locks.js';
import { Problem } from '../core/problem.js';
import type { Writer } from '../core/store.js';
import { plusSeconds } from '../core/time/clock.js';
import { keptAnswers, keptSeconds } from '../models/account/account.js';
import type { Answer } from './answer.js';
import type { Asked } from './asked.js';

/** Does the work once per key: a repeated request gets the first answer again. */
export async function once(asked: Asked, writer: Writer, work: () => Promise<Answer>): Promise<Answer> {
  const key = asked.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '' || asked.method !== 'POST') return work();
  if (key.length > 255)
    throw new Problem('bad-request', { reason: 'the Idempotency-Key is longer than 255 characters' });
  const { now, actor } = asked.call;
  const route = asked.raw.path.split('?', 1)[0] ?? '';
  const fingerprint = createHash('sha256').update(`${asked.raw.path}\n`).update(asked.raw.body).digest('hex');
  const where = all(is('user_id', actor.id), is('route', route), is('idempotency_key', key));
  await writer.claim(idempotencyLock(actor.id, route, key));
  await writer.remove(keptAnswers, before('created_utc', plusSeconds(now, -keptSeconds)));
  const kept = await writer.read({ table: keptAnswers, where });
  if (kept) {
    if (kept.fingerprint !== fingerprint) throw new Problem('key-reused');
    const headers = { ...kept.headers, 'Idempotency-Replayed': 'true' };
    const { version, body } = kept.body;
    return { http: kept.http, headers, body, ...(version !== undefined && { version }) };
  }
  const answer = await work();
  await writer.insert(keptAnswers, {
    user_id: actor.id,
    route,
    idempotency_key: key,
    fingerprint,
    http: answer.http,
    headers: answer.headers,
    body: { version: answer.version, body: answer.body },
    created_utc: now,
  });
  return answer;
}
