// A cached response as it is sent: headers and body, once per content encoding.
import type { Cacheable } from '../cache/responses.js';
import { compress, type Encoding } from './encode.js';
import { etagOf, type Rendered } from './response.js';

export interface CachedResponse extends Cacheable {
  /** Label of the cache metrics: the endpoint's path, with a question mark if there were parameters. */
  readonly metricLabel: string;
  /** Label of the request metrics: the pattern of the route. */
  readonly route: string;
  readonly rendered: Rendered;
  /** By encoding, when it is first asked for. */
  readonly encoded: Map<Encoding | 'identity', EncodedResponse>;
}

/** Headers alternate names and values, the raw form that `writeHead` of node:http takes without copying. */
export interface EncodedResponse {
  readonly body: Buffer;
  readonly etag: string;
  readonly headers: string[];
  /** For a 304 response. */
  readonly headersOnly: string[];
}

/** A slice would keep all of the memory that it is part of: 8 kB of Node's pool, 16 kB of zlib. */
function withoutPool(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

export const cachedResponse = ({ rendered, ...response }: Omit<CachedResponse, 'encoded'>): CachedResponse => ({
  ...response,
  rendered: { ...rendered, bytes: withoutPool(rendered.bytes) },
  encoded: new Map(),
});

/** Undefined if it was not compressed yet. */
export function encodedAs(
  { rendered, encoded }: CachedResponse,
  encoding: Encoding | undefined,
): EncodedResponse | undefined {
  const known = encoded.get(encoding ?? 'identity');
  if (known || encoding) return known;
  const plain = encodedResponse(rendered, rendered.bytes);
  encoded.set('identity', plain);
  return plain;
}

/** Compresses once per encoding, for all later requests. */
export async function compressedBody({ rendered, encoded }: CachedResponse, encoding: Encoding): Promise<Buffer> {
  const cached = encoded.get(encoding)?.body;
  if (cached) return cached;
  const body = withoutPool(await compress(rendered.bytes, encoding));
  encoded.set(encoding, encodedResponse(rendered, body, encoding));
  return body;
}

function encodedResponse(rendered: Rendered, body: Buffer, encoding?: Encoding): EncodedResponse {
  const { headers } = rendered;
  const etag = etagOf(rendered, encoding) ?? '';
  const headersOnly = Object.entries({ ...headers, ...(etag && { ETag: etag }) }).flat();
  const coding = encoding ? ['Content-Encoding', encoding] : [];
  const length = ['Content-Length', String(body.length)];
  return { body, etag, headersOnly, headers: [...headersOnly, ...coding, 'X-Cache', 'hit', ...length] };
}
