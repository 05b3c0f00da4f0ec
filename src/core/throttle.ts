// A limit on how often something may happen: so many at once, refilled at a steady rate.

export interface Throttle {
  /** Seconds to wait, or 0 when one more is allowed. */
  wait(key: string): Promise<number>;
  take(key: string): Promise<void>;
}

export interface Rate {
  readonly name: string;
  readonly burst: number;
  readonly perSecond: number;
}

export const unlimited: Throttle = { wait: async () => 0, take: async () => undefined };
