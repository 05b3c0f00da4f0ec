// Slots that clients hold for a while: a total, and a share that one client can hold at most, so that no client can take
// them all. Refused with 503 and `Retry-After`.
import { Problem } from './problem.js';

/** Who asks for a slot, by `clientKeyOf`, and when it is no longer wanted. */
export interface SlotClient {
  readonly client: string;
  readonly signal: AbortSignal;
}

export interface SlotLimits {
  readonly total: number;
  readonly perClient: number;
  /** Of those that wait for a slot. */
  readonly maxQueued?: number;
  readonly maxQueuedPerClient?: number;
}

export type Release = () => void;

export interface Slots {
  readonly isFree: (client: string) => boolean;
  /** The client holds its whole share. */
  readonly isShareFull: (client: string) => boolean;
  /** Throws if there is no slot. Releasing it twice does no harm. */
  readonly take: (client: string) => Release;
  /** Clients that hold the fewest slots come first, and equals in the order of the calls. An abort leaves the queue. */
  readonly wait: (asking: SlotClient) => Promise<Release>;
  readonly taken: () => number;
}

export const noSlot = (): Problem => new Problem('overloaded', { headers: { 'Retry-After': '5' } });

interface Waiting {
  readonly client: string;
  readonly grant: (release: Release) => void;
}

export function openSlots({ total, perClient, maxQueued = 0, maxQueuedPerClient = maxQueued }: SlotLimits): Slots {
  const held = new Map<string, number>();
  const queue = new Set<Waiting>();
  let taken = 0;

  const isShareFull = (client: string): boolean => (held.get(client) ?? 0) >= perClient;
  const isFree = (client: string): boolean => taken < total && !isShareFull(client);
  const add = (client: string, change: 1 | -1): void => {
    const count = (held.get(client) ?? 0) + change;
    if (count === 0) held.delete(client);
    else held.set(client, count);
    taken += change;
  };

  function hold(client: string): Release {
    let isHeld = true;
    add(client, 1);
    return () => {
      if (!isHeld) return;
      isHeld = false;
      add(client, -1);
      grantFree();
    };
  }

  function firstInQueue(): Waiting | undefined {
    let first: Waiting | undefined;
    let fewest = perClient;
    for (const waiting of queue) {
      const count = held.get(waiting.client) ?? 0;
      if (count < fewest) [first, fewest] = [waiting, count];
    }
    return first;
  }

  function grantFree(): void {
    for (let next = firstInQueue(); next && taken < total; next = firstInQueue()) {
      queue.delete(next);
      next.grant(hold(next.client));
    }
  }

  const isQueueFull = (client: string): boolean =>
    queue.size >= maxQueued || [...queue].filter((waiting) => waiting.client === client).length >= maxQueuedPerClient;

  return {
    isFree,
    isShareFull,
    taken: () => taken,
    take: (client) => {
      if (!isFree(client)) throw noSlot();
      return hold(client);
    },
    wait: async ({ client, signal }) => {
      signal.throwIfAborted();
      if (isFree(client)) return hold(client);
      if (isQueueFull(client)) throw noSlot();
      return new Promise((resolve, reject) => {
        const leave = () => {
          queue.delete(waiting);
          reject(signal.reason);
        };
        const waiting: Waiting = {
          client,
          grant: (release) => {
            signal.removeEventListener('abort', leave);
            resolve(release);
          },
        };
        queue.add(waiting);
        signal.addEventListener('abort', leave, { once: true });
      });
    },
  };
}
