// A semaphore with a bounded queue: when the queue is full, further work is rejected with 503 and `Retry-After`.
import { Problem } from './problem.js';

export type Semaphore = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function openSemaphore(maxConcurrent: number, maxQueued: number): Semaphore {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running >= maxConcurrent) {
      if (queue.length >= maxQueued) throw new Problem('overloaded', { headers: { 'Retry-After': '5' } });
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      // The slot passes directly to the next in the queue, so that no new caller can take it first.
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
