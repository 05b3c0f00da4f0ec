// Rate limits: token buckets with a burst and a refill rate.

export interface Throttle {
  /** Seconds until a token is available; 0: now. Spends none. */
  wait(key: string): Promise<number>;
  /**
   * Spends `cost` tokens (default 1) atomically. Seconds to wait, or 0 if they were spent. A cost above nine tenths of
   * the burst needs as many tokens and may leave the bucket below zero, so that large work is delayed but never impossible.
   */
  spend(key: string, cost?: number): Promise<number>;
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
