import { expect, test } from 'vitest';
import { blocksOf, compress, initialState } from './sha256';

const digest = (bytes: Uint8Array): readonly number[] => [...blocksOf(bytes, 0).reduce(compress, initialState)];

async function expected(bytes: Uint8Array<ArrayBuffer>): Promise<readonly number[]> {
  const words = new DataView(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from({ length: 8 }, (_, index) => words.getUint32(index * 4));
}

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 200])('digests %i bytes like Web Crypto', async (length) => {
  const bytes = Uint8Array.from({ length }, (_, index) => (index * 37) % 256);
  expect(digest(bytes)).toEqual(await expected(bytes));
});
