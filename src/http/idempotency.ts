// Idempotency keys: the response to a POST is stored for a day, in the transaction of its change.
import { createHash } from 'node:crypto';
import { all, is } from '../core/condition.js';
import { idempotencyLock } from '../core/locks.js';
import { Problem } from '../core/problem.js';
import type { Writer } from '../core/store.js';
import { plusSeconds } from '../core/time/clock.js';
import { idempotencySeconds, idempotentResponses } from '../models/account/account.js';
import type { ApiRequest } from './request.js';
import type { ApiResponse } from './response.js';

/** Identifies a request that runs once. */
export interface OnceKey {
  readonly userId: number;
  readonly route: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly now: string;
}

/** Undefined for a request without an `Idempotency-Key`. */
export function onceKeyOf({ headers, method, call, raw }: ApiRequest): OnceKey | undefined {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string' || key === '' || method !== 'POST') return undefined;
  if (key.length > 255) throw new Problem('bad-request', { reason: 'Idempotency-Key is longer than 255 characters' });
  const route = raw.path.split('?', 1)[0] ?? '';
  const fingerprint = fingerprintOf(raw, headers['content-type']);
  return { userId: call.actor.id, route, key, fingerprint, now: call.now };
}

/** Without the boundary of a multipart body, which differs when a client sends the same form again. */
function fingerprintOf({ path, body }: ApiRequest['raw'], contentType = ''): string {
  const hash = createHash('sha256').update(`${path}\n`);
  const [, quoted, word] = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? word;
  if (boundary === undefined) return hash.update(body).digest('hex');
  for (let from = 0; ; ) {
    const at = body.indexOf(boundary, from);
    hash.update(at < 0 ? body.subarray(from) : body.subarray(from, at)).update('\n');
    if (at < 0) return hash.digest('hex');
    from = at + Buffer.byteLength(boundary);
  }
}

/** Runs the work once per key and replays the stored response to a repeated request. */
export async function runOnce(
  request: ApiRequest,
  writer: Writer,
  work: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const key = onceKeyOf(request);
  if (!key) return work();
  return (await storedResponse(key, writer)) ?? storeResponse(key, writer, await work());
}

/** The response to an earlier request with this key, which stays locked until the end of the transaction. */
export async function storedResponse(
  { userId, route, key, fingerprint, now }: OnceKey,
  writer: Writer,
): Promise<ApiResponse | undefined> {
  await writer.lock(idempotencyLock(userId, route, key));
  const where = all(is('user_id', userId), is('route', route), is('idempotency_key', key));
  const stored = await writer.read({ table: idempotentResponses, where });
  if (!stored) return undefined;
  // A job deletes expired responses, once an hour.
  if (stored.created_utc < plusSeconds(now, -idempotencySeconds)) {
    await writer.remove(idempotentResponses, where);
    return undefined;
  }
  if (stored.fingerprint !== fingerprint) throw new Problem('key-reused');
  const headers = { ...stored.headers, 'Idempotency-Replayed': 'true' };
  const { version, body } = stored.body;
  return { statusCode: stored.status_code, headers, body, ...(version !== undefined && { version }) };
}

export async function storeResponse(
  { userId, route, key, fingerprint, now }: OnceKey,
  writer: Writer,
  response: ApiResponse,
): Promise<ApiResponse> {
  await writer.insert(idempotentResponses, {
    user_id: userId,
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
