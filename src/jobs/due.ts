// Processes the records that are due, oldest first, each in its own transaction. Several processes may run this at once:
// the record lock lets one of them process a record, and the others then no longer find it due.
import { setTimeout as sleep } from 'node:timers/promises';
import { all, type Condition, everything, is, until } from '../core/condition.js';
import { withoutContent } from '../core/content.js';
import type { WriteContext } from '../core/context.js';
import { rowBatches } from '../core/each-row.js';
import { embedsOf } from '../core/embeds.js';
import type { Locked } from '../core/locked.js';
import type { Due, Model, Written } from '../core/model.js';
import { type Instant, lastInstant } from '../core/time/clock.js';
import { readLocked } from '../operations/lock.js';
import { eachRecord } from './each-record.js';
import type { JobContext } from './job.js';

export interface DueWork {
  readonly due: (model: Model) => Due | undefined;
  /** The latest instant in `Due.column` that is due. */
  readonly moment: (now: string) => string;
  readonly perform: (context: WriteContext, model: Model, stored: Locked) => Promise<Written>;
}

const batchSize = 100;
/** After each record, so that other processes can write to an embedded database while many records are due. */
const pauseMs = 8;

interface DueRecord {
  readonly model: Model;
  readonly id: number;
  readonly isDue: (now: string) => Condition;
}

export const eachDue = (context: JobContext, work: DueWork): Promise<void> =>
  eachRecord(dueRecords(context, work), {
    nameOf: ({ model, id }) => `${model.name} ${id}`,
    handle: (record) => performOne(context, record, work.perform),
    signal: context.signal,
  });

/** The instant of the next record, for work whose records are due at the instant in their column. */
export async function nextDue({ registry, store }: JobContext, { due: dueOf }: Pick<DueWork, 'due'>): Promise<Instant> {
  let next = lastInstant;
  for (const model of registry.models) {
    const due = dueOf(model);
    if (!due) continue;
    const where = all(is('status', due.status), due.where ?? everything);
    const [row] = await store.list({ table: withoutContent(model), where, order: [{ column: due.column }], limit: 1 });
    const instant = row?.[due.column];
    if (typeof instant === 'string' && instant < next) next = instant;
  }
  return next;
}

async function* dueRecords(context: JobContext, work: DueWork): AsyncGenerator<DueRecord> {
  for (const model of context.registry.models) {
    const due = work.due(model);
    if (!due) continue;
    const isDue = (now: string): Condition =>
      all(is('status', due.status), until(due.column, work.moment(now)), due.where ?? everything);
    // The order must be that of the condition, which compares the record's own column.
    const table = withoutContent(model);
    const where = () => isDue(context.call().now);
    for await (const rows of rowBatches(context.store, { table, where, by: due.column, size: batchSize }))
      for (const { id } of rows) {
        yield { model, id, isDue };
        await sleep(pauseMs);
      }
  }
}

const performOne = (
  { store, ...context }: JobContext,
  { model, id, isDue }: DueRecord,
  perform: DueWork['perform'],
): Promise<void> =>
  store.transact(async (writer) => {
    const call = context.call();
    const stored = await readLocked(writer, model, id, () =>
      writer.read({
        table: model,
        where: all(is('id', id), isDue(call.now)),
        embeds: embedsOf(model, call.actor, context),
      }),
    );
    if (stored) await perform({ ...context, call, store: writer }, model, stored);
  });
