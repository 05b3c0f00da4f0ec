// The cost of revisions: durable creates and updates with them, against the same writes without.

import { is } from '../../src/core/condition.js';
import type { WriteContext } from '../../src/core/context.js';
import { embedsOf } from '../../src/core/embeds.js';
import type { Writes } from '../../src/core/model.js';
import { eventShape } from '../../src/facades/events/event.js';
import { lookUpForModel, parse } from '../../src/facades/parse.js';
import { registry } from '../../src/models/registry.js';
import { readLocked } from '../../src/operations/lock.js';
import { unrecordedWritesOf, writesOf } from '../../src/operations/write.js';
import { openStore } from '../../src/storage/store.js';
import { seededRandom } from '../calendar/random.js';
import { editor } from '../filters.js';
import { draftOf } from '../measure/drafts.js';
import { contextFor } from '../measure/in-process.js';
import { alternate, ratioOf, type Side } from '../measure/rounds.js';
import type { Fixture } from '../store/fixtures.js';
import { usedBy } from './changes.js';
import { type Bench, defaultSize, type Scenario } from './scenario.js';

const { model, fields } = eventShape;

async function compareWrites(bench: Bench, fixture: Fixture): Promise<void> {
  const engine = fixture.open();
  const store = openStore(engine, registry);
  const context = contextFor(store, editor);
  const random = seededRandom(17);
  let made = Date.now() % 1_000_000_000;
  const count = bench.quick ? 20 : 200;
  const ids: number[] = [];

  const create = async (writes: Writes, writing: WriteContext) => {
    const { input } = draftOf(random, context.call, ++made);
    const given = await lookUpForModel(fields, parse(fields, input, context.call, true), writing);
    ids.push((await writes.create(writing, model, given)).id);
  };
  const update = async (writes: Writes, writing: WriteContext) => {
    const id = ids[++made % ids.length] ?? 0;
    const embeds = embedsOf(model, context.call.actor, context);
    const stored = await readLocked(writing.store, model, id, () =>
      writing.store.read({ table: model, where: is('id', id), embeds }),
    );
    if (!stored) throw new Error(`there is no event ${id}`);
    const input = { title: `Changed ${made}`, description: `<p>${'Changed text. '.repeat(1 + (made % 40))}</p>` };
    const given = await lookUpForModel(fields, parse(fields, input, context.call, false), writing);
    await writes.update(writing, model, stored, given);
  };
  const side =
    (writes: Writes, write: typeof create): Side =>
    async () => {
      const before = usedBy(fixture);
      const startedAt = performance.now();
      for (let n = 0; n < count; n++) await store.transact((writer) => write(writes, { ...context, store: writer }));
      const rate = (count * 1_000) / (performance.now() - startedAt);
      return { rate, cpu: ((usedBy(fixture) - before) * 1e6) / count };
    };
  try {
    for (const [label, write] of Object.entries({ create, update })) {
      const [ours, baseline] = [side(writesOf(model), write), side(unrecordedWritesOf(model), write)];
      for (let warming = 0; warming < 3; warming++) for (const one of [ours, baseline]) await one(0);
      const sides = await alternate(Math.max(bench.rounds, 5), ours, baseline);
      const row = {
        label: `durable ${label} with revisions`,
        fixture,
        unit: 'events/s',
        note: 'against the same without',
      };
      bench.row({ ...row, ratio: ratioOf(sides, 'rate'), goal: { min: 0.9 } });
      bench.row({ ...row, unit: 'µs CPU each', ratio: ratioOf(sides, 'cpu') });
    }
  } finally {
    await engine.close();
  }
}

export const revisions: Scenario = {
  name: 'revisions',
  about: 'Creates and updates with revisions, against the same without',
  run: async (bench) => {
    for (const engine of bench.engines) await compareWrites(bench, await bench.fixture(engine, defaultSize(bench)));
  },
};
