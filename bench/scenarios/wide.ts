// Long lists: totals over most of the calendar, and a page far down against the first page.
import { now as currentTime } from '../../src/app.js';
import { registry } from '../../src/models/registry.js';
import { openStore } from '../../src/storage/store.js';
import { actorOf, findFilterValues, wide } from '../filters.js';
import { contextFor, listInProcess } from '../measure/in-process.js';
import { repeating } from '../measure/repeat.js';
import { alternate, ratioOf } from '../measure/rounds.js';
import type { Fixture } from '../store/fixtures.js';
import type { Bench, Scenario } from './scenario.js';

async function totalsOn(bench: Bench, fixture: Fixture): Promise<void> {
  const engine = fixture.open();
  try {
    const known = await findFilterValues(engine, currentTime());
    for (const filter of wide) {
      const context = contextFor(openStore(engine, registry), actorOf(filter));
      const input = filter.input(known);
      const { total } = await listInProcess(context, input);
      const samples = [];
      const side = repeating(bench.quick ? 10 : 300, () => listInProcess(context, input));
      for (let round = 1; round <= bench.rounds; round++) samples.push(await side(round));
      const ratio = ratioOf({ ours: samples, baseline: samples }, 'wall');
      bench.row({ label: filter.name, fixture, unit: 'ms each', value: ratio.ours / 1_000, note: `${total} matches` });
    }
  } finally {
    await engine.close();
  }
}

export const totals: Scenario = {
  name: 'totals',
  about: 'Lists whose total is most of the calendar',
  run: async (bench) => {
    for (const engine of bench.engines) {
      for (const events of bench.sizes) await totalsOn(bench, await bench.fixture(engine, events));
    }
  },
};

const farPage = 5_000;

async function pagesOn(bench: Bench, fixture: Fixture): Promise<void> {
  const engine = fixture.open();
  try {
    const context = contextFor(openStore(engine, registry));
    const all = { start_date: '1990-01-01', end_date: '2100-01-01' };
    const { total } = await listInProcess(context, all);
    const page = Math.min(farPage, Math.floor(total / 10));
    const time = bench.quick ? 30 : 500;
    const sides = await alternate(
      bench.rounds,
      repeating(time, () => listInProcess(context, { ...all, page: String(page) })),
      repeating(time, () => listInProcess(context, all)),
    );
    bench.row({
      label: `page ${page} against page 1`,
      fixture,
      unit: 'µs each',
      ratio: ratioOf(sides, 'wall'),
      goal: { max: 2 },
    });
  } finally {
    await engine.close();
  }
}

export const pages: Scenario = {
  name: 'pages',
  about: 'A page far down the public list of all years against its first page',
  run: async (bench) => {
    for (const engine of bench.engines) {
      for (const events of bench.sizes) await pagesOn(bench, await bench.fixture(engine, events));
    }
  },
};
