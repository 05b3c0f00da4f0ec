// Clients that poll for changes mostly find nothing new. Without credentials they get the response of the last equal request
// again, before routing, as long as the store has no later change. Requests of one event-loop tick share one look at the store.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { RequestHandler } from '../admission.js';
import { publicKey } from '../cache-key.js';
import { cachedResponse, encodedAs } from '../cached-response.js';
import { encodingFor } from '../encode.js';
import type { Rendered } from '../response.js';
import type { Service } from '../service.js';
import type { ChangesPage } from './changes-page.js';

type Parts = Pick<Service, 'corsOrigins' | 'trustsForwardedHost' | 'liveSite' | 'store' | 'repeatedResponses'>;

export const acceptsEvents = ({ accept = '' }: IncomingHttpHeaders): boolean => /\btext\/event-stream\b/i.test(accept);

/** The key of a request whose response can be repeated. */
const repeatKey = (service: Parts, request: IncomingMessage): string | undefined =>
  request.method === 'GET' && !acceptsEvents(request.headers) ? publicKey(service, request) : undefined;

/** Call it before the changes are read; the result takes the response. Responses with changes are not repeated, and a client
 * that waits must not get one at once. */
export async function openRepeatable(service: Parts, request: IncomingMessage, route: string, waits: boolean) {
  const key = waits ? undefined : repeatKey(service, request);
  const newest = key === undefined ? undefined : await service.store.positions.newest();
  return ({ changes, more }: ChangesPage, rendered: Rendered): void => {
    if (key === undefined || newest === undefined || changes.length > 0 || more) return;
    const response = cachedResponse({ rendered, validity: undefined, metricLabel: route, route });
    service.repeatedResponses.set(key, { newest, response });
  };
}

interface Pending {
  readonly key: string;
  readonly respond: (newest: string | undefined) => void;
}

/** In every URL of changes, so that other requests need no key. */
const marker = '/changes?';

export function repeatResponses(
  service: Parts & Pick<Service, 'requestMetrics' | 'usage'>,
  next: RequestHandler,
  logError: (error: unknown) => void,
): RequestHandler {
  const { repeatedResponses, store, requestMetrics, usage } = service;
  let pending: Pending[] = [];

  async function answerAll(): Promise<void> {
    const batch = pending;
    pending = [];
    const newest = await store.positions.newest().catch(() => undefined);
    for (const { respond } of batch) respond(newest);
  }

  return (request, response) => {
    const key = repeatedResponses.size > 0 && request.url?.includes(marker) ? repeatKey(service, request) : undefined;
    if (key === undefined || !repeatedResponses.has(key)) return next(request, response);
    const receivedAt = performance.now();
    const respond: Pending['respond'] = (newest) => {
      if (response.destroyed) return;
      const found = repeatedResponses.get(key);
      const length = found?.response.rendered.bytes.length ?? 0;
      const identity = found && encodedAs(found.response, undefined);
      const isCurrent = found !== undefined && found.newest === newest;
      if (!identity || !isCurrent || encodingFor(request.headers['accept-encoding'], length)) {
        next(request, response);
        return;
      }
      response.writeHead(200, identity.headers).end(identity.body);
      const { route, rendered } = found.response;
      requestMetrics.count('GET', route, 200, (performance.now() - receivedAt) / 1_000);
      const contentType = rendered.headers['Content-Type'];
      const { headers, socket } = request;
      usage.count({ route, statusCode: 200, contentType, headers, ip: socket.remoteAddress, isConsole: false });
    };
    if (pending.push({ key, respond }) === 1) setImmediate(() => answerAll().catch(logError));
  };
}
