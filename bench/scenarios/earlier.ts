// The first page of different days, against the service before recurring events: of a calendar without series, and of the
// same calendar with some.
import { now as currentTime } from '../../src/app.js';
import { DAY, padded, secondsOf, wallOf } from '../../src/core/time/clock.js';
import type { Engine } from '../../src/storage/engine.js';
import { migrate } from '../../src/storage/migrate.js';
import { requestOf } from '../client/load-job.js';
import { editingOn } from '../measure/editing.js';
import { databaseOf, loading, warmed } from '../measure/load.js';
import { alternate, ratioOf } from '../measure/rounds.js';
import { mount, startService } from '../processes/service.js';
import { buildTree, openEarlier } from '../store/earlier.js';
import type { Fixture } from '../store/fixtures.js';
import { type Bench, defaultSize, type Scenario } from './scenario.js';

const commit = '1f894500';
const days = 500;
const series = { count: 200, everyDays: 4, rule: 'FREQ=WEEKLY;COUNT=50' };

const dayAt = (now: string, offset: number): string => wallOf(secondsOf(now) + offset * DAY).slice(0, 10);

/** Each from another hour on, so that no response is found. */
function pathsOf(now: string): readonly (readonly [label: string, paths: readonly string[]])[] {
  const hours = Array.from({ length: 24 }, (_, hour) => `${padded(hour)}:00`);
  const paths = (end: (at: number) => string) =>
    hours.flatMap((hour) =>
      Array.from({ length: days }, (_, at) => `${mount}/events?start_date=${dayAt(now, -at)}%20${hour}${end(at)}`),
    );
  return [
    ['first page, from an hour on', paths(() => '')],
    ['first page, a week', paths((at) => `&end_date=${dayAt(now, 6 - at)}`)],
  ];
}

async function addSeries(engine: Engine, now: string): Promise<void> {
  const { create } = editingOn(engine);
  for (let at = 0; at < series.count; at++) {
    const day = dayAt(now, (at - series.count) * series.everyDays);
    const dates = { start_date: `${day} 19:00:00`, end_date: `${day} 21:00:00`, recurrence: { rule: series.rule } };
    await create({ title: `Choir ${at}`, description: 'We sing together.', status: 'publish', ...dates });
  }
}

async function compare(bench: Bench, current: Fixture, earlier: Fixture, tree: string, what: string): Promise<void> {
  for (const cache of [true, false]) {
    const services = [await startService(current, { cache }), await startService(earlier, { cache, tree })] as const;
    try {
      for (const [label, paths] of pathsOf(currentTime())) {
        const groups = [{ name: label, share: 1, requests: paths.map((path) => requestOf(path)) }];
        const side = (fixture: Fixture, { port, pid }: (typeof services)[number]) =>
          warmed(loading(bench, { groups, statusCode: 200, database: databaseOf(fixture), port, pid }));
        const ours = await side(current, services[0]);
        const baseline = await side(earlier, services[1]);
        const ratio = ratioOf(await alternate(bench.rounds, ours, baseline), 'cpu');
        const note = `${what}, ${cache ? 'the cache as usual' : 'without a cache'}, against commit ${commit}`;
        bench.row({ label, fixture: current, unit: 'µs CPU each', ratio, goal: { max: 1 }, note });
      }
    } finally {
      for (const service of services) await service.stop();
    }
  }
}

export const earlier: Scenario = {
  name: 'earlier',
  about: 'The first page of different days, against the service before recurring events on the same calendar',
  run: async (bench) => {
    for (const engine of bench.engines) {
      const source = { commit, engine, events: defaultSize(bench), log: bench.log };
      const tree = await buildTree(source);
      const now = currentTime();
      const before = await openEarlier(source);
      try {
        for (const [what, count] of [
          ['without series', 0],
          [`with ${series.count} series of 50 dates`, series.count],
        ] as const) {
          const current = await openEarlier(source, async (opened) => {
            await migrate(opened);
            if (count) await addSeries(opened, now);
          });
          try {
            await compare(bench, current, before, tree, what);
          } finally {
            await current.stop();
          }
        }
      } finally {
        await before.stop();
      }
    }
  },
};
