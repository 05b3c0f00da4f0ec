// Work in this process, over and over: microseconds by the clock and on the cores, of each turn.
import { cpuOfAll } from './process.js';
import type { Sample, Side } from './rounds.js';

/** One turn of the work; the number says which. */
export type Turn = (turn: number) => Promise<unknown>;

/** As many turns as fill the time, at least two; what a database's server does for them counts, too. */
export const repeating =
  (milliseconds: number, work: Turn, server?: number): Side =>
  async (round): Promise<Sample> => {
    const used = (): number => {
      const { user, system } = process.cpuUsage();
      return user + system + (server ? cpuOfAll(server) * 1_000_000 : 0);
    };
    const before = used();
    const begun = performance.now();
    let turns = 0;
    while (turns < 2 || performance.now() - begun < milliseconds) await work(round * 10_000 + turns++);
    const taken = performance.now() - begun;
    return { wall: (taken * 1_000) / turns, cpu: (used() - before) / turns };
  };
