// The shortest way from a public request to a kept answer: before routing, and without a word more than needed.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { matchesTag } from '../../core/etag.js';
import { encodingFor } from '../encode.js';
import type { Service } from '../service.js';
import { publicKey } from './place.js';

interface Public {
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/** The two headers that matter here, read without looking at the others; undefined for who may have signed in. */
function publicRequest(raw: readonly string[]): Public | undefined {
  let [acceptEncoding, ifNoneMatch]: [string?, string?] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const { length } = raw[at] as string;
    if (length !== 6 && length !== 13 && length !== 15) continue;
    const name = (raw[at] as string).toLowerCase();
    if (name === 'authorization' || name === 'cookie') return undefined;
    if (name === 'accept-encoding') acceptEncoding = raw[at + 1];
    else if (name === 'if-none-match') ifNoneMatch = raw[at + 1];
  }
  return { acceptEncoding, ifNoneMatch };
}

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
      // Where asking takes time, the long way does it.
      trusted = store.catchUp() === 'exact';
      setImmediate(() => {
        looked = false;
      });
    }
    return trusted;
  };

  return (request, response) => {
    const { method } = request;
    const asked = method === 'GET' || method === 'HEAD' ? publicRequest(request.rawHeaders) : undefined;
    const kept = asked && isTrusted() ? cache.find(publicKey(service, request), service.now()) : undefined;
    if (!asked || !kept) return false;
    const coding = encodingFor(asked.acceptEncoding, kept.rendered.bytes.length) ?? 'identity';
    const wire = kept.wires.get(coding);
    if (!wire) return false;
    if (matchesTag(asked.ifNoneMatch, wire.etag)) {
      counts.add(kept.route, 'unchanged');
      response.writeHead(304, wire.bare).end();
      return true;
    }
    counts.add(kept.route, 'hit');
    response.writeHead(kept.rendered.http, wire.headers).end(method === 'HEAD' ? undefined : wire.body);
    return true;
  };
}
