// Token-bucket rate limits shared by all processes, in the ephemeral database.
import type { Rate, Throttle } from '../core/throttle.js';
import type { Engine } from './engine.js';

/** Every so many charges, buckets that have refilled completely are deleted. */
const clearEvery = 1_000;
/** Unspent leased tokens expire, so that a process does not accumulate a second budget. */
const leaseMs = 1_000;
const maxLeases = 10_000;

interface Lease {
  tokens: number;
  until: number;
  /** The pending request for more tokens: resolves to the seconds to wait, or 0 when tokens were granted. */
  pending: Promise<number> | undefined;
}

export function openThrottle(
  { ephemeral, dialect }: Engine,
  { name, burst, perSecond, lease: batch = 1 }: Rate,
  clock: () => number,
): Throttle {
  const place = (position: number) => dialect.placeholder(position);
  const now = () => clock() / 1_000;
  // A clock that was set back neither refills nor drains a bucket.
  const elapsed = `case when excluded.at > throttles.at then excluded.at - throttles.at else 0 end`;
  const refilled = `throttles.tokens + (${elapsed}) * ${perSecond}`;
  const full = `case when ${refilled} > ${burst} then ${burst} else ${refilled} end`;
  // What one request has spent before, and leases, must not make large work impossible.
  const nearlyFull = Math.max(1, burst * 0.9);
  const leases = new Map<string, Lease>();
  let charges = 0;

  interface Charge {
    readonly granted: number;
    readonly tokens: number;
  }

  /** Takes `most` tokens if the bucket holds as many, else `least`; a refusal takes none. */
  async function charge(key: string, most: number, least: number): Promise<Charge> {
    const holds = (tokens: number) => `${full} >= ${Math.min(tokens, nearlyFull)}`;
    const granted = `case when ${holds(most)} then ${most} when ${holds(least)} then ${least} else 0 end`;
    const [row] = await ephemeral.all({
      sql:
        `insert into throttles (name, tokens, at, granted) values (${place(1)}, ${burst - most}, ${place(2)}, ${most})` +
        ` on conflict (name) do update set at = excluded.at, granted = ${granted}, tokens = ${full} - (${granted})` +
        ` returning granted, tokens`,
      values: [`${name} ${key}`, now()],
    });
    if (++charges % clearEvery === 0) await clear();
    return { granted: Number(row?.[0]), tokens: Number(row?.[1]) };
  }

  const clear = (): Promise<number> =>
    ephemeral.run({
      sql: `delete from throttles where name like ${place(1)} and at < ${place(2)} - (${burst} - tokens) / ${perSecond}`,
      values: [`${name} %`, now()],
    });

  const secondsUntil = (tokens: number, cost: number): number =>
    Math.max(0, Math.ceil((Math.min(cost, nearlyFull) - tokens) / perSecond));

  function leaseOf(key: string): Lease {
    const known = leases.get(key);
    if (known) return known;
    if (leases.size >= maxLeases) leases.clear();
    const lease: Lease = { tokens: 0, until: 0, pending: undefined };
    leases.set(key, lease);
    return lease;
  }

  /** Only leases with tokens are kept, so that a flood of new keys leaves nothing behind. */
  function forgetSpent(key: string, lease: Lease): void {
    if (lease.tokens === 0 && !lease.pending && leases.get(key) === lease) leases.delete(key);
  }

  async function ask(key: string, lease: Lease): Promise<number> {
    try {
      const { granted, tokens } = await charge(key, batch, 1);
      if (granted === 0) return Math.max(1, secondsUntil(tokens, 1));
      Object.assign(lease, { tokens: granted, until: clock() + leaseMs });
      return 0;
    } finally {
      lease.pending = undefined;
    }
  }

  /** Takes the leased tokens and charges the rest; a refusal gives the leased ones back. */
  async function spendMany(key: string, cost: number, lease: Lease): Promise<number> {
    const leased = clock() < lease.until ? Math.min(lease.tokens, cost) : 0;
    lease.tokens -= leased;
    const rest = cost - leased;
    if (rest === 0) return 0;
    const { granted, tokens } = await charge(key, rest, rest);
    if (granted > 0) return 0;
    lease.tokens += leased;
    return Math.max(1, secondsUntil(tokens, rest));
  }

  return {
    wait: async (key) => {
      const [row] = await ephemeral.all({
        sql: `select tokens, at from throttles where name = ${place(1)}`,
        values: [`${name} ${key}`],
      });
      if (!row) return 0;
      const tokens = Number(row[0]) + Math.max(0, now() - Number(row[1])) * perSecond;
      return secondsUntil(tokens, 1);
    },
    spend: async (key, cost = 1) => {
      const lease = leaseOf(key);
      try {
        if (cost !== 1) return await spendMany(key, cost, lease);
        for (;;) {
          if (lease.tokens > 0 && clock() < lease.until) {
            lease.tokens--;
            return 0;
          }
          // One pending request per key: its tokens serve every caller that waits.
          lease.pending ??= ask(key, lease);
          const seconds = await lease.pending;
          if (seconds > 0) return seconds;
        }
      } finally {
        forgetSpent(key, lease);
      }
    },
  };
}
