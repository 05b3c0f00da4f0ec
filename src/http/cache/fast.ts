// The shortest way from a public request to a kept answer: before routing, and without a word more than needed.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { matchesTag } from '../../core/etag.js';
import type { Serve } from '../crowd.js';
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

/** Answers requests from what is kept, and hands on the others. */
export function fastPath(service: Service, otherwise: Serve): Serve {
  const { cache, store, counts } = service;
  if (!cache) return otherwise;
  let trust: ReturnType<typeof store.catchUp> | undefined;
  /** Requests that came in together are answered after one look at the store: none of them was sent after it. */
  const look = () => {
    if (trust === undefined) {
      trust = store.catchUp();
      setImmediate(() => {
        trust = undefined;
      });
    }
    return trust;
  };

  function answered(asked: Public, request: IncomingMessage, response: ServerResponse): boolean {
    const kept = cache?.find(publicKey(service, request), service.now());
    if (!kept) return false;
    const coding = encodingFor(asked.acceptEncoding, kept.rendered.bytes.length) ?? 'identity';
    const wire = kept.wires.get(coding);
    if (!wire) return false;
    if (matchesTag(asked.ifNoneMatch, wire.etag)) {
      counts.add(kept.route, 'unchanged');
      response.writeHead(304, wire.bare).end();
      return true;
    }
    counts.add(kept.route, 'hit');
    response.writeHead(kept.rendered.http, wire.headers).end(request.method === 'HEAD' ? undefined : wire.body);
    return true;
  }

  /** Where asking for news takes time, it is done for what may then be answered. */
  async function answerLater(asked: Public, request: IncomingMessage, response: ServerResponse): Promise<void> {
    await store.refresh();
    if (store.catchUp() === 'unknown' || !answered(asked, request, response)) otherwise(request, response);
  }

  return (request, response) => {
    const { method } = request;
    const asked = method === 'GET' || method === 'HEAD' ? publicRequest(request.rawHeaders) : undefined;
    if (!asked) return otherwise(request, response);
    if (look() === 'exact') return answered(asked, request, response) ? undefined : otherwise(request, response);
    if (!cache.find(publicKey(service, request), service.now())) return otherwise(request, response);
    void answerLater(asked, request, response);
  };
}
