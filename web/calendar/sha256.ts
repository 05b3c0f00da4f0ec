// SHA-256 (FIPS 180-4), block by block.

const primes: number[] = [];
for (let candidate = 2; primes.length < 64; candidate++)
  if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);

/** The first 32 bits of the fractional part. */
const fraction = (value: number): number => Math.floor((value - Math.floor(value)) * 2 ** 32) >>> 0;

const constants = Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
export const initialState: Uint32Array = Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

const schedule = new Uint32Array(64);

/** The state after one block of 64 bytes. */
export function compress(before: Uint32Array, block: Uint8Array): Uint32Array {
  const words = new DataView(block.buffer, block.byteOffset, 64);
  const at = (index: number): number => schedule[index] ?? 0;
  for (let index = 0; index < 16; index++) schedule[index] = words.getUint32(index * 4);
  for (let index = 16; index < 64; index++) {
    const [early, late] = [at(index - 15), at(index - 2)];
    const first = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const second = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    schedule[index] = at(index - 16) + first + at(index - 7) + second;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = before;
  for (let index = 0; index < 64; index++) {
    const mixed = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const one = (h + mixed + chosen + (constants[index] ?? 0) + at(index)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const two = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  const after = [a, b, c, d, e, f, g, h];
  return Uint32Array.from(before, (word, index) => word + (after[index] ?? 0));
}

/** The last blocks of a message with their padding; `bytesBefore` were digested already. */
export function blocksOf(rest: Uint8Array, bytesBefore: number): readonly Uint8Array[] {
  const blocks = Math.ceil((rest.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(rest);
  padded[rest.length] = 0x80;
  const bits = (bytesBefore + rest.length) * 8;
  new DataView(padded.buffer).setUint32(padded.length - 4, bits);
  return Array.from({ length: blocks }, (_, index) => padded.subarray(index * 64, (index + 1) * 64));
}
