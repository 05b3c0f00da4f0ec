// Public pages in the response cache. They also show the current time (today, happening now), so a cached page expires
// after `s-maxage`, or earlier when a record it shows is changed.
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

/** Also sent as `s-maxage`. */
export const pageMaxAgeSeconds = 5;

/** Pages do not depend on the visitor; still, a request with any credential bypasses the cache. */
const isPublicRequest = (request: FastifyRequest, query: object): boolean =>
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
  if (!isPublicRequest(request, query)) return uncached;
  const route = request.routeOptions.url ?? 'page';
  // The language is negotiated by header, so the URL does not contain it.
  const key = keyFor(service, request, anonymous, `page ${language}`);
  const entry = await openEntry(service, anonymous, {
    key,
    reader: service.store.readerFor(request.client, true),
    metricLabel: route,
    route,
  });
  const validity = { from: now, until: plusSeconds(now, pageMaxAgeSeconds) };
  return { ...entry, put: (rendered, _, tables) => entry.put(rendered, validity, tables) };
}
