// HyperLogLog: estimates the number of different values from their hashes, in 1,024 bytes. Sketches of several processes
// can be merged. Small numbers are almost exact; the standard error of large ones is 3 %.

const indexBits = 10;
const size = 1 << indexBits;

/** One register per byte: the longest run of leading zeros of the hashes in it, plus 1. */
export type Sketch = Uint8Array;

export const emptySketch = (): Sketch => new Uint8Array(size);

/** `hash` has at least 6 uniformly distributed bytes. */
export function addHash(sketch: Sketch, hash: Uint8Array): void {
  const [first = 0, second = 0, a = 0, b = 0, c = 0, d = 0] = hash;
  const index = ((first << 8) | second) >>> (16 - indexBits);
  const rank = Math.clz32((a << 24) | (b << 16) | (c << 8) | d) + 1;
  if (rank > (sketch[index] ?? 0)) sketch[index] = rank;
}

/** Adds the values of another sketch. One of another size, such as a damaged one, counts as empty. */
export function mergeInto(sketch: Sketch, other: Sketch): void {
  if (other.length !== size) return;
  other.forEach((rank, index) => {
    if (rank > (sketch[index] ?? 0)) sketch[index] = rank;
  });
}

export function countDistinct(sketch: Sketch): number {
  let sum = 0;
  let empty = 0;
  for (const rank of sketch) {
    sum += 2 ** -rank;
    if (rank === 0) empty++;
  }
  const estimate = ((0.7213 / (1 + 1.079 / size)) * size * size) / sum;
  // Linear counting is more exact while many registers are empty.
  return Math.round(empty > 0 && estimate <= 2.5 * size ? size * Math.log(size / empty) : estimate);
}
