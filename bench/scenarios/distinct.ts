// Lists of ten of which no two requests are the same, with the response cache at its default size: days, categories, tags,
// venues, words and pages by a skewed law, against one hand-written statement each. The fragments of records that other
// lists showed are found (warm); for days spread over all years they are not (cold).

import { now as currentTime } from '../../src/app.js';
import { DAY, secondsOf } from '../../src/core/time/clock.js';
import { coldPaths, warmPaths } from '../calendar/paths.js';
import { requestOf } from '../client/load-job.js';
import { findFilterValues } from '../filters.js';
import { connections, databaseOf, loading, warmed } from '../measure/load.js';
import { percent } from '../measure/numbers.js';
import { memoryOf } from '../measure/process.js';
import { alternate, ratioOf } from '../measure/rounds.js';
import { startChild } from '../processes/child.js';
import { mount, type Service, startService } from '../processes/service.js';
import type { Fixture } from '../store/fixtures.js';
import { type Bench, defaultSize, type Scenario } from './scenario.js';

interface Counts {
  readonly hit: number;
  readonly miss: number;
}

/** Hits and misses of responses to lists, and of fragments. */
async function countsOf({ url }: Service): Promise<{ readonly lists: Counts; readonly fragments: Counts }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const count = (route: string, outcome: string) => {
    const lines = text.split('\n').filter((line) => line.startsWith('almanac_cache_total{'));
    const found = lines.find((line) => line.includes(`route="${route}"`) && line.includes(`outcome="${outcome}"`));
    return Number(found?.split(' ').at(-1) ?? 0);
  };
  const countsFor = (route: string) => ({ hit: count(route, 'hit'), miss: count(route, 'miss') });
  return { lists: countsFor('/events?'), fragments: countsFor('fragments') };
}

const rateOf = (before: Counts, after: Counts): string => {
  const [hits, misses] = [after.hit - before.hit, after.miss - before.miss];
  return percent(hits / Math.max(1, hits + misses));
};

/** Sends each request once: so that the code is compiled, and the cache is filled by requests like those that are measured. */
async function sendEach(port: number, paths: readonly string[]): Promise<void> {
  const left = [...paths];
  const sendNext = async (): Promise<void> => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: connections }, sendNext));
}

/** Requests before those that are measured, as a service gets them in its first half hour: for warm lists so many that they
 * showed nearly all records of the next weeks. */
const sentBefore = { cold: 2_000, warm: 6_000 };

async function compare(bench: Bench, fixture: Fixture): Promise<void> {
  const service = await startService(fixture, { cache: true });
  const bareServer = startChild(new URL('../baselines/sql-server.ts', import.meta.url), fixture.settings);
  const engine = fixture.open();
  try {
    const port = await bareServer.request<number>('listen');
    const { ids } = await findFilterValues(engine, currentTime());
    const today = Math.floor(secondsOf(currentTime()) / DAY) * DAY;
    const idle = memoryOf(service.pid);
    const measure = async (label: string, paths: readonly string[], max: number, hits: boolean, before: number) => {
      const [earlier, measured] = [paths.slice(0, before), paths.slice(before)];
      for (const each of [service.port, port]) await sendEach(each, bench.quick ? earlier.slice(0, 100) : earlier);
      const groups = [{ name: label, share: 1, requests: measured.map((path) => requestOf(path)) }];
      const common = { groups, statusCode: 200, database: databaseOf(fixture) };
      const ours = loading(bench, { ...common, port: service.port, pid: service.pid });
      const bare = loading(bench, { ...common, port, pid: bareServer.pid });
      const earlierCounts = await countsOf(service);
      const sides = await alternate(bench.rounds, ours, bare);
      const counts = await countsOf(service);
      const lists = rateOf(earlierCounts.lists, counts.lists);
      const fragments = rateOf(earlierCounts.fragments, counts.fragments);
      const note = hits ? `${lists} of responses and ${fragments} of fragments from the cache` : '';
      const ratio = ratioOf(sides, 'cpu');
      bench.row({ label, fixture, unit: 'µs CPU each', ratio, goal: { max }, note });
      return ratio.ours;
    };
    await measure('list of 10, cold', coldPaths(today), 1.4, true, sentBefore.cold);
    const distinctCpu = await measure('list of 10, warm', warmPaths(today), 0.6, true, sentBefore.warm);
    const full = memoryOf(service.pid);
    // A different query each time, so that no response is found.
    const reads = ids
      .slice(0, 100)
      .flatMap((id) => Array.from({ length: 400 }, (_, at) => `${mount}/events/${id}?v=${at}`));
    await measure('read by id, warm', reads, 1, false, sentBefore.cold);
    const one = [{ name: 'cached', share: 1, requests: [requestOf(`${mount}/events`)] }];
    const cached = await warmed(
      loading(bench, {
        groups: one,
        statusCode: 200,
        database: databaseOf(fixture),
        port: service.port,
        pid: service.pid,
      }),
    );
    const samples = [];
    for (let round = 0; round < bench.rounds; round++) samples.push(await cached(round));
    const cachedCpu = samples.map(({ cpu = 0 }) => cpu).sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0;
    bench.row({
      ...{ label: 'warm list ÷ the same list cached', fixture, unit: 'CPU' },
      ...{ value: distinctCpu / cachedCpu, goal: { max: 14 }, note: `${Math.round(cachedCpu)} µs cached` },
    });
    bench.row({ label: 'memory, idle', fixture, unit: 'MB', value: idle.own });
    bench.row({ label: 'memory, full cache', fixture, unit: 'MB', value: full.own });
  } finally {
    await service.stop();
    await bareServer.stop();
    await engine.close();
  }
}

export const distinct: Scenario = {
  name: 'distinct',
  about:
    'Lists of 10 of which no two requests are the same, and records, with the response cache at its default size, against ' +
    'one hand-written statement each with the cheapest rendering',
  run: async (bench) => {
    for (const engine of bench.engines) await compare(bench, await bench.fixture(engine, defaultSize(bench)));
  },
};
