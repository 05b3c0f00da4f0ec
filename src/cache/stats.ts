// Cache hits and misses by route label, for /metrics. Lists with and without parameters have labels of their own.

export type Outcome = 'hit' | 'unchanged' | 'miss';

export interface CacheStats {
  readonly add: (route: string, outcome: Outcome, count?: number) => void;
  readonly entries: () => Iterable<readonly [{ readonly route: string; readonly outcome: string }, number]>;
}

export function openCacheStats(): CacheStats {
  const counts = new Map<string, Record<Outcome, number>>();
  return {
    add: (route, outcome, count = 1) => {
      const existing = counts.get(route);
      if (existing) existing[outcome] += count;
      else counts.set(route, { hit: 0, unchanged: 0, miss: 0, [outcome]: count });
    },
    entries: function* () {
      for (const [route, outcomes] of counts) {
        for (const [outcome, count] of Object.entries(outcomes)) yield [{ route, outcome }, count] as const;
      }
    },
  };
}
