// A limit on how often something may happen: so many at once, refilled at a steady rate.

export interface Throttle {
  /** Seconds to wait, or 0 when one more is allowed. */
  wait(key: string): Promise<number>;
  take(key: string): Promise<void>;
  /** Both in one step, so that many at once cannot all find it allowed: seconds to wait, or 0 when it was taken. */
  spend(key: string): Promise<number>;
}

export interface Rate {
  readonly name: string;
  readonly burst: number;
  readonly perSecond: number;
}

export const unlimited: Throttle = {
  wait: async () => 0,
  take: async () => undefined,
  spend: async () => 0,
};
