// Answers anonymous requests from the response cache, before routing. Requests of one event-loop tick are collected, and
// the change log is polled once for all of them. The poll starts after they were received, so that no response is older
// than a write that any process acknowledged before the request was sent.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { matchesTag } from '../core/etag.js';
import type { RequestHandler } from './admission.js';
import { publicKey } from './cache-key.js';
import { encodedAs } from './cached-response.js';
import { encodingFor } from './encode.js';
import type { Service } from './service.js';

type Parts = Pick<
  Service,
  'cacheStats' | 'requestMetrics' | 'usage' | 'now' | 'corsOrigins' | 'trustProxy' | 'trustsForwardedHost' | 'liveSite'
> & {
  readonly store: Pick<Service['store'], 'pollChanges' | 'deliverChanges'>;
};
type Cache = Pick<NonNullable<Service['cache']>, 'has' | 'find'>;

interface Pending {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly key: string;
  readonly receivedAt: number;
}

/** As Fastify's `request.ip`. */
function clientIp({ trustProxy }: Pick<Service, 'trustProxy'>, { headers, socket }: IncomingMessage) {
  const forwarded = trustProxy ? headers['x-forwarded-for'] : undefined;
  return forwarded === undefined ? socket.remoteAddress : String(forwarded).split(',', 1)[0]?.trim();
}

/** Requests without a cached response, and requests for which anything fails here, go to `next`. */
export function earlyResponses(
  service: Parts,
  cache: Cache,
  next: RequestHandler,
  logError: (error: unknown) => void,
): RequestHandler {
  const { store, cacheStats, requestMetrics, usage } = service;
  let pending: Pending[] = [];

  async function isCurrent(): Promise<boolean> {
    try {
      await store.pollChanges();
      return store.deliverChanges() !== 'unknown';
    } catch (error) {
      logError(error);
      return false;
    }
  }

  /** Sends nothing if the entry is gone or was not compressed in the accepted encoding yet. */
  function send({ request, response, key, receivedAt }: Pending, now: string): void {
    const found = cache.find(key, now);
    const { 'accept-encoding': accepted, 'if-none-match': ifNoneMatch } = request.headers;
    const encoded = found && encodedAs(found, encodingFor(accepted, found.rendered.bytes.length));
    if (!found || !encoded) return;
    const isUnchanged = matchesTag(ifNoneMatch, encoded.etag);
    // The cache has no body of a streamed response.
    if (found.rendered.isWeak && !isUnchanged) return;
    const code = isUnchanged ? 304 : found.rendered.statusCode;
    const body = isUnchanged || request.method === 'HEAD' ? undefined : encoded.body;
    response.writeHead(code, isUnchanged ? encoded.headersOnly : encoded.headers).end(body);
    cacheStats.add(found.metricLabel, isUnchanged ? 'unchanged' : 'hit');
    requestMetrics.count(request.method, found.route, code, (performance.now() - receivedAt) / 1_000);
    usage.count({
      route: found.route,
      statusCode: code,
      contentType: found.rendered.headers['Content-Type'],
      headers: request.headers,
      ip: clientIp(service, request),
      isConsole: false,
    });
  }

  function answer(entry: Pending, now: string | undefined): void {
    const { request, response } = entry;
    // The client disconnected during the poll.
    if (response.destroyed) return;
    try {
      if (now !== undefined) send(entry, now);
    } catch (error) {
      logError(error);
    }
    if (!response.headersSent) next(request, response);
  }

  async function answerAll(): Promise<void> {
    const batch = pending;
    pending = [];
    const now = (await isCurrent()) ? service.now() : undefined;
    for (const entry of batch) {
      try {
        answer(entry, now);
      } catch (error) {
        logError(error);
        entry.response.destroy();
      }
    }
  }

  return (request, response) => {
    const key = publicKey(service, request);
    if (key === undefined || !cache.has(key)) {
      next(request, response);
      return;
    }
    if (pending.push({ request, response, key, receivedAt: performance.now() }) > 1) return;
    setImmediate(() => answerAll().catch(logError));
  };
}
