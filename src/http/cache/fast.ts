// The shortest way from a public request to a kept answer: before routing, and without a word more than needed.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { etagOf, matches } from '../answer.js';
import { encodingFor } from '../encode.js';
import type { Service } from '../service.js';
import type { Coding, Kept } from './cache.js';
import { publicKey } from './place.js';

type Flat = string[];
const flats = new WeakMap<Kept, Map<Coding, { readonly etag: string; readonly headers: Flat; readonly bare: Flat }>>();

/** The headers as they are sent, worked out once for each encoding. */
function flatOf(kept: Kept, coding: Coding, body: Buffer) {
  const known = flats.get(kept)?.get(coding);
  if (known) return known;
  const { rendered } = kept;
  const encoding = coding === 'identity' ? undefined : coding;
  const etag = rendered.tag === undefined ? '' : etagOf(rendered.tag, encoding);
  const bare = Object.entries({ ...rendered.headers, ...(etag && { ETag: etag }) }).flat();
  const headers = [...bare, ...(encoding ? ['Content-Encoding', encoding] : []), 'Content-Length', String(body.length)];
  const flat = { etag, headers, bare };
  const all = flats.get(kept) ?? new Map();
  flats.set(kept, all.set(coding, flat));
  return flat;
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
    const body = kept.bodies.get(coding);
    if (!body) return false;
    const flat = flatOf(kept, coding, body);
    if (matches(headers['if-none-match'], flat.etag)) {
      counts.add(kept.route, 'unchanged');
      response.writeHead(304, flat.bare).end();
      return true;
    }
    counts.add(kept.route, 'hit');
    response.writeHead(kept.rendered.http, flat.headers);
    response.end(method === 'HEAD' ? undefined : body);
    return true;
  };
}
