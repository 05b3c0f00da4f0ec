// Reads the body of a response up to a limit of bytes, which counts after decompression: a few compressed kilobytes may
// decompress to gigabytes.
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Unfetchable } from './unfetchable.js';

/** The encodings that are decoded, as `Accept-Encoding` has them. */
export const acceptedEncodings = 'gzip, br';

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
};

/** Stops at the limit, whatever `Content-Length` says. */
export async function readBody(body: Readable, headers: Readonly<Record<string, string>>, maxBytes: number) {
  const tooLarge = () => new Unfetchable(`The file at this URL is larger than ${sizeText(maxBytes)}.`, 'size');
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of decoded(body, headers['content-encoding'] ?? '')) {
    const part: Buffer = chunk;
    length += part.length;
    if (length > maxBytes) throw tooLarge();
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}

/** Up to `maxBytes` of the body, as far as it can be read. */
export async function readBeginning(body: Readable, headers: Readonly<Record<string, string>>, maxBytes: number) {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of decoded(body, headers['content-encoding'] ?? '')) {
      const part: Buffer = chunk;
      chunks.push(part.subarray(0, maxBytes - length));
      length += part.length;
      if (length >= maxBytes) break;
    }
  } catch {
    // The status of the response is what counts.
  }
  return Buffer.concat(chunks);
}

/** At most one encoding: nested ones are only seen in attacks. */
function decoded(body: Readable, encoding: string): Readable {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return body;
  const decoder = decoders[name]?.();
  if (!decoder) throw new Unfetchable('This URL responded in an unknown encoding.', 'response');
  // Not `pipeline`: its callback would swallow the error that the reader must see.
  body.on('error', (error) => decoder.destroy(error));
  decoder.on('close', () => body.destroy());
  return body.pipe(decoder);
}

const sizeText = (bytes: number): string => `${Math.round((bytes / 1_048_576) * 1_000) / 1_000} MiB`;
