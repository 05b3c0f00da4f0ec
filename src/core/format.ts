// A format: how what a facade presents becomes bytes.
import type { Given } from './field.js';

export interface Encoded {
  readonly bytes: Buffer;
  readonly contentType: string;
}

export interface Format {
  /** Part of the cache key. */
  readonly name: string;
  /** The type by which `Accept` asks for it. */
  readonly mediaType: string;
  /** `switches` are the parameters of the query that shape a response, such as `_pretty`. */
  readonly encode: (body: unknown, switches: Given) => Encoded;
}
