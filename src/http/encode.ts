// Compresses answers for those who accept it.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

const worthwhile = 1_024;
const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

export const compress = (bytes: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br' ? brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) : zip(bytes, { level: 6 });

/** Brotli where it is accepted, else gzip; a quality of 0 means no. */
export function encodingFor(accepted: string | undefined, length: number): Encoding | undefined {
  if (!accepted || length < worthwhile) return undefined;
  const offers = accepted
    .toLowerCase()
    .split(',', 20)
    .map((part) => part.split(';'))
    .filter(([, quality = 'q=1']) => Number(quality.trim().slice(2)) > 0)
    .map(([name = '']) => name.trim());
  return (['br', 'gzip'] as const).find((encoding) => offers.includes(encoding));
}
