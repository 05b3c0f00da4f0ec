// The formats, and which one a request asks for. The first is that of whoever asks for none that we have.
import type { Format } from '../core/format.js';
import { json } from './json.js';

export const formats: readonly [Format, ...Format[]] = [json];

/** The format that `Accept` names first. Browsers and old clients accept anything, in whatever words: they get JSON. */
export function formatFor(accept: string | undefined): Format {
  if (accept === undefined || formats.length === 1) return formats[0];
  const types = accept.split(',', 20).map((part) => part.split(';', 1)[0]?.trim().toLowerCase());
  for (const type of types) {
    const format = formats.find(({ mediaType }) => mediaType === type);
    if (format) return format;
  }
  return formats[0];
}
