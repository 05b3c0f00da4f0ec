// The response formats and their negotiation by `Accept`. The first one is the default.
import type { Format } from '../core/format.js';
import { json } from './json.js';

export const formats: readonly [Format, ...Format[]] = [json];

/** The first supported media type of `Accept`; anything else, such as wildcards, gets JSON. */
export function formatFor(accept: string | undefined): Format {
  if (accept === undefined || formats.length === 1) return formats[0];
  const types = accept.split(',', 20).map((part) => part.split(';', 1)[0]?.trim().toLowerCase());
  for (const type of types) {
    const format = formats.find(({ mediaType }) => mediaType === type);
    if (format) return format;
  }
  return formats[0];
}
