// Pages for visitors in the response cache. They also show what time alone changes (today, what is on now), so that a
// cached page is used for as long as a shared cache in front may use it, and until what it shows is changed.
import type { FastifyRequest } from 'fastify';
import { readCookie } from '../auth/identify.js';
import { cookieName } from '../auth/sessions.js';
import { isCacheable } from '../cache/key.js';
import { bodyOf, type Kept } from '../cache/responses.js';
import type { Call } from '../core/call.js';
import type { Reader } from '../core/store.js';
import { plusSeconds } from '../core/time/clock.js';
import type { Rendered } from './answer.js';
import { isSafe } from './asked.js';
import type { Encoding } from './encode.js';
import type { Service } from './service.js';

/** Seconds; `s-maxage` of these pages says the same. */
export const pageSeconds = 5;

export interface CachedPage {
  readonly rendered: Rendered;
  readonly compressed: (encoding: Encoding) => Promise<Buffer>;
}

export interface PageCaching {
  readonly found?: CachedPage;
  /** Records what the page depends on. */
  readonly reader: Reader;
  readonly put: (rendered: Rendered) => CachedPage | undefined;
  /** Must be called, whatever became of the page. */
  readonly end: () => void;
}

/** Pages are the same for everybody, and yet nothing is cached for a request that carries a credential of any kind. */
const isPlain = (request: FastifyRequest, query: object): boolean =>
  isSafe(request.method) &&
  isCacheable(request) &&
  request.headers.authorization === undefined &&
  readCookie(request.headers.cookie ?? '', cookieName) === undefined &&
  !Object.keys(query).some((name) => name.toLowerCase() === 'password');

const cachedPage = (kept: Kept): CachedPage => ({
  rendered: kept.rendered,
  compressed: (encoding) => bodyOf(kept, encoding),
});

export async function beginPage(
  { cache, counts, store }: Service,
  request: FastifyRequest,
  query: object,
  { site, language, now }: Call,
): Promise<PageCaching> {
  const none: PageCaching = { reader: store.late, put: () => undefined, end: () => undefined };
  if (!cache || !isPlain(request, query)) return none;
  await store.refresh();
  if (store.catchUp() === 'unknown') return none;
  const key = JSON.stringify(['page', site.baseUrl, language ?? '', request.url]);
  const route = request.routeOptions.url ?? 'page';
  const found = cache.find(key, now);
  counts.add(route, found ? 'hit' : 'miss');
  if (found) return { ...none, found: cachedPage(found) };
  const { reader, keep, end } = cache.begin(store.late);
  const window = { from: now, until: plusSeconds(now, pageSeconds) };
  const put = (rendered: Rendered): CachedPage | undefined => {
    const kept = keep(key, { rendered, window, address: route, route });
    return kept && cachedPage(kept);
  };
  return { reader, put, end };
}
