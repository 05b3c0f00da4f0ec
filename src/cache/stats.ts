// How many answers came from memory, by address: lists with parameters and without are told apart.

export type Outcome = 'hit' | 'unchanged' | 'miss';

export interface CacheStats {
  readonly add: (route: string, outcome: Outcome) => void;
  readonly entries: () => Iterable<readonly [{ readonly route: string; readonly outcome: string }, number]>;
}

export function openCacheStats(): CacheStats {
  const counts = new Map<string, Record<Outcome, number>>();
  return {
    add: (route, outcome) => {
      const known = counts.get(route);
      if (known) known[outcome]++;
      else counts.set(route, { hit: 0, unchanged: 0, miss: 0, [outcome]: 1 });
    },
    entries: function* () {
      for (const [route, outcomes] of counts) {
        for (const [outcome, count] of Object.entries(outcomes)) yield [{ route, outcome }, count] as const;
      }
    },
  };
}
