// Repeats work in this process and measures wall and CPU time of one repetition, in microseconds.
import { cpuOfAll } from './process.js';
import type { Sample, Side } from './rounds.js';

/** One repetition of the work; the number is different for each. */
export type Work = (repetition: number) => Promise<unknown>;

/** Repeats for this time, at least twice. CPU time of the database server is added. */
export const repeating =
  (milliseconds: number, work: Work, server?: number): Side =>
  async (round): Promise<Sample> => {
    const used = (): number => {
      const { user, system } = process.cpuUsage();
      return user + system + (server ? cpuOfAll(server) * 1_000_000 : 0);
    };
    const before = used();
    const startedAt = performance.now();
    let repetitions = 0;
    while (repetitions < 2 || performance.now() - startedAt < milliseconds) await work(round * 10_000 + repetitions++);
    const taken = performance.now() - startedAt;
    return { wall: (taken * 1_000) / repetitions, cpu: (used() - before) / repetitions };
  };
