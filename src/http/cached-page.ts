// Pages for visitors in the response cache. They also show what time alone changes (today, what is on now), so that a
// cached page is used for as long as a shared cache in front may use it, and until what it shows is changed.
import type { FastifyRequest } from 'fastify';
import { readCookie } from '../auth/identify.js';
import { cookieName } from '../auth/sessions.js';
import { anonymous } from '../core/actor.js';
import type { Call } from '../core/call.js';
import { plusSeconds } from '../core/time/clock.js';
import { type CacheEntry, openEntry, uncached } from './cache-entry.js';
import { isCacheable, keyFor } from './cache-key.js';
import { isSafe } from './request.js';
import type { Service } from './service.js';

/** Seconds; `s-maxage` of these pages says the same. */
export const pageMaxAgeSeconds = 5;

/** Pages are the same for everybody, and yet nothing is cached for a request that carries a credential of any kind. */
const isPlain = (request: FastifyRequest, query: object): boolean =>
  isSafe(request.method) &&
  isCacheable(request) &&
  request.headers.authorization === undefined &&
  readCookie(request.headers.cookie ?? '', cookieName) === undefined &&
  !Object.keys(query).some((name) => name.toLowerCase() === 'password');

export async function openPageEntry(
  service: Service,
  request: FastifyRequest,
  query: object,
  { language = '', now }: Call,
): Promise<CacheEntry> {
  if (!isPlain(request, query)) return uncached;
  const route = request.routeOptions.url ?? 'page';
  // The language is negotiated, so that the address does not name it.
  const key = keyFor(service, request, anonymous, `page ${language}`);
  const entry = await openEntry(service, anonymous, { key, reader: service.store.maybeStale, address: route, route });
  const validity = { from: now, until: plusSeconds(now, pageMaxAgeSeconds) };
  return { ...entry, put: (rendered) => entry.put(rendered, validity) };
}
