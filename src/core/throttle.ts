// Rate limits: token buckets with a burst and a refill rate.

export interface Throttle {
  /** Seconds until a token is available; 0: now. Spends none. */
  wait(key: string): Promise<number>;
  /** Spends a token atomically. Seconds to wait, or 0 if it was spent. */
  spend(key: string): Promise<number>;
}

export interface Rate {
  readonly name: string;
  readonly burst: number;
  readonly perSecond: number;
  /** Tokens that a process takes at once and spends in memory, so that not every request writes. Default 1. */
  readonly lease?: number;
}

export const unlimited: Throttle = {
  wait: async () => 0,
  spend: async () => 0,
};
