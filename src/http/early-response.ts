// Answers public requests from the cache, before routing. Those of one event-loop tick are collected and answered at its
// end: one look at the store serves them all. It comes after they were received, so that no response is older than a
// write that was acknowledged, by any process, before its request was sent.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { matchesTag } from '../core/etag.js';
import type { Serve } from './admission.js';
import { publicKey } from './cache-key.js';
import { encodingFor } from './encode.js';
import type { Service } from './service.js';

type Parts = Pick<Service, 'cacheStats' | 'requests' | 'now' | 'corsOrigins' | 'trustsForwardedHost' | 'site'> & {
  readonly store: Pick<Service['store'], 'pollChanges' | 'deliverChanges'>;
};
type Cache = Pick<NonNullable<Service['cache']>, 'has' | 'find'>;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly key: string;
  readonly since: number;
}

/** Requests that have no cached response take the way of `otherwise`, and so do those for which anything fails here. */
export function earlyResponses(
  service: Parts,
  cache: Cache,
  otherwise: Serve,
  logError: (error: unknown) => void,
): Serve {
  const { store, cacheStats, requests } = service;
  let waiting: Waiting[] = [];

  async function isCurrent(): Promise<boolean> {
    try {
      await store.pollChanges();
      return store.deliverChanges() !== 'unknown';
    } catch (error) {
      logError(error);
      return false;
    }
  }

  /** Sends the response if there is one in the encoding that the client accepts. */
  function send({ request, response, key, since }: Waiting, now: string): void {
    const found = cache.find(key, now);
    const { 'accept-encoding': accepted, 'if-none-match': ifNoneMatch } = request.headers;
    const encoded = found?.encoded.get(encodingFor(accepted, found.rendered.bytes.length) ?? 'identity');
    if (!found || !encoded) return;
    const isUnchanged = matchesTag(ifNoneMatch, encoded.etag);
    const code = isUnchanged ? 304 : found.rendered.statusCode;
    const body = isUnchanged || request.method === 'HEAD' ? undefined : encoded.body;
    response.writeHead(code, isUnchanged ? encoded.headersOnly : encoded.headers).end(body);
    cacheStats.add(found.address, isUnchanged ? 'unchanged' : 'hit');
    requests.count(request.method, found.route, code, (performance.now() - since) / 1_000);
  }

  function answer(one: Waiting, now: string | undefined): void {
    const { request, response } = one;
    // The client may have closed the connection meanwhile.
    if (response.destroyed) return;
    try {
      if (now !== undefined) send(one, now);
    } catch (error) {
      logError(error);
    }
    if (!response.headersSent) otherwise(request, response);
  }

  async function answerAll(): Promise<void> {
    const batch = waiting;
    waiting = [];
    const now = (await isCurrent()) ? service.now() : undefined;
    for (const one of batch) {
      try {
        answer(one, now);
      } catch (error) {
        logError(error);
        one.response.destroy();
      }
    }
  }

  return (request, response) => {
    const key = publicKey(service, request);
    if (key === undefined || !cache.has(key)) {
      otherwise(request, response);
      return;
    }
    if (waiting.push({ request, response, key, since: performance.now() }) > 1) return;
    setImmediate(() => answerAll().catch(logError));
  };
}
