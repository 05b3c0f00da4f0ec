// Creates events with their links through the service's own operations, against plain statements that write the same
// rows: one per transaction, and many per transaction. Commits are durable.

import type { WriteContext } from '../../src/core/context.js';
import { eventShape } from '../../src/facades/events/event.js';
import { lookUpForModel, parse } from '../../src/facades/parse.js';
import { registry } from '../../src/models/registry.js';
import { createEach } from '../../src/operations/write.js';
import { openStore } from '../../src/storage/store.js';
import { type BareWriter, openBareWriter } from '../baselines/writer.js';
import { seededRandom } from '../calendar/random.js';
import { editor } from '../filters.js';
import { type BareEvent, bareOf, type Draft, draftOf } from '../measure/drafts.js';
import { contextFor } from '../measure/in-process.js';
import { alternate, ratioOf, type Sample, type Side } from '../measure/rounds.js';
import type { Fixture } from '../store/fixtures.js';
import { type Bench, defaultSize, type Scenario, smallestSize } from './scenario.js';

type Create<Item> = (items: readonly Item[]) => Promise<unknown>;

const { fields, model } = eventShape;

interface Writers {
  readonly ours: Create<Draft>;
  readonly bare: BareWriter['create'];
  readonly drafts: (count: number) => readonly Draft[];
  readonly rows: (count: number) => readonly BareEvent[];
}

async function during(fixture: Fixture, work: (writers: Writers) => Promise<void>): Promise<void> {
  const engine = fixture.open();
  const bare = await openBareWriter(fixture.settings);
  const store = openStore(engine, registry);
  const context = contextFor(store, editor);
  const random = seededRandom(7);
  // A start that is different for each run, so that slugs do not collide with those of earlier runs.
  let made = Date.now() % 1_000_000_000;
  const drafts = (count: number) => Array.from({ length: count }, () => draftOf(random, context.call, ++made));
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

/** Items are generated before the measurement starts. */
const creating =
  <Item>(make: (count: number) => readonly Item[], create: Create<Item>, count: number, batchSize: number): Side =>
  async (): Promise<Sample> => {
    const items = make(count);
    const before = process.cpuUsage();
    const startedAt = performance.now();
    for (let from = 0; from < count; from += batchSize) await create(items.slice(from, from + batchSize));
    const wall = ((performance.now() - startedAt) * 1_000) / count;
    const { user, system } = process.cpuUsage(before);
    return { wall, cpu: (user + system) / count };
  };

async function singly(bench: Bench, fixture: Fixture): Promise<void> {
  await during(fixture, async ({ ours, bare, drafts, rows }) => {
    const count = bench.quick ? 10 : 300;
    const sides = [creating(drafts, ours, count, 1), creating(rows, bare, count, 1)] as const;
    // Warm-up: in a long-running service this code is compiled.
    for (let warming = 0; warming < (bench.quick ? 1 : 5); warming++) for (const side of sides) await side(0);
    const found = await alternate(Math.max(bench.rounds, 5), ...sides);
    const row = { label: 'durable create with links', fixture };
    bench.row({ ...row, unit: 'µs each', ratio: ratioOf(found, 'wall'), goal: { max: 2 } });
    bench.row({ ...row, unit: 'µs CPU each', ratio: ratioOf(found, 'cpu') });
  });
}

const batch = 500;

async function inBulk(bench: Bench, fixture: Fixture): Promise<void> {
  await during(fixture, async ({ ours, bare, drafts, rows }) => {
    // In slices, so that the two sides alternate.
    const slices = Math.max(5, Math.min(20, Math.ceil(bench.bulk / 5_000)));
    const count = Math.ceil(bench.bulk / slices);
    const sides = await alternate(slices, creating(drafts, ours, count, batch), creating(rows, bare, count, batch));
    const ratio = ratioOf(sides, 'wall');
    const seconds = (ratio.ours * bench.bulk) / 1e6;
    const note = `${batch} in a transaction; ${bench.bulk} take ${seconds.toFixed(1)} s`;
    bench.row({ label: 'bulk creation', fixture, unit: 'µs each', ratio, goal: { max: 2 }, note });
  });
}

export const create: Scenario = {
  name: 'create',
  about: 'Events with a venue, an organizer, two categories and three tags, against plain statements for the same rows',
  run: async (bench) => {
    for (const engine of bench.engines) await singly(bench, await bench.fixture(engine, defaultSize(bench)));
  },
};

export const bulk: Scenario = {
  name: 'bulk',
  about: 'Many such events in large transactions, against plain statements for the same rows',
  run: async (bench) => {
    for (const engine of bench.engines) await inBulk(bench, await bench.fixture(engine, smallestSize(bench)));
  },
};
