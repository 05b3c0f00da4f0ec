// Work in this process, over and over: microseconds by the clock and on the core, of each turn.
import type { Sample, Side } from './rounds.js';

/** One turn of the work; the number says which. */
export type Turn = (turn: number) => Promise<unknown>;

/** As many turns as fill the time, at least two. */
export const repeating =
  (milliseconds: number, work: Turn): Side =>
  async (round): Promise<Sample> => {
    const before = process.cpuUsage();
    const begun = performance.now();
    let turns = 0;
    while (turns < 2 || performance.now() - begun < milliseconds) await work(round * 10_000 + turns++);
    const taken = performance.now() - begun;
    const { user, system } = process.cpuUsage(before);
    return { wall: (taken * 1_000) / turns, cpu: (user + system) / turns };
  };
