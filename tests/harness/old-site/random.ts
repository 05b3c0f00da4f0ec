// Random numbers that are the same in every run.

export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** From 0 to below `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  some<Item>(items: readonly Item[], most: number): readonly Item[];
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // The low bits of this generator repeat early.
    return ((state >>> 8) ^ (state & 0xff)) / 0x1_00_00_00;
  };
  const below = (limit: number): number => Math.min(limit - 1, Math.floor(next() * limit));
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  return {
    next,
    below,
    pick,
    chance: (probability) => next() < probability,
    some: (items, most) => [...new Set(Array.from({ length: below(most + 1) }, () => pick(items)))],
  };
}
