// Events created and changed in this process through the service's own steps, by several writers at a time.
import { is } from '../../src/core/condition.js';
import type { Context } from '../../src/core/context.js';
import type { Given } from '../../src/core/field.js';
import type { Row } from '../../src/core/store.js';
import { eventShape } from '../../src/facades/events/event.js';
import { lookUpForModel, parse } from '../../src/facades/parse.js';
import { registry } from '../../src/models/registry.js';
import { readLocked } from '../../src/operations/lock.js';
import { writesOf } from '../../src/operations/write.js';
import type { Engine } from '../../src/storage/engine.js';
import { openStore } from '../../src/storage/store.js';
import { seededRandom } from '../calendar/random.js';
import { editor } from '../filters.js';
import type { Fixture } from '../store/fixtures.js';
import { draftOf } from './drafts.js';
import { contextFor } from './in-process.js';
import { alternate, type Side, type Sides } from './rounds.js';

const { fields, model } = eventShape;
export const atOnce = 16;

export interface Editing {
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
export const changing =
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

export const creating = (editing: Editing, count: number, writers: number): Side =>
  changing(count, writers, () => {
    const input = draft(editing);
    return () => editing.create(input);
  });

/** Sixteen writers whose changes share commits, against the same writers with one commit per change. */
export async function compareCommits(open: Fixture['open'], rounds: number, count: number): Promise<Sides> {
  const engines = [open(), open({ maxChanges: 1 })] as const;
  try {
    const [ours, baseline] = engines.map((engine) => creating(editingOn(engine), count, atOnce)) as [Side, Side];
    for (const side of [ours, baseline]) await side(0);
    return await alternate(rounds, ours, baseline);
  } finally {
    for (const engine of engines) await engine.close();
  }
}
