// Lets a few pieces of work in at once and a few more wait; whoever comes then is told to try again.
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
      // The place goes to the next in line, so nobody can slip in between.
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
