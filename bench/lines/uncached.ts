// Answers that are worked out: a list of ten and single records, against the best hand-written statement with the
// cheapest shaping, over HTTP and in one process.

import { now as present } from '../../src/app.js';
import { DAY, secondsOf, textOf } from '../../src/core/time/clock.js';
import { registry } from '../../src/models/registry.js';
import { openStore } from '../../src/storage/store.js';
import { openBareReader } from '../baselines/reader.js';
import { requestOf } from '../client/order.js';
import { type Known, learn } from '../filters.js';
import { askList, askRecord, contextFor } from '../measure/asking.js';
import { databaseOf, loading, warmed } from '../measure/load.js';
import { repeating, type Turn } from '../measure/repeat.js';
import { alternate, ratioOf } from '../measure/rounds.js';
import { startChild } from '../parties/child.js';
import { mount, startService } from '../parties/service.js';
import type { Ground } from '../store/ground.js';
import { type Bench, type Goal, type Line, usualSize } from './line.js';

const some = 500;

interface Case {
  readonly what: string;
  readonly goal: Goal;
  readonly paths: readonly string[];
  readonly ours: Turn;
  readonly bare: Turn;
}

/** Weeks in the past, each another address: as many matches as a public calendar shows. */
const weeksBefore = (now: string): readonly (readonly [string, string])[] =>
  Array.from({ length: some }, (_, at) => {
    const from = secondsOf(now) - (30 + at * 3) * DAY;
    return [textOf(from).slice(0, 10), textOf(from + 6 * DAY).slice(0, 10)];
  });

function casesOf(
  known: Known,
  context: ReturnType<typeof contextFor>,
  bare: ReturnType<typeof openBareReader>,
): readonly Case[] {
  const weeks = weeksBefore(known.now);
  const base = context.call.site.baseUrl;
  const at = <Item>(items: readonly Item[], turn: number): Item => items[turn % items.length] as Item;
  return [
    {
      what: 'list of 10, a week',
      goal: { most: 1.5 },
      paths: weeks.map(([from, to]) => `${mount}/events?start_date=${from}&end_date=${to}`),
      ours: (turn) => askList(context, { start_date: at(weeks, turn)[0], end_date: at(weeks, turn)[1] }),
      bare: (turn) => bare.window(`${at(weeks, turn)[0]} 00:00:00`, `${at(weeks, turn)[1]} 23:59:59`, base),
    },
    {
      what: 'read by id',
      goal: { most: 2 },
      paths: known.ids.slice(0, some).map((id) => `${mount}/events/${id}`),
      ours: (turn) => askRecord(context, { id: at(known.ids, turn) }),
      bare: (turn) => bare.byId(at(known.ids, turn), base),
    },
    {
      what: 'read by slug',
      goal: { most: 2 },
      paths: known.slugs.slice(0, some).map((slug) => `${mount}/events/by-slug/${slug}`),
      ours: (turn) => askRecord(context, { slug: at(known.slugs, turn) }),
      bare: (turn) => bare.bySlug(at(known.slugs, turn), base),
    },
  ];
}

async function compare(bench: Bench, ground: Ground): Promise<void> {
  const service = await startService(ground, { cache: false });
  const bareServer = startChild(new URL('../baselines/sql-server.ts', import.meta.url), ground.settings);
  const engine = ground.open();
  const bare = openBareReader(ground.settings);
  try {
    const port = await bareServer.ask<number>('listen');
    const known = await learn(engine, present());
    for (const { what, goal, paths, ours, bare: other } of casesOf(
      known,
      contextFor(openStore(engine, registry)),
      bare,
    )) {
      const groups = [{ name: what, share: 1, requests: paths.map((path) => requestOf(path)) }];
      const common = { groups, http: 200, database: databaseOf(ground) };
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
      const note = `${sent.join(' and ')} letters`;
      bench.row({ what, ground, unit: 'µs CPU each', ratio: ratioOf(sides, 'cpu'), goal, note });
      bench.row({ what, ground, unit: 'requests/s', ratio: ratioOf(sides, 'rate') });
      const time = bench.quick ? 60 : 1_000;
      const inside = await alternate(
        bench.rounds,
        await warmed(repeating(time, ours), 1),
        await warmed(repeating(time, other), 1),
      );
      const [unit, by] = ground.engine === 'embedded' ? ['µs CPU, in process', 'cpu'] : ['µs, in process', 'wall'];
      bench.row({ what, ground, unit, ratio: ratioOf(inside, by) });
    }
  } finally {
    await service.stop();
    await bareServer.stop();
    await bare.close();
    await engine.close();
  }
}

export const uncached: Line = {
  name: 'uncached',
  about: 'Lists and records that are not kept, against one hand-written statement each with the cheapest shaping',
  run: async (bench) => {
    for (const engine of bench.engines) await compare(bench, await bench.ground(engine, usualSize(bench)));
  },
};
