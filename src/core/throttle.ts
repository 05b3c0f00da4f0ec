// A limit on how often something may happen: so many at once, refilled at a steady rate.

export interface Throttle {
  /** Seconds to wait, or 0 when one more is allowed. */
  wait(key: string): Promise<number>;
  /** Takes one in a single step, so that many at once cannot all find it allowed: seconds to wait, or 0 when taken. */
  spend(key: string): Promise<number>;
}

export interface Rate {
  readonly name: string;
  readonly burst: number;
  readonly perSecond: number;
  /** Tokens that a process takes at a time and spends by itself, so that not every request writes; 1 by default. */
  readonly lease?: number;
}

export const unlimited: Throttle = {
  wait: async () => 0,
  spend: async () => 0,
};
