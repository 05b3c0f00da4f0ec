// Compresses responses for clients that accept it.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

export type Encoding = 'br' | 'gzip';

const minCompressedBytes = 1_024;
const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

export const compress = (bytes: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br' ? brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) : zip(bytes, { level: 6 });

/** Browsers send the same few headers again and again. */
const known = new LRUCache<string, Encoding | 'none'>({ max: 100 });

export function encodingFor(accepted: string | undefined, length: number): Encoding | undefined {
  if (!accepted || length < minCompressedBytes) return undefined;
  let best = known.get(accepted);
  if (best === undefined) {
    best = bestOf(accepted) ?? 'none';
    known.set(accepted, best);
  }
  return best === 'none' ? undefined : best;
}

/** Brotli where it is accepted, else gzip; a quality of 0 means no. */
function bestOf(accepted: string): Encoding | undefined {
  const offers = accepted
    .toLowerCase()
    .split(',', 20)
    .map((part) => part.split(';'))
    .filter(([, quality = 'q=1']) => Number(quality.trim().slice(2)) > 0)
    .map(([name = '']) => name.trim());
  return (['br', 'gzip'] as const).find((encoding) => offers.includes(encoding));
}
