// A seeded pseudo-random generator: the same seed gives the same numbers on every machine.

export interface Random {
  /** From 0 (included) to 1 (excluded). */
  readonly next: () => number;
  /** From `min` to `max`, both included. */
  readonly integer: (min: number, max: number) => number;
  readonly happens: (share: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  /** Up to `count` different items, early ones far more often than late ones, as popularity is spread. */
  readonly skewedPick: <Item>(items: readonly Item[], count: number) => readonly Item[];
}

/** Mulberry32: short, and good enough to spread records. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const at = <Item>(items: readonly Item[], place: number): Item => items[Math.floor(place * items.length)] as Item;
  return {
    next,
    integer: (min, max) => min + Math.floor(next() * (max - min + 1)),
    happens: (share) => next() < share,
    pick: (items) => at(items, next()),
    skewedPick: (items, count) => [...new Set(Array.from({ length: count }, () => at(items, next() ** 2)))],
  };
}
