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
  const leases = new Map<string, Lease>();
  let charges = 0;

  /** Takes a batch of tokens if the bucket holds that many, else one; a refusal takes none. */
  async function charge(key: string): Promise<{ readonly granted: number; readonly tokens: number }> {
    const granted = `case when ${full} >= ${batch} then ${batch} when ${full} >= 1 then 1 else 0 end`;
    const [row] = await ephemeral.all({
      sql:
        `insert into throttles (name, tokens, at, granted) values (${place(1)}, ${burst - batch}, ${place(2)}, ${batch})` +
        ` on conflict (name) do update set at = excluded.at, granted = ${granted}, tokens = ${full} - (${granted})` +
        ` returning granted, tokens`,
      values: [`${name} ${key}`, now()],
    });
    if (++charges % clearEvery === 0) await clear();
    return { granted: Number(row?.[0]), tokens: Number(row?.[1]) };
  }

  const clear = (): Promise<number> =>
    ephemeral.run({
      sql: `delete from throttles where name like ${place(1)} and at < ${place(2)}`,
      values: [`${name} %`, now() - burst / perSecond],
    });

  function leaseOf(key: string): Lease {
    const known = leases.get(key);
    if (known) return known;
    if (leases.size >= maxLeases) leases.clear();
    const lease: Lease = { tokens: 0, until: 0, pending: undefined };
    leases.set(key, lease);
    return lease;
  }

  async function ask(key: string, lease: Lease): Promise<number> {
    try {
      const { granted, tokens } = await charge(key);
      if (granted === 0) return Math.ceil((1 - tokens) / perSecond);
      Object.assign(lease, { tokens: granted, until: clock() + leaseMs });
      return 0;
    } finally {
      lease.pending = undefined;
    }
  }

  return {
    wait: async (key) => {
      const [row] = await ephemeral.all({
        sql: `select tokens, at from throttles where name = ${place(1)}`,
        values: [`${name} ${key}`],
      });
      if (!row) return 0;
      const tokens = Number(row[0]) + Math.max(0, now() - Number(row[1])) * perSecond;
      return tokens >= 1 ? 0 : Math.ceil((1 - tokens) / perSecond);
    },
    spend: async (key) => {
      const lease = leaseOf(key);
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
    },
  };
}
