// The first page of a calendar without series, uncached, against the service before recurring events.
import { now as currentTime } from '../../src/app.js';
import { DAY, secondsOf, textOf } from '../../src/core/time/clock.js';
import { requestOf } from '../client/load-job.js';
import { databaseOf, loading, warmed } from '../measure/load.js';
import { alternate, ratioOf } from '../measure/rounds.js';
import { mount, startService } from '../processes/service.js';
import type { Bench } from '../scenarios/scenario.js';
import type { EngineName } from '../store/fixtures.js';
import { buildTree, openEarlier } from './earlier-tree.js';

const pathCount = 500;

/** Different days, so that no response can be reused. */
function pathsOf(now: string): readonly (readonly [label: string, paths: readonly string[]])[] {
  const day = (days: number): string => textOf(secondsOf(now) + days * DAY).slice(0, 10);
  const paths = (make: (at: number) => string) => Array.from({ length: pathCount }, (_, at) => make(at));
  return [
    ['first page, from a day on', paths((at) => `${mount}/events?start_date=${day(-at)}`)],
    ['first page, a week', paths((at) => `${mount}/events?start_date=${day(-at * 3)}&end_date=${day(6 - at * 3)}`)],
  ];
}

export async function compareEarlier(bench: Bench, engine: EngineName, events: number, commit: string): Promise<void> {
  const tree = await buildTree(commit, bench.log);
  const source = { tree, commit, engine, events, log: bench.log };
  const [current, earlier] = [await openEarlier(source, true), await openEarlier(source, false)];
  const services = [
    await startService(current, { cache: false }),
    await startService(earlier, { cache: false, tree }),
  ] as const;
  try {
    for (const [label, paths] of pathsOf(currentTime())) {
      const groups = [{ name: label, share: 1, requests: paths.map((path) => requestOf(path)) }];
      const sides = [];
      for (const [at, fixture] of [current, earlier].entries()) {
        const service = services[at] ?? services[0];
        const { port, pid } = service;
        sides.push(await warmed(loading(bench, { groups, statusCode: 200, database: databaseOf(fixture), port, pid })));
      }
      const [ours, baseline] = sides;
      if (!ours || !baseline) return;
      const found = await alternate(bench.rounds, ours, baseline);
      const note = `against commit ${commit}, no series`;
      bench.row({
        label,
        fixture: current,
        unit: 'µs CPU each',
        ratio: ratioOf(found, 'cpu'),
        goal: { max: 1.05 },
        note,
      });
      bench.row({ label, fixture: current, unit: 'requests/s', ratio: ratioOf(found, 'rate'), note });
    }
  } finally {
    for (const service of services) await service.stop();
    await current.stop();
    await earlier.stop();
  }
}
