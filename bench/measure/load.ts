// A round of load on a server: requests per second, CPU time per request, and latency.
import type { Group, Result } from '../client/load-job.js';
import type { Bench } from '../scenarios/scenario.js';
import type { Fixture } from '../store/fixtures.js';
import { cpuOf, cpuOfAll } from './process.js';
import type { Side } from './rounds.js';

export interface Loaded {
  readonly port: number;
  readonly pid: number;
  /** Process id of the database server, whose CPU time is added. */
  readonly database?: number | undefined;
  readonly groups: readonly Group[];
  /** Expected status code; any other fails the measurement. */
  readonly statusCode: number;
  readonly connections?: number;
}

export const connections = 16;

export function expectStatusCode({ groups }: Result, statusCode: number): void {
  for (const { name, responses } of groups) {
    const unexpected = Object.keys(responses).filter((found) => Number(found) !== statusCode);
    if (unexpected.length) throw new Error(`${name} got ${JSON.stringify(responses)}`);
  }
}

export function loading(
  { clients, seconds }: Bench,
  { port, pid, database, groups, statusCode, connections: open = connections }: Loaded,
): Side {
  const used = () => cpuOf(pid) + (database ? cpuOfAll(database) : 0);
  return async (round) => {
    const before = used();
    const result = await clients.run({ port, connections: open, seconds, seed: round, groups });
    expectStatusCode(result, statusCode);
    const cpu = ((used() - before) / result.requests) * 1e6;
    return { rate: result.requests / result.seconds, cpu, p50: result.times.p50, p99: result.times.p99 };
  };
}

/** Runs a side before the measurement, so that code is compiled and caches are filled. */
export async function warmed(side: Side, times = 2): Promise<Side> {
  for (let round = 0; round < times; round++) await side(round);
  return side;
}

export const databaseOf = ({ server }: Fixture): number | undefined => server;
