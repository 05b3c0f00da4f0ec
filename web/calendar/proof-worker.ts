// Finds a number whose SHA-256 digest together with a token begins with zero bits. Own code instead of Web Crypto, which
// needs a secure origin and a promise for each digest.
import { blocksOf, compress, initialState } from './sha256';

const blockBytes = 64;

/** The blocks before the number are the same for all numbers, so they are digested once. */
function findProof(token: string, bits: number): string {
  const encoder = new TextEncoder();
  const prefix = encoder.encode(`${token}:`);
  const fixedBytes = Math.floor(prefix.length / blockBytes) * blockBytes;
  let fixed = initialState;
  for (let at = 0; at < fixedBytes; at += blockBytes) fixed = compress(fixed, prefix.subarray(at, at + blockBytes));
  const rest = prefix.subarray(fixedBytes);
  for (let number = 0; ; number++) {
    const digits = encoder.encode(String(number));
    const tail = new Uint8Array(rest.length + digits.length);
    tail.set(rest);
    tail.set(digits, rest.length);
    let state = fixed;
    for (const block of blocksOf(tail, fixedBytes)) state = compress(state, block);
    if ((state[0] ?? 0) >>> (32 - bits) === 0) return String(number);
  }
}

addEventListener('message', ({ data }: MessageEvent<{ readonly token: string; readonly bits: number }>) => {
  postMessage(findProof(data.token, data.bits));
});
