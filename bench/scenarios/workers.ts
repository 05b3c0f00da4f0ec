// Throughput of two workers against one on each engine: the same mixed load, alternately, on the same data.
import { availableParallelism } from 'node:os';
import { connections } from '../measure/load.js';
import { mixedGroups } from '../measure/mixed.js';
import { alternate, ratioOf, type Side } from '../measure/rounds.js';
import { type Service, startService } from '../processes/service.js';
import { defaultSize, type Scenario } from './scenario.js';

export const workers: Scenario = {
  name: 'workers',
  about: 'Two workers against one, under the mixed load',
  run: async (bench) => {
    for (const engine of bench.engines) {
      const fixture = await bench.fixture(engine, defaultSize(bench));
      const groups = await mixedGroups(fixture);
      const services = [
        await startService(fixture, { cache: true, workers: 2 }),
        await startService(fixture, { cache: true, workers: 1 }),
      ] as const;
      const loadOn =
        ({ port }: Service): Side =>
        async (round) => {
          const result = await bench.clients.run({ port, connections, seconds: bench.seconds, seed: round, groups });
          return { rate: result.requests / result.seconds };
        };
      try {
        const [two, one] = [loadOn(services[0]), loadOn(services[1])];
        for (const side of [two, one]) await side(0);
        const ratio = ratioOf(await alternate(bench.rounds, two, one), 'rate');
        const note = `service, clients and database share ${availableParallelism()} cores`;
        bench.row({ label: 'two workers against one', fixture, unit: 'requests/s', ratio, note });
      } finally {
        for (const service of services) await service.stop();
      }
    }
  },
};
