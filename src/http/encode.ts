// Compresses an answer for those who accept it. Each encoding is a representation of its own, with its own tag.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Wire } from './answer.js';

const worthwhile = 1_024;
const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

export async function encode(wire: Wire, accepted: string | undefined): Promise<Wire> {
  const encoding = encodingFor(accepted);
  if (!encoding || wire.bytes.length < worthwhile) return wire;
  const bytes =
    encoding === 'br'
      ? await brotli(wire.bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : await zip(wire.bytes, { level: 6 });
  const { ETag, ...headers } = wire.headers;
  return {
    ...wire,
    bytes,
    headers: {
      ...headers,
      ...(ETag && { ETag: ETag.replace(/"$/, `-${encoding}"`) }),
      'Content-Encoding': encoding,
    },
  };
}

/** Brotli where it is accepted, else gzip; a quality of 0 means no. */
function encodingFor(accepted = ''): 'br' | 'gzip' | undefined {
  const offers = accepted
    .toLowerCase()
    .split(',', 20)
    .map((part) => part.split(';'))
    .filter(([, quality = 'q=1']) => Number(quality.trim().slice(2)) > 0)
    .map(([name = '']) => name.trim());
  return (['br', 'gzip'] as const).find((encoding) => offers.includes(encoding));
}
