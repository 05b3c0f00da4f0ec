// How many answers came from memory, by address: lists with parameters and without are told apart.

export type Outcome = 'hit' | 'unchanged' | 'miss';

export interface Counts {
  readonly add: (route: string, outcome: Outcome) => void;
  readonly entries: () => Iterable<readonly [{ readonly route: string; readonly outcome: string }, number]>;
}

export function openCounts(): Counts {
  const counts = new Map<string, number>();
  return {
    add: (route, outcome) => {
      const key = `${outcome} ${route}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    entries: function* () {
      for (const [key, count] of counts) {
        const [outcome = '', route = ''] = key.split(' ', 2);
        yield [{ route, outcome }, count] as const;
      }
    },
  };
}
