// Chance that repeats itself: the same seed draws the same numbers on every machine.

export interface Chance {
  /** From 0 up to, not including, 1. */
  readonly next: () => number;
  /** From `least` to `most`, both included. */
  readonly whole: (least: number, most: number) => number;
  readonly happens: (share: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  /** So many different items; early ones far more often than late ones, as with everything that has favourites. */
  readonly favourites: <Item>(items: readonly Item[], count: number) => readonly Item[];
}

/** Mulberry32: short, and good enough to spread records. */
export function chanceOf(seed: number): Chance {
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
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    happens: (share) => next() < share,
    pick: (items) => at(items, next()),
    favourites: (items, count) => [...new Set(Array.from({ length: count }, () => at(items, next() ** 2)))],
  };
}
