// A round of load on a server: how many requests a second, what each takes of a core, and how long it takes.
import type { Group, Result } from '../client/order.js';
import type { Bench } from '../lines/line.js';
import type { Ground } from '../store/ground.js';
import { cpuOf, cpuOfAll } from './process.js';
import type { Side } from './rounds.js';

export interface Loaded {
  readonly port: number;
  readonly pid: number;
  /** The database's server, whose work counts as well. */
  readonly database?: number | undefined;
  /** Whoever puts other questions is answered otherwise. */
  readonly groups: readonly Group[];
  /** Answers other than this are a mistake in the measurement. */
  readonly http: number;
}

export const connections = 16;

export function refuseOthers({ groups }: Result, http: number): void {
  for (const { name, answers } of groups) {
    const others = Object.keys(answers).filter((found) => Number(found) !== http);
    if (others.length) throw new Error(`${name} was answered with ${JSON.stringify(answers)}`);
  }
}

export function loading({ clients, seconds }: Bench, { port, pid, database, groups, http }: Loaded): Side {
  const used = () => cpuOf(pid) + (database ? cpuOfAll(database) : 0);
  return async (round) => {
    const before = used();
    const result = await clients.play({ port, connections, seconds, seed: round, groups });
    refuseOthers(result, http);
    const cpu = ((used() - before) / result.requests) * 1e6;
    return { rate: result.requests / result.seconds, cpu, p50: result.times.p50, p99: result.times.p99 };
  };
}

/** Once before it counts, so that both sides are compiled and filled. */
export async function warmed(side: Side, times = 2): Promise<Side> {
  for (let round = 0; round < times; round++) await side(round);
  return side;
}

export const databaseOf = ({ server }: Ground): number | undefined => server;
