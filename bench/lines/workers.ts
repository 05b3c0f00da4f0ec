// What a second worker brings on each engine: the same mixed load in turns on one and on two, over the same data.
import { availableParallelism } from 'node:os';
import { connections } from '../measure/load.js';
import { mixedGroups } from '../measure/mixed.js';
import { alternate, ratioOf, type Side } from '../measure/rounds.js';
import { type Service, startService } from '../parties/service.js';
import { type Line, usualSize } from './line.js';

export const workers: Line = {
  name: 'workers',
  about: 'Two workers against one, under the mixed load',
  run: async (bench) => {
    for (const engine of bench.engines) {
      const ground = await bench.ground(engine, usualSize(bench));
      const groups = await mixedGroups(ground);
      const services = [
        await startService(ground, { cache: true, workers: 2 }),
        await startService(ground, { cache: true, workers: 1 }),
      ] as const;
      const playing =
        ({ port }: Service): Side =>
        async (round) => {
          const result = await bench.clients.play({ port, connections, seconds: bench.seconds, seed: round, groups });
          return { rate: result.requests / result.seconds };
        };
      try {
        const [two, one] = [playing(services[0]), playing(services[1])];
        for (const side of [two, one]) await side(0);
        const ratio = ratioOf(await alternate(bench.rounds, two, one), 'rate');
        const note = `service, clients and database share ${availableParallelism()} cores`;
        bench.row({ what: 'two workers against one', ground, unit: 'requests/s', ratio, note });
      } finally {
        for (const service of services) await service.stop();
      }
    }
  },
};
