// From starting the process to its first answer.
import { openConnection } from '../client/connection.js';
import { requestOf } from '../client/order.js';
import { median, short } from '../measure/numbers.js';
import { mount, startService } from '../parties/service.js';
import { type Line, largestSize } from './line.js';

const first = (port: number): Promise<number> =>
  new Promise((resolve) => {
    const connection = openConnection(port);
    connection.send(requestOf(`${mount}/events?per_page=1&venue=500`), (http) => {
      connection.close();
      resolve(http);
    });
  });

export const start: Line = {
  name: 'start',
  about: 'Milliseconds from starting the process to the first 200, at the largest size',
  run: async (bench) => {
    for (const engine of bench.engines) {
      const ground = await bench.ground(engine, largestSize(bench));
      const taken: number[] = [];
      for (let round = 0; round <= (bench.quick ? 2 : bench.rounds); round++) {
        const begun = performance.now();
        const service = await startService(ground, { cache: true });
        const http = await first(service.port);
        // The first round reads the program and the file from the disk.
        if (round > 0) taken.push(performance.now() - begun);
        await service.stop();
        if (http !== 200) throw new Error(`the first answer was ${http}`);
      }
      const note = `${short(Math.min(...taken))} – ${short(Math.max(...taken))}`;
      bench.row({
        what: 'start to first answer',
        ground,
        unit: 'ms',
        value: median(taken),
        goal: { most: 1_000 },
        note,
      });
    }
  },
};
