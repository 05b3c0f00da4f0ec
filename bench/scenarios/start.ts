// Time from the start of the process to its first response, and as a multiple of a Node.js process that does nothing.
import { spawnSync } from 'node:child_process';
import { openConnection } from '../client/connection.js';
import { requestOf } from '../client/load-job.js';
import { alternate, ratioOf, type Sample } from '../measure/rounds.js';
import { mount, startService } from '../processes/service.js';
import type { Fixture } from '../store/fixtures.js';
import { largestSize, type Scenario } from './scenario.js';

const first = (port: number): Promise<number> =>
  new Promise((resolve) => {
    const connection = openConnection(port);
    connection.send(requestOf(`${mount}/events?per_page=1&venue=500`), (statusCode) => {
      connection.close();
      resolve(statusCode);
    });
  });

export async function startAndStop(fixture: Fixture): Promise<Sample> {
  const startedAt = performance.now();
  const service = await startService(fixture, { cache: true });
  const statusCode = await first(service.port);
  const wall = performance.now() - startedAt;
  await service.stop();
  if (statusCode !== 200) throw new Error(`the first response was ${statusCode}`);
  return { wall };
}

function startNothing(): Sample {
  const startedAt = performance.now();
  spawnSync(process.execPath, ['-e', '0']);
  return { wall: performance.now() - startedAt };
}

export const start: Scenario = {
  name: 'start',
  about: 'Milliseconds from starting the process to the first 200, at the largest size, against `node -e 0`',
  run: async (bench) => {
    for (const engine of bench.engines) {
      const fixture = await bench.fixture(engine, largestSize(bench));
      // Fills the file cache of the system.
      await startAndStop(fixture);
      const rounds = bench.quick ? 2 : bench.rounds;
      const sides = await alternate(
        rounds,
        () => startAndStop(fixture),
        async () => startNothing(),
      );
      const ratio = ratioOf(sides, 'wall');
      const row = { label: 'start to first response', fixture, unit: 'ms' };
      bench.row({ ...row, value: ratio.ours, goal: { max: 500 } });
      bench.row({ ...row, ratio });
    }
  },
};
