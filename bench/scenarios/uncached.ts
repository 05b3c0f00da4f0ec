// Uncached responses: a list of ten and single records, against the best hand-written statement with the cheapest
// rendering, over HTTP and in process.

import { now as currentTime } from '../../src/app.js';
import { DAY, secondsOf, wallOf } from '../../src/core/time/clock.js';
import { registry } from '../../src/models/registry.js';
import { openStore } from '../../src/storage/store.js';
import { openBareReader } from '../baselines/reader.js';
import { requestOf } from '../client/load-job.js';
import { type FilterValues, findFilterValues } from '../filters.js';
import { contextFor, listInProcess, readInProcess } from '../measure/in-process.js';
import { databaseOf, loading, warmed } from '../measure/load.js';
import { repeating, type Work } from '../measure/repeat.js';
import { alternate, ratioOf } from '../measure/rounds.js';
import { startChild } from '../processes/child.js';
import { mount, startService } from '../processes/service.js';
import type { Fixture } from '../store/fixtures.js';
import { type Bench, defaultSize, type Goal, type Scenario } from './scenario.js';

const pathCount = 500;

interface Case {
  readonly label: string;
  readonly goal: Goal;
  readonly paths: readonly string[];
  readonly ours: Work;
  readonly bare: Work;
}

/** Different weeks in the past, with about as many events as the week of a public calendar. */
const weeksBefore = (now: string): readonly (readonly [string, string])[] =>
  Array.from({ length: pathCount }, (_, at) => {
    const from = secondsOf(now) - (30 + at * 3) * DAY;
    return [wallOf(from).slice(0, 10), wallOf(from + 6 * DAY).slice(0, 10)];
  });

function casesOf(
  known: FilterValues,
  context: ReturnType<typeof contextFor>,
  bare: ReturnType<typeof openBareReader>,
): readonly Case[] {
  const weeks = weeksBefore(known.now);
  const base = context.call.site.baseUrl;
  const at = <Item>(items: readonly Item[], turn: number): Item => items[turn % items.length] as Item;
  return [
    {
      label: 'list of 10, a week',
      goal: { max: 1.5 },
      paths: weeks.map(([from, to]) => `${mount}/events?start_date=${from}&end_date=${to}`),
      ours: (turn) => listInProcess(context, { start_date: at(weeks, turn)[0], end_date: at(weeks, turn)[1] }),
      bare: (turn) => bare.window(`${at(weeks, turn)[0]} 00:00:00`, `${at(weeks, turn)[1]} 23:59:59`, base),
    },
    {
      label: 'read by id',
      goal: { max: 2 },
      paths: known.ids.slice(0, pathCount).map((id) => `${mount}/events/${id}`),
      ours: (turn) => readInProcess(context, { id: at(known.ids, turn) }),
      bare: (turn) => bare.byId(at(known.ids, turn), base),
    },
    {
      label: 'read by slug',
      goal: { max: 2 },
      paths: known.slugs.slice(0, pathCount).map((slug) => `${mount}/events/by-slug/${slug}`),
      ours: (turn) => readInProcess(context, { slug: at(known.slugs, turn) }),
      bare: (turn) => bare.bySlug(at(known.slugs, turn), base),
    },
  ];
}

async function compare(bench: Bench, fixture: Fixture): Promise<void> {
  const service = await startService(fixture, { cache: false });
  const bareServer = startChild(new URL('../baselines/sql-server.ts', import.meta.url), fixture.settings);
  const engine = fixture.open();
  const bare = openBareReader(fixture.settings);
  try {
    const port = await bareServer.request<number>('listen');
    const known = await findFilterValues(engine, currentTime());
    for (const { label, goal, paths, ours, bare: other } of casesOf(
      known,
      contextFor(openStore(engine, registry)),
      bare,
    )) {
      const groups = [{ name: label, share: 1, requests: paths.map((path) => requestOf(path)) }];
      const common = { groups, statusCode: 200, database: databaseOf(fixture) };
      const sides = await alternate(
        bench.rounds,
        await warmed(loading(bench, { ...common, port: service.port, pid: service.pid })),
        await warmed(loading(bench, { ...common, port, pid: bareServer.pid })),
      );
      const sent = await Promise.all(
        [service.port, port].map(
          async (each) => (await (await fetch(`http://127.0.0.1:${each}${paths[0]}`)).text()).length,
        ),
      );
      const note = `${sent.join(' and ')} characters`;
      bench.row({ label, fixture, unit: 'µs CPU each', ratio: ratioOf(sides, 'cpu'), goal, note });
      bench.row({ label, fixture, unit: 'requests/s', ratio: ratioOf(sides, 'rate') });
      const time = bench.quick ? 60 : 1_000;
      const inside = await alternate(
        bench.rounds,
        await warmed(repeating(time, ours), 1),
        await warmed(repeating(time, other), 1),
      );
      const [unit, by] = fixture.engine === 'embedded' ? ['µs CPU, in process', 'cpu'] : ['µs, in process', 'wall'];
      bench.row({ label, fixture, unit, ratio: ratioOf(inside, by) });
    }
  } finally {
    await service.stop();
    await bareServer.stop();
    await bare.close();
    await engine.close();
  }
}

export const uncached: Scenario = {
  name: 'uncached',
  about: 'Uncached lists and records, against one hand-written statement each with the cheapest rendering',
  run: async (bench) => {
    for (const engine of bench.engines) await compare(bench, await bench.fixture(engine, defaultSize(bench)));
  },
};
