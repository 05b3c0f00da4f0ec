// Counters of a run: traffic by kind of client, and violations of each guarantee with the first cases.

export const kinds = ['writers', 'readers', 'followers', 'probes'] as const;
export type Kind = (typeof kinds)[number];

export interface Traffic {
  requests: number;
  /** Responses with 503. */
  unavailable: number;
  /** Broken connections and timeouts. */
  disconnected: number;
  retries: number;
  /** Responses of the response cache. */
  cached: number;
  /** Stored responses to a repeated Idempotency-Key. */
  replayed: number;
  /** Milliseconds from the first attempt that failed to the one that succeeded. */
  longestWait: number;
}

export const guarantees = {
  lost: 'acknowledged creates that are missing',
  duplicated: 'creates that exist more than once',
  unasked: 'records that were never requested',
  undone: 'acknowledged changes that are missing',
  duplicatedCategory: 'categories that exist more than once',
  stale: 'stale own reads',
  late: 'public reads more than a second behind',
  backwards: 'public reads older than an earlier one',
  failed: '5xx other than 503',
  malformed: '503 without Retry-After or with another body',
  unexpected: 'other unexpected responses',
  abandoned: 'requests that never succeeded',
  slow: 'recovery that took too long after the database',
  followed: 'followers whose copy differs',
  messages: 'events with other webhook messages than changes',
  ended: 'nodes that exited by themselves',
  logged: 'unexpected errors in the logs of the nodes',
  damaged: 'faults found by almanac doctor',
} as const;
export type Guarantee = keyof typeof guarantees;

const shownCases = 5;

export interface Tally {
  readonly traffic: Readonly<Record<Kind, Traffic>>;
  readonly violations: Readonly<Record<Guarantee, { count: number; readonly cases: string[] }>>;
  readonly violated: (guarantee: Guarantee, label: string) => void;
}

const noTraffic = (): Traffic => ({
  requests: 0,
  unavailable: 0,
  disconnected: 0,
  retries: 0,
  cached: 0,
  replayed: 0,
  longestWait: 0,
});

export function startTally(): Tally {
  const names = Object.keys(guarantees) as Guarantee[];
  const none = () => ({ count: 0, cases: [] as string[] });
  const violations = Object.fromEntries(names.map((name) => [name, none()])) as Record<
    Guarantee,
    ReturnType<typeof none>
  >;
  return {
    traffic: { writers: noTraffic(), readers: noTraffic(), followers: noTraffic(), probes: noTraffic() },
    violations,
    violated: (guarantee, label) => {
      const { cases } = violations[guarantee];
      violations[guarantee].count++;
      if (cases.length < shownCases) cases.push(label);
    },
  };
}
