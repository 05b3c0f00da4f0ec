// Time from the start of the process to its first response.
import { openConnection } from '../client/connection.js';
import { requestOf } from '../client/load-job.js';
import { median, short } from '../measure/numbers.js';
import { mount, startService } from '../processes/service.js';
import { largestSize, type Scenario } from './scenario.js';

const first = (port: number): Promise<number> =>
  new Promise((resolve) => {
    const connection = openConnection(port);
    connection.send(requestOf(`${mount}/events?per_page=1&venue=500`), (statusCode) => {
      connection.close();
      resolve(statusCode);
    });
  });

export const start: Scenario = {
  name: 'start',
  about: 'Milliseconds from starting the process to the first 200, at the largest size',
  run: async (bench) => {
    for (const engine of bench.engines) {
      const fixture = await bench.fixture(engine, largestSize(bench));
      const taken: number[] = [];
      for (let round = 0; round <= (bench.quick ? 2 : bench.rounds); round++) {
        const startedAt = performance.now();
        const service = await startService(fixture, { cache: true });
        const statusCode = await first(service.port);
        // The first round fills the file cache of the system.
        if (round > 0) taken.push(performance.now() - startedAt);
        await service.stop();
        if (statusCode !== 200) throw new Error(`the first response was ${statusCode}`);
      }
      const note = `${short(Math.min(...taken))} – ${short(Math.max(...taken))}`;
      bench.row({
        label: 'start to first response',
        fixture,
        unit: 'ms',
        value: median(taken),
        goal: { max: 1_000 },
        note,
      });
    }
  },
};
