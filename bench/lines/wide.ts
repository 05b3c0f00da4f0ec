// Lists that are long: totals over most of the calendar, told apart, and a page far down against the first one.
import { now as present } from '../../src/app.js';
import { registry } from '../../src/models/registry.js';
import { openStore } from '../../src/storage/store.js';
import { actorOf, learn, wide } from '../filters.js';
import { askList, contextFor } from '../measure/asking.js';
import { repeating } from '../measure/repeat.js';
import { alternate, ratioOf } from '../measure/rounds.js';
import type { Ground } from '../store/ground.js';
import type { Bench, Line } from './line.js';

async function totalsOn(bench: Bench, ground: Ground): Promise<void> {
  const engine = ground.open();
  try {
    const known = await learn(engine, present());
    for (const filter of wide) {
      const context = contextFor(openStore(engine, registry), actorOf(filter));
      const input = filter.input(known);
      const { total } = await askList(context, input);
      const samples = [];
      const side = repeating(bench.quick ? 10 : 300, () => askList(context, input));
      for (let round = 1; round <= bench.rounds; round++) samples.push(await side(round));
      const ratio = ratioOf({ ours: samples, baseline: samples }, 'wall');
      bench.row({ what: filter.name, ground, unit: 'ms each', value: ratio.ours / 1_000, note: `${total} matches` });
    }
  } finally {
    await engine.close();
  }
}

export const totals: Line = {
  name: 'totals',
  about: 'Lists whose total is most of the calendar',
  run: async (bench) => {
    for (const engine of bench.engines) {
      for (const events of bench.sizes) await totalsOn(bench, await bench.ground(engine, events));
    }
  },
};

const far = 5_000;

async function pagesOn(bench: Bench, ground: Ground): Promise<void> {
  const engine = ground.open();
  try {
    const context = contextFor(openStore(engine, registry));
    const all = { start_date: '1990-01-01', end_date: '2100-01-01' };
    const { total } = await askList(context, all);
    const page = Math.min(far, Math.floor(total / 10));
    const time = bench.quick ? 30 : 500;
    const sides = await alternate(
      bench.rounds,
      repeating(time, () => askList(context, { ...all, page: String(page) })),
      repeating(time, () => askList(context, all)),
    );
    bench.row({
      what: `page ${page} against page 1`,
      ground,
      unit: 'µs each',
      ratio: ratioOf(sides, 'wall'),
      goal: { most: 2 },
    });
  } finally {
    await engine.close();
  }
}

export const pages: Line = {
  name: 'pages',
  about: 'A page far down the public list of all years against its first page',
  run: async (bench) => {
    for (const engine of bench.engines) {
      for (const events of bench.sizes) await pagesOn(bench, await bench.ground(engine, events));
    }
  },
};
