// Every filter with the same number of matches in the largest and in the smallest calendar: its cost must not depend on
// the size of the calendar. Measured as CPU time in process, so that only the query counts.
import { now as currentTime } from '../../src/app.js';
import { registry } from '../../src/models/registry.js';
import type { Engine } from '../../src/storage/engine.js';
import { openStore } from '../../src/storage/store.js';
import { actorOf, type Filter, type FilterValues, filters, findFilterValues } from '../filters.js';
import { contextFor, listInProcess } from '../measure/in-process.js';
import { repeating } from '../measure/repeat.js';
import { alternate, ratioOf, type Side } from '../measure/rounds.js';
import type { EngineName } from '../store/fixtures.js';
import { type Bench, largestSize, type Scenario, smallestSize } from './scenario.js';

interface Opened {
  readonly server: number | undefined;
  readonly engine: Engine;
  readonly known: FilterValues;
}

const maxMatches = 2_000;

async function sideOf(
  { server, engine, known }: Opened,
  filter: Filter,
  milliseconds: number,
): Promise<[Side, number]> {
  const context = contextFor(openStore(engine, registry), actorOf(filter));
  const input = filter.input(known);
  const { total } = await listInProcess(context, input);
  return [repeating(milliseconds, () => listInProcess(context, input), server), total];
}

async function compare(bench: Bench, name: EngineName): Promise<void> {
  const [small, large] = [smallestSize(bench), largestSize(bench)];
  // Half of a very large calendar are dates of series.
  const calendar = large > 1_000_000 ? 'mixed' : 'events';
  const fixtures = [await bench.fixture(name, large, calendar), await bench.fixture(name, small, calendar)] as const;
  const opened = fixtures.map((fixture) => ({ server: fixture.server, engine: fixture.open() }));
  try {
    const stores = [];
    for (const { server, engine } of opened)
      stores.push({ server, engine, known: await findFilterValues(engine, currentTime()) });
    const [big, little] = stores as [Opened, Opened];
    const time = bench.quick ? 20 : 300;
    for (const filter of filters) {
      const [ours, matches] = await sideOf(big, filter, time);
      const [baseline, fewer] = await sideOf(little, filter, time);
      const note = `${matches} matches, ${fewer} at ${small}${Math.max(matches, fewer) > maxMatches ? ': TOO MANY' : ''}`;
      const row = { label: filter.name, fixture: fixtures[0], unit: 'µs CPU each', note };
      if (small === large) bench.row({ ...row, value: (await ours(1)).cpu ?? 0 });
      else {
        const ratio = ratioOf(await alternate(bench.rounds, ours, baseline), 'cpu');
        bench.row({ ...row, ratio, goal: { max: 1.3 } });
      }
    }
  } finally {
    for (const { engine } of opened) await engine.close();
  }
}

export const filtered: Scenario = {
  name: 'filters',
  about: 'Each filter with as many matches in the largest calendar as in the smallest one, which is the baseline',
  run: async (bench) => {
    for (const engine of bench.engines) await compare(bench, engine);
  },
};
