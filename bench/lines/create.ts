// Creating events with their links through the service's own operations, against bare statements that write the same
// rows: one by one, each on the disk before the next, and many in one transaction.

import type { WriteContext } from '../../src/core/context.js';
import { eventShape } from '../../src/facades/events/event.js';
import { lookUpForModel, parse } from '../../src/facades/parse.js';
import { registry } from '../../src/models/registry.js';
import { createEach } from '../../src/operations/write.js';
import { openStore } from '../../src/storage/store.js';
import { type BareWriter, openBareWriter } from '../baselines/writer.js';
import { chanceOf } from '../calendar/chance.js';
import { editor } from '../filters.js';
import { contextFor } from '../measure/asking.js';
import { type BareEvent, bareOf, type Draft, draftOf } from '../measure/drafts.js';
import { alternate, ratioOf, type Sample, type Side } from '../measure/rounds.js';
import type { Ground } from '../store/ground.js';
import { type Bench, type Line, smallestSize, usualSize } from './line.js';

type Create<Item> = (items: readonly Item[]) => Promise<unknown>;

const { fields, model } = eventShape;

interface Ways {
  readonly ours: Create<Draft>;
  readonly bare: BareWriter['create'];
  readonly drafts: (count: number) => readonly Draft[];
  readonly rows: (count: number) => readonly BareEvent[];
}

async function during(ground: Ground, work: (ways: Ways) => Promise<void>): Promise<void> {
  const engine = ground.open();
  const bare = await openBareWriter(ground.settings);
  const store = openStore(engine, registry);
  const context = contextFor(store, editor);
  const chance = chanceOf(7);
  // Later ones must not meet the slugs of earlier ones.
  let made = Date.now() % 1_000_000_000;
  const drafts = (count: number) => Array.from({ length: count }, () => draftOf(chance, context.call, ++made));
  const ours: Create<Draft> = (some) =>
    store.transact(async (writer) => {
      const writing: WriteContext = { ...context, store: writer };
      const parsed = some.map(({ input }) => parse(fields, input, context.call, true));
      const givens = await Promise.all(parsed.map((one) => lookUpForModel(fields, one, writing)));
      await createEach(writing, model, givens);
    });
  try {
    await work({
      ours,
      bare: bare.create,
      drafts,
      rows: (count) => drafts(count).map((draft) => bareOf(draft, context.call)),
    });
  } finally {
    await bare.close();
    await engine.close();
  }
}

/** Items are made before the clock runs; each transaction takes so many of them. */
const creating =
  <Item>(make: (count: number) => readonly Item[], create: Create<Item>, count: number, atOnce: number): Side =>
  async (): Promise<Sample> => {
    const items = make(count);
    const before = process.cpuUsage();
    const begun = performance.now();
    for (let from = 0; from < count; from += atOnce) await create(items.slice(from, from + atOnce));
    const wall = ((performance.now() - begun) * 1_000) / count;
    const { user, system } = process.cpuUsage(before);
    return { wall, cpu: (user + system) / count };
  };

async function singly(bench: Bench, ground: Ground): Promise<void> {
  await during(ground, async ({ ours, bare, drafts, rows }) => {
    const count = bench.quick ? 10 : 300;
    const sides = [creating(drafts, ours, count, 1), creating(rows, bare, count, 1)] as const;
    // A service runs for long: what it does again and again has been compiled by then.
    for (let warming = 0; warming < (bench.quick ? 1 : 5); warming++) for (const side of sides) await side(0);
    const found = await alternate(Math.max(bench.rounds, 5), ...sides);
    const row = { what: 'durable create with links', ground };
    bench.row({ ...row, unit: 'µs each', ratio: ratioOf(found, 'wall'), goal: { most: 2 } });
    bench.row({ ...row, unit: 'µs CPU each', ratio: ratioOf(found, 'cpu') });
  });
}

const batch = 500;

async function inBulk(bench: Bench, ground: Ground): Promise<void> {
  await during(ground, async ({ ours, bare, drafts, rows }) => {
    // In slices, so that the two sides take turns.
    const slices = Math.max(5, Math.min(20, Math.ceil(bench.bulk / 5_000)));
    const count = Math.ceil(bench.bulk / slices);
    const sides = await alternate(slices, creating(drafts, ours, count, batch), creating(rows, bare, count, batch));
    const ratio = ratioOf(sides, 'wall');
    const seconds = (ratio.ours * bench.bulk) / 1e6;
    const note = `${batch} in a transaction; ${bench.bulk} take ${seconds.toFixed(1)} s`;
    bench.row({ what: 'bulk creation', ground, unit: 'µs each', ratio, goal: { most: 2 }, note });
  });
}

export const create: Line = {
  name: 'create',
  about: 'Events with a venue, an organizer, two categories and three tags, against bare statements for the same rows',
  run: async (bench) => {
    for (const engine of bench.engines) await singly(bench, await bench.ground(engine, usualSize(bench)));
  },
};

export const bulk: Line = {
  name: 'bulk',
  about: 'Many such events in large transactions, against bare statements for the same rows',
  run: async (bench) => {
    for (const engine of bench.engines) await inBulk(bench, await bench.ground(engine, smallestSize(bench)));
  },
};
