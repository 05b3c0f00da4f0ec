// What must not depend on the size of a calendar beside its filters: creating an event, a page of the change feed, the feed of one
// category, the newest events, the start; and the disk it takes. Half of the events are dates of series.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { requestOf } from '../client/load-job.js';
import { flagged } from '../data.js';
import { draft, editingOn } from '../measure/editing.js';
import { databaseOf, loading, warmed } from '../measure/load.js';
import { repeating } from '../measure/repeat.js';
import { alternate, ratioOf, type Side } from '../measure/rounds.js';
import { mount, startService } from '../processes/service.js';
import type { EngineName, Fixture } from '../store/fixtures.js';
import { type Bench, largestSize, type Scenario, smallestSize } from './scenario.js';
import { startAndStop } from './start.js';

const goal = { max: 1.3 };

/** Each reads as many records at any size. The changes are those that were made before. */
const reads = {
  'page of the change feed': `${mount}/changes?resources=events&limit=100`,
  'calendar feed of one category': `${mount}/categories/${flagged.category}/events.ics`,
  'newest events as RSS': `${mount}/events.rss`,
} as const;

type Fixtures = readonly [large: Fixture, small: Fixture];

async function compareReads(bench: Bench, fixtures: Fixtures): Promise<void> {
  const [large, small] = fixtures;
  const services = [await startService(large, { cache: false }), await startService(small, { cache: false })] as const;
  try {
    for (const [label, path] of Object.entries(reads)) {
      const groups = [{ name: label, share: 1, requests: [requestOf(path)] }];
      const sideAt = (at: 0 | 1): Promise<Side> => {
        const { port, pid } = services[at];
        const loaded = { port, pid, groups, statusCode: 200, connections: 1, database: databaseOf(fixtures[at]) };
        return warmed(loading(bench, loaded));
      };
      const ratio = ratioOf(await alternate(bench.rounds, await sideAt(0), await sideAt(1)), 'cpu');
      bench.row({ label, fixture: large, unit: 'µs CPU each', ratio, goal });
    }
  } finally {
    for (const service of services) await service.stop();
  }
}

async function compareCreates(bench: Bench, fixtures: Fixtures): Promise<void> {
  const engines = fixtures.map((fixture) => fixture.open());
  try {
    const sides: Side[] = [];
    for (const [at, engine] of engines.entries()) {
      const editing = editingOn(engine);
      const create = () => editing.create(draft(editing));
      sides.push(await warmed(repeating(bench.quick ? 20 : 1_000, create, fixtures[at]?.server)));
    }
    const [ours, baseline] = sides as [Side, Side];
    const ratio = ratioOf(await alternate(bench.rounds, ours, baseline), 'cpu');
    bench.row({ label: 'create', fixture: fixtures[0], unit: 'µs CPU each', ratio, goal });
  } finally {
    for (const engine of engines) await engine.close();
  }
}

async function bytesOf({ engine, settings, open }: Fixture): Promise<number> {
  if (engine === 'embedded') return statSync(join(settings.ALMANAC_DATA ?? '', 'almanac.db')).size;
  const database = open();
  try {
    const sql = 'select pg_database_size(current_database())';
    return Number((await database.readConnection.all({ sql, values: [] }))[0]?.[0]);
  } finally {
    await database.close();
  }
}

async function compare(bench: Bench, engine: EngineName): Promise<void> {
  const [most, least] = [largestSize(bench), smallestSize(bench)];
  const fixtures = [await bench.fixture(engine, most, 'mixed'), await bench.fixture(engine, least, 'mixed')] as const;
  const [large, small] = fixtures;
  await compareCreates(bench, fixtures);
  await compareReads(bench, fixtures);
  const starts = [() => startAndStop(large), () => startAndStop(small)] as const;
  for (const start of starts) await start();
  bench.row({
    label: 'start to first response',
    fixture: large,
    unit: 'ms',
    ratio: ratioOf(await alternate(bench.rounds, ...starts), 'wall'),
    goal,
  });
  bench.row({ label: 'disk', fixture: large, unit: 'kB per event', value: (await bytesOf(large)) / 1_000 / most });
}

export const large: Scenario = {
  name: 'large',
  about: 'A calendar of the largest size, half of it dates of series, against one of the smallest size',
  run: async (bench) => {
    for (const engine of bench.engines) await compare(bench, engine);
  },
};
