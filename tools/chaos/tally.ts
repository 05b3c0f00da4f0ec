// What is counted while the check runs: traffic by kind of client, and every broken promise with its first cases.

export const kinds = ['writers', 'readers', 'probes'] as const;
export type Kind = (typeof kinds)[number];

export interface Traffic {
  requests: number;
  /** Answered by 503. */
  unavailable: number;
  /** The connection broke, or nothing came for a long time. */
  unanswered: number;
  retries: number;
  /** Answers that had been kept under an Idempotency-Key. */
  replayed: number;
  /** Milliseconds from the first attempt that failed to the one that succeeded. */
  longestWait: number;
}

export const promises = {
  lost: 'acknowledged creates that are missing',
  duplicated: 'creates that exist more than once',
  unasked: 'records that nobody asked for',
  undone: 'acknowledged changes that are missing',
  twin: 'categories that exist more than once',
  stale: 'stale own reads',
  late: 'public reads more than a second behind',
  backwards: 'public reads that went back in time',
  failed: '5xx other than 503',
  shapeless: '503 without Retry-After or in another shape',
  refused: 'other unexpected answers',
  abandoned: 'requests that never succeeded',
  slow: 'not back within 2 s of the database',
  ended: 'nodes that ended by themselves',
  logged: 'unexpected errors in the logs of the nodes',
  damaged: 'faults found by almanac doctor',
} as const;
export type Broken = keyof typeof promises;

const shownCases = 5;

export interface Tally {
  readonly traffic: Readonly<Record<Kind, Traffic>>;
  readonly broken: Readonly<Record<Broken, { count: number; readonly cases: string[] }>>;
  readonly breaks: (promise: Broken, what: string) => void;
}

const noTraffic = (): Traffic => ({
  requests: 0,
  unavailable: 0,
  unanswered: 0,
  retries: 0,
  replayed: 0,
  longestWait: 0,
});

export function startTally(): Tally {
  const names = Object.keys(promises) as Broken[];
  const none = () => ({ count: 0, cases: [] as string[] });
  const broken = Object.fromEntries(names.map((name) => [name, none()])) as Record<Broken, ReturnType<typeof none>>;
  return {
    traffic: { writers: noTraffic(), readers: noTraffic(), probes: noTraffic() },
    broken,
    breaks: (promise, what) => {
      const { cases } = broken[promise];
      broken[promise].count++;
      if (cases.length < shownCases) cases.push(what);
    },
  };
}
