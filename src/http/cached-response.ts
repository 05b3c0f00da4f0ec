// A response in the cache, as it is sent: headers and body, once for each content encoding.
import type { Cacheable } from '../cache/responses.js';
import { compress, type Encoding } from './encode.js';
import { etagOf, type Rendered } from './response.js';

export interface CachedResponse extends Cacheable {
  /** What cache measurements count it under: the endpoint's path, with a question mark where there were parameters. */
  readonly address: string;
  /** What request measurements count it under: the pattern of the route. */
  readonly route: string;
  readonly rendered: Rendered;
  /** Filled as they are asked for. */
  readonly encoded: Map<Encoding | 'identity', EncodedResponse>;
}

/** Headers are lists of names and values in turn: node:http takes these as they are. */
export interface EncodedResponse {
  readonly body: Buffer;
  readonly etag: string;
  readonly headers: string[];
  /** For a client that has the body already. */
  readonly headersOnly: string[];
}

export const cachedResponse = (response: Omit<CachedResponse, 'encoded'>): CachedResponse => ({
  ...response,
  encoded: new Map([['identity', encodedResponse(response.rendered, response.rendered.bytes)]]),
});

/** Compressed once, for all requests. */
export async function compressedBody({ rendered, encoded }: CachedResponse, encoding: Encoding): Promise<Buffer> {
  const known = encoded.get(encoding)?.body;
  if (known) return known;
  const body = await compress(rendered.bytes, encoding);
  encoded.set(encoding, encodedResponse(rendered, body, encoding));
  return body;
}

function encodedResponse({ headers, tag }: Rendered, body: Buffer, encoding?: Encoding): EncodedResponse {
  const etag = tag === undefined ? '' : etagOf(tag, encoding);
  const headersOnly = Object.entries({ ...headers, ...(etag && { ETag: etag }) }).flat();
  const coding = encoding ? ['Content-Encoding', encoding] : [];
  const length = ['Content-Length', String(body.length)];
  return { body, etag, headersOnly, headers: [...headersOnly, ...coding, 'X-Cache', 'hit', ...length] };
}
