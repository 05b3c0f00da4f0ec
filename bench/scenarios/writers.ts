// Sixteen writers at one moment against the same writers with one commit per change; and what positions cost: a new title of a
// series with 1,826 dates against one of a single event, and creates against those without the statements of positions.
import { is } from '../../src/core/condition.js';
import type { Context } from '../../src/core/context.js';
import type { Given } from '../../src/core/field.js';
import type { Row } from '../../src/core/store.js';
import { eventShape } from '../../src/facades/events/event.js';
import { lookUpForModel, parse } from '../../src/facades/parse.js';
import { registry } from '../../src/models/registry.js';
import { readLocked } from '../../src/operations/lock.js';
import { writesOf } from '../../src/operations/write.js';
import type { Connection, Engine } from '../../src/storage/engine.js';
import { openStore } from '../../src/storage/store.js';
import { seededRandom } from '../calendar/random.js';
import { editor } from '../filters.js';
import { draftOf } from '../measure/drafts.js';
import { contextFor } from '../measure/in-process.js';
import { alternate, ratioOf, type Side } from '../measure/rounds.js';
import type { Fixture } from '../store/fixtures.js';
import { type Bench, type Scenario, smallestSize } from './scenario.js';

const { fields, model } = eventShape;
const atOnce = 16;
const dates = 1_826;

interface Editing {
  readonly context: Context;
  readonly create: (input: Given) => Promise<number>;
  readonly update: (id: number, input: Given) => Promise<void>;
}

export function editingOn(engine: Engine): Editing {
  const store = openStore(engine, registry);
  const context = contextFor(store, editor);
  const { create, update } = writesOf(model);
  return {
    context,
    create: (input) =>
      store.transact(async (writer) => {
        const writing = { ...context, store: writer };
        const given = await lookUpForModel(fields, parse(fields, input, context.call, true), writing);
        return (await create(writing, model, given)).after?.id ?? 0;
      }),
    update: (id, input) =>
      store.transact(async (writer) => {
        const writing = { ...context, store: writer };
        const given = await lookUpForModel(fields, parse(fields, input, context.call, false), writing);
        const read = async () => (await writer.read({ table: model, where: is('id', id) })) as Row;
        await update(writing, model, await readLocked(writer, model, id, read), given);
      }),
  };
}

/** A start that is different for each run, so that slugs do not collide with those of earlier runs. */
let made = Date.now() % 1_000_000_000;
const random = seededRandom(7);
export const draft = ({ context }: Editing): Given => draftOf(random, context.call, ++made).input;

/** `count` changes, `writers` of them at a time. */
const changing =
  (count: number, writers: number, prepare: () => () => Promise<unknown>): Side =>
  async () => {
    const changes = Array.from({ length: count }, prepare);
    const before = process.cpuUsage();
    const startedAt = performance.now();
    const next = changes.values();
    const write = async () => {
      for (const change of next) await change();
    };
    await Promise.all(Array.from({ length: writers }, write));
    const wall = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(before);
    return { perSecond: (count * 1_000) / wall, cpu: (user + system) / count, wall: (wall * 1_000) / count };
  };

const creating = (editing: Editing, count: number, writers: number): Side =>
  changing(count, writers, () => {
    const input = draft(editing);
    return () => editing.create(input);
  });

async function sharedCommits(bench: Bench, fixture: Fixture): Promise<void> {
  const engines = [fixture.open(), fixture.open({ maxChanges: 1 })] as const;
  try {
    const count = bench.quick ? 32 : 320;
    const [ours, baseline] = engines.map((engine) => creating(editingOn(engine), count, atOnce)) as [Side, Side];
    for (const side of [ours, baseline]) await side(0);
    const found = await alternate(bench.rounds, ours, baseline);
    const row = { label: `${atOnce} writers, one commit for each group`, fixture };
    bench.row({ ...row, unit: 'durable creates/s', ratio: ratioOf(found, 'perSecond'), goal: { min: 2.5 } });
    bench.row({ ...row, unit: 'µs CPU each', ratio: ratioOf(found, 'cpu') });
  } finally {
    for (const engine of engines) await engine.close();
  }
}

/** The engine without the statements that write positions. */
const withoutPositions = (engine: Engine): Engine => ({
  ...engine,
  transact: (work, options) =>
    engine.transact((connection) => {
      const run: Connection['run'] = async (statement) =>
        statement.sql.startsWith('insert into positions') ? 0 : connection.run(statement);
      return work({ ...connection, run });
    }, options),
});

async function positions(bench: Bench, fixture: Fixture): Promise<void> {
  const engine = fixture.open();
  try {
    const editing = editingOn(engine);
    const rule = { recurrence: `FREQ=DAILY;COUNT=${dates}` };
    const series = await editing.create({ ...draft(editing), ...rule });
    const single = await editing.create(draft(editing));
    const count = bench.quick ? 5 : 50;
    const renaming = (id: number): Side =>
      changing(count, 1, () => {
        const { title } = draft(editing);
        return () => editing.update(id, { title });
      });
    const [all, one] = [renaming(series), renaming(single)];
    for (const side of [all, one]) await side(0);
    const titles = await alternate(bench.rounds, all, one);
    const title = { label: `new title of ${dates} dates ÷ of one event`, fixture };
    bench.row({ ...title, unit: 'µs each', ratio: ratioOf(titles, 'wall'), goal: { max: 2 } });
    bench.row({ ...title, unit: 'µs CPU each', ratio: ratioOf(titles, 'cpu') });

    const without = editingOn(withoutPositions(engine));
    const creates = bench.quick ? 10 : 100;
    const [ours, baseline] = [creating(editing, creates, 1), creating(without, creates, 1)];
    for (const side of [ours, baseline]) await side(0);
    const found = await alternate(bench.rounds, ours, baseline);
    const row = { label: 'creates with positions ÷ without', fixture };
    bench.row({ ...row, unit: 'creates/s', ratio: ratioOf(found, 'perSecond'), goal: { min: 0.95 } });
    bench.row({ ...row, unit: 'µs CPU each', ratio: ratioOf(found, 'cpu') });
  } finally {
    await engine.close();
  }
}

export const writers: Scenario = {
  name: 'writers',
  about: 'Commits that concurrent changes share, and what positions of changes cost',
  run: async (bench) => {
    for (const name of bench.engines) {
      const fixture = await bench.fixture(name, smallestSize(bench));
      if (name === 'embedded') await sharedCommits(bench, fixture);
      await positions(bench, fixture);
    }
  },
};
