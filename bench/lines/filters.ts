// Every filter with the same number of matches in the largest and in the smallest calendar: finding them must not depend
// on how much else there is. In process, and by what it takes of the cores, so that nothing but the question counts.
import { now as present } from '../../src/app.js';
import { registry } from '../../src/models/registry.js';
import type { Engine } from '../../src/storage/engine.js';
import { openStore } from '../../src/storage/store.js';
import { actorOf, type Filter, filters, type Known, learn } from '../filters.js';
import { askList, contextFor } from '../measure/asking.js';
import { repeating } from '../measure/repeat.js';
import { alternate, ratioOf, type Side } from '../measure/rounds.js';
import type { EngineName } from '../store/ground.js';
import { type Bench, type Line, largestSize, smallestSize } from './line.js';

interface Place {
  readonly server: number | undefined;
  readonly engine: Engine;
  readonly known: Known;
}

const most = 2_000;

async function asking({ server, engine, known }: Place, filter: Filter, milliseconds: number): Promise<[Side, number]> {
  const context = contextFor(openStore(engine, registry), actorOf(filter));
  const input = filter.input(known);
  const { total } = await askList(context, input);
  return [repeating(milliseconds, () => askList(context, input), server), total];
}

async function compare(bench: Bench, name: EngineName): Promise<void> {
  const [small, large] = [smallestSize(bench), largestSize(bench)];
  const grounds = [await bench.ground(name, large), await bench.ground(name, small)] as const;
  const opened = grounds.map((ground) => ({ server: ground.server, engine: ground.open() }));
  try {
    const places = [];
    for (const { server, engine } of opened) places.push({ server, engine, known: await learn(engine, present()) });
    const [big, little] = places as [Place, Place];
    const time = bench.quick ? 20 : 300;
    for (const filter of filters) {
      const [ours, matches] = await asking(big, filter, time);
      const [baseline, fewer] = await asking(little, filter, time);
      const note = `${matches} matches, ${fewer} at ${small}${Math.max(matches, fewer) > most ? ': TOO MANY' : ''}`;
      const row = { what: filter.name, ground: grounds[0], unit: 'µs CPU each', note };
      if (small === large) bench.row({ ...row, value: (await ours(1)).cpu ?? 0 });
      else {
        const ratio = ratioOf(await alternate(bench.rounds, ours, baseline), 'cpu');
        bench.row({ ...row, ratio, goal: { most: 1.5 } });
      }
    }
  } finally {
    for (const { engine } of opened) await engine.close();
  }
}

export const filtered: Line = {
  name: 'filters',
  about: 'Each filter with as many matches in the largest calendar as in the smallest one, which is the baseline',
  run: async (bench) => {
    for (const engine of bench.engines) await compare(bench, engine);
  },
};
