// The response cache for one request: a cached response, or a pending entry that the new response is put into.
import type { FastifyRequest } from 'fastify';
import type { Fragments } from '../cache/responses.js';
import type { Validity } from '../cache/validity.js';
import { type Actor, anonymous } from '../core/actor.js';
import type { Endpoint } from '../core/facade.js';
import type { Reader } from '../core/store.js';
import { feedFormatFor } from '../formats/feeds.js';
import { isCacheable, keyFor } from './cache-key.js';
import { type CachedResponse, cachedResponse } from './cached-response.js';
import { isSafe, readerFor } from './request.js';
import type { Rendered } from './response.js';
import type { Service } from './service.js';

export interface CacheEntry {
  readonly found?: CachedResponse;
  /** Records the dependencies of the response; absent when it is not cached. */
  readonly reader?: Reader;
  /** For responses that everyone gets. */
  readonly fragments?: Fragments;
  /** `tables`: any change of these invalidates the response. */
  readonly put: (rendered: Rendered, validity?: Validity, tables?: readonly string[]) => CachedResponse | undefined;
  /** Must be called in any case, or the pending entry leaks. */
  readonly end: () => void;
}

export const uncached: CacheEntry = { put: () => undefined, end: () => undefined };

export interface EntryOptions extends Pick<CachedResponse, 'metricLabel' | 'route'> {
  readonly key: string;
  readonly reader: Reader;
}

export async function openEntry(
  { cache, cacheStats, store, now, liveSite }: Service,
  { role }: Actor,
  { key, reader, metricLabel, route }: EntryOptions,
): Promise<CacheEntry> {
  if (!cache) return uncached;
  const isPublic = role === 'anonymous';
  // Signed-in callers must see their own writes, so no millisecond is too short for a poll of their own.
  await store.pollChanges(!isPublic);
  if (store.deliverChanges() === 'unknown') return uncached;
  // The change log may just have reported new settings, which this request has not read.
  if (!liveSite.isCurrent()) return uncached;
  const found = cache.find(key, now());
  cacheStats.add(metricLabel, found ? 'hit' : 'miss');
  if (found) return { ...uncached, found };
  const entry = cache.open(reader);
  const put: CacheEntry['put'] = (rendered, validity, tables) => {
    const response = cachedResponse({ rendered, validity, metricLabel, route });
    return entry.put(key, response, tables) ? response : undefined;
  };
  return { reader: entry.reader, ...(isPublic && { fragments: entry.fragments }), put, end: entry.end };
}

/** Words for people are in the language of the console. */
const consoleVariant = ({ consoleLanguage, headers }: FastifyRequest): string | undefined =>
  consoleLanguage && `${feedFormatFor(headers.accept)?.name ?? ''} console ${consoleLanguage}`;

export async function openApiEntry(
  service: Service,
  request: FastifyRequest,
  { shape, path }: Endpoint,
  actor: Actor = anonymous,
): Promise<CacheEntry> {
  if (!shape || request.method === 'OPTIONS' || !isSafe(request.method)) return uncached;
  if (request.hasSecret || !isCacheable(request)) return uncached;
  return openEntry(service, actor, {
    key: keyFor(service, request, actor, consoleVariant(request)),
    reader: readerFor(service, actor, request.method, request.client),
    metricLabel: request.url.includes('?') ? `${path}?` : path,
    route: request.routeOptions.url ?? 'none',
  });
}
