// A response format: encodes a body to bytes.
import type { Given } from './field.js';

export interface Encoded {
  readonly bytes: Buffer;
  readonly contentType: string;
}

export interface Format {
  /** Part of the cache key. */
  readonly name: string;
  /** The media type in `Accept`. */
  readonly mediaType: string;
  /** `switches` are the query parameters that affect the encoding, such as `_pretty`. */
  readonly encode: (body: unknown, switches: Given) => Encoded;
}
