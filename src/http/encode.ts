// Content encoding: negotiation and compression.
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createGzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

export type Encoding = 'br' | 'gzip';

/** Smaller bodies gain nothing. */
const minCompressedBytes = 1_024;
const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

export const compress = (bytes: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br' ? brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) : zip(bytes, { level: 6 });

/** Parsed `Accept-Encoding` headers: clients send only a few different ones. */
const encodingByHeader = new LRUCache<string, Encoding | 'none'>({ max: 100 });

export function encodingFor(accepted: string | undefined, length: number): Encoding | undefined {
  if (!accepted || length < minCompressedBytes) return undefined;
  let best = encodingByHeader.get(accepted);
  if (best === undefined) {
    best = bestOf(accepted) ?? 'none';
    encodingByHeader.set(accepted, best);
  }
  return best === 'none' ? undefined : best;
}

/** A quality of 0 means not acceptable. */
const offersOf = (accepted: string): readonly string[] =>
  accepted
    .toLowerCase()
    .split(',', 20)
    .map((part) => part.split(';'))
    .filter(([, quality = 'q=1']) => Number(quality.trim().slice(2)) > 0)
    .map(([name = '']) => name.trim());

/** Brotli if it is accepted, else gzip. */
function bestOf(accepted: string): Encoding | undefined {
  const offers = offersOf(accepted);
  return (['br', 'gzip'] as const).find((encoding) => offers.includes(encoding));
}

export const acceptsGzip = (accepted = ''): boolean => offersOf(accepted).includes('gzip');

/** The stream ends with an error if its source does. */
export function gzipStream(source: Readable): Readable {
  // Each piece of the output is a message between threads. Flushed, so that a reader can decode each piece of the source when
  // it was sent: zlib would keep the first ones back.
  const gzip = createGzip({ level: 4, chunkSize: 65_536, flush: constants.Z_SYNC_FLUSH });
  pipeline(source, gzip).catch(() => undefined);
  return gzip;
}
