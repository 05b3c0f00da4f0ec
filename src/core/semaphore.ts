// Lets a few pieces of work in at once and a few more wait; whoever comes then is told to try again.
import { Problem } from './problem.js';

export type Semaphore = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function openSemaphore(atOnce: number, waiting: number): Semaphore {
  let inside = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (inside >= atOnce) {
      if (queue.length >= waiting) throw new Problem('overloaded', { headers: { 'Retry-After': '5' } });
      await new Promise<void>((resolve) => queue.push(resolve));
    } else inside++;
    try {
      return await work();
    } finally {
      // The place goes to the next in line, so nobody can slip in between.
      const next = queue.shift();
      if (next) next();
      else inside--;
    }
  };
}
