// The shortest way from a public request to a kept answer: before routing, and without a word more than needed.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { matches } from '../answer.js';
import { encodingFor } from '../encode.js';
import type { Service } from '../service.js';
import { publicKey } from './place.js';

/** Answers the request if that can be done from what is kept. */
export function fastPath(service: Service): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { cache, store, counts } = service;
  if (!cache) return () => false;
  let looked = false;
  let trusted = false;
  /** Requests that came in together are answered after one look at the store: none of them was sent after it. */
  const isTrusted = (): boolean => {
    if (!looked) {
      looked = true;
      trusted = store.catchUp() !== 'unknown';
      setImmediate(() => {
        looked = false;
      });
    }
    return trusted;
  };

  return (request, response) => {
    const { method, headers } = request;
    if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined || headers.cookie !== undefined)
      return false;
    const kept = isTrusted() ? cache.find(publicKey(service, request), service.now()) : undefined;
    if (!kept) return false;
    const coding = encodingFor(headers['accept-encoding'], kept.rendered.bytes.length) ?? 'identity';
    const wire = kept.wires.get(coding);
    if (!wire) return false;
    if (matches(headers['if-none-match'], wire.etag)) {
      counts.add(kept.route, 'unchanged');
      response.writeHead(304, wire.bare).end();
      return true;
    }
    counts.add(kept.route, 'hit');
    response.writeHead(kept.rendered.http, wire.headers).end(method === 'HEAD' ? undefined : wire.body);
    return true;
  };
}
