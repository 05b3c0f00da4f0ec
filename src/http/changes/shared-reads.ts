// Reads that many waiters ask for at once: equal ones share a result, and few run at a time, so that lists stay fast.
import { openSemaphore } from '../../core/semaphore.js';

const maxConcurrent = 4;
const maxQueued = 2_000;

export interface SharedReads<Result> {
  readonly read: (key: string, work: () => Promise<Result>) => Promise<Result>;
}

export function openSharedReads<Result>(): SharedReads<Result> {
  const semaphore = openSemaphore(maxConcurrent, maxQueued);
  const pending = new Map<string, Promise<Result>>();
  return {
    read: (key, work) => {
      const known = pending.get(key);
      if (known) return known;
      const result = semaphore(work).finally(() => pending.delete(key));
      pending.set(key, result);
      return result;
    },
  };
}
