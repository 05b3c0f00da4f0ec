// Token buckets in memory: so many at once, refilled at a steady rate. Bounded, since keys come from outside.

export interface Throttle {
  /** Seconds to wait, or 0 when one more is allowed; does not take a token. */
  readonly wait: (key: string) => number;
  readonly take: (key: string) => void;
}

export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
  readonly clock: () => number;
}

const maxKeys = 50_000;

export const unlimited: Throttle = { wait: () => 0, take: () => undefined };

export function throttle({ burst, perSecond, clock }: Rate): Throttle {
  const buckets = new Map<string, { tokens: number; at: number }>();
  const bucketOf = (key: string) => {
    const now = clock() / 1_000;
    const known = buckets.get(key) ?? { tokens: burst, at: now };
    return { tokens: Math.min(burst, known.tokens + Math.max(0, now - known.at) * perSecond), at: now };
  };
  return {
    wait: (key) => {
      const { tokens } = bucketOf(key);
      return tokens >= 1 ? 0 : Math.ceil((1 - tokens) / perSecond);
    },
    take: (key) => {
      const bucket = bucketOf(key);
      buckets.delete(key);
      if (buckets.size >= maxKeys) buckets.delete(buckets.keys().next().value as string);
      buckets.set(key, { ...bucket, tokens: bucket.tokens - 1 });
    },
  };
}
