// Idempotency keys: the response to a POST is stored for a day, in the transaction of its change.
import { createHash } from 'node:crypto';
import { all, before, is } from '../core/condition.js';
import { idempotencyLock } from '../core/locks.js';
import { Problem } from '../core/problem.js';
import type { Writer } from '../core/store.js';
import { plusSeconds } from '../core/time/clock.js';
import { idempotencySeconds, idempotentResponses } from '../models/account/account.js';
import type { ApiRequest } from './request.js';
import type { ApiResponse } from './response.js';

/** Runs the work once per key and replays the stored response to a repeated request. */
export async function runOnce(
  request: ApiRequest,
  writer: Writer,
  work: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '' || request.method !== 'POST') return work();
  if (key.length > 255) throw new Problem('bad-request', { reason: 'Idempotency-Key is longer than 255 characters' });
  const { now, actor } = request.call;
  const route = request.raw.path.split('?', 1)[0] ?? '';
  const fingerprint = createHash('sha256').update(`${request.raw.path}\n`).update(request.raw.body).digest('hex');
  const where = all(is('user_id', actor.id), is('route', route), is('idempotency_key', key));
  await writer.lock(idempotencyLock(actor.id, route, key));
  await writer.remove(idempotentResponses, before('created_utc', plusSeconds(now, -idempotencySeconds)));
  const stored = await writer.read({ table: idempotentResponses, where });
  if (stored) {
    if (stored.fingerprint !== fingerprint) throw new Problem('key-reused');
    const headers = { ...stored.headers, 'Idempotency-Replayed': 'true' };
    const { version, body } = stored.body;
    return { statusCode: stored.status_code, headers, body, ...(version !== undefined && { version }) };
  }
  const response = await work();
  await writer.insert(idempotentResponses, {
    user_id: actor.id,
    route,
    idempotency_key: key,
    fingerprint,
    status_code: response.statusCode,
    headers: response.headers,
    body: { version: response.version, body: response.body },
    created_utc: now,
  });
  return response;
}
