// One request and the kept answers: it is answered from them, or its answer is kept for the next.
import type { FastifyRequest } from 'fastify';
import { isCacheable, keyFor } from '../cache/key.js';
import type { Kept, Window } from '../cache/responses.js';
import { type Actor, anonymous } from '../core/actor.js';
import type { Endpoint } from '../core/facade.js';
import type { Reader } from '../core/store.js';
import type { Rendered } from './answer.js';
import { isSafe, readerFor } from './asked.js';
import type { Service } from './service.js';

export interface Keeping {
  readonly found?: Kept;
  /** What the answer is to be worked out with. */
  readonly reader?: Reader;
  readonly keep: (rendered: Rendered, window: Window | undefined) => Kept | undefined;
  /** Always called, whatever came of it. */
  readonly end: () => void;
}

const none: Keeping = { keep: () => undefined, end: () => undefined };

export async function beginKeeping(
  service: Service,
  request: FastifyRequest,
  { shape, path }: Endpoint,
  actor: Actor = anonymous,
): Promise<Keeping> {
  const { cache, counts, store } = service;
  if (!cache || !shape || request.method === 'OPTIONS' || !isSafe(request.method)) return none;
  if (request.hasSecret || !isCacheable(request)) return none;
  // Who has signed in is not answered from what may be late, nor counted from it.
  if (actor.role === 'anonymous') await store.refresh();
  const trust = store.catchUp();
  if (trust === 'unknown' || (trust === 'late' && actor.role !== 'anonymous')) return none;
  const key = keyFor(service, request, actor);
  const address = request.url.includes('?') ? `${path}?` : path;
  const found = cache.find(key, service.now());
  counts.add(address, found ? 'hit' : 'miss');
  if (found) return { ...none, found };
  const route = request.routeOptions.url ?? 'none';
  const { reader, keep, end } = cache.begin(readerFor(service, actor, request.method));
  return { reader, keep: (rendered, window) => keep(key, { rendered, window, address, route }), end };
}
