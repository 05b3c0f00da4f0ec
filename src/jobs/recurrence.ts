// Adds dates to endless series, so that they always exist for the configured number of months ahead.
import { setTimeout as sleep } from 'node:timers/promises';
import { all, is } from '../core/condition.js';
import { rowBatches } from '../core/each-row.js';
import { lockRecord } from '../core/store.js';
import type { EventRow } from '../models/event/columns.js';
import { event } from '../models/event/event.js';
import { extendSeries, isShort } from '../models/event/series/extend.js';
import { eachRecord } from './each-record.js';
import type { Job, JobContext } from './job.js';

const batchSize = 100;
/** After each transaction, so that other processes can write to an embedded database. */
const pauseMs = 8;

export const recurrenceJob: Job = {
  name: 'recurrence',
  intervalSeconds: 3_600,
  run: (context) =>
    eachRecord(shortSeries(context), {
      nameOf: (id) => `series ${id}`,
      handle: async (id) => {
        while (!context.signal.aborted && (await extendOne(context, id))) await sleep(pauseMs);
      },
      signal: context.signal,
    }),
};

async function* shortSeries({ store, call }: JobContext): AsyncGenerator<number> {
  const where = () => isShort(call());
  for await (const rows of rowBatches(store, { table: event, where, by: 'horizon', size: batchSize }))
    for (const { id } of rows) yield id;
}

/** Under the lock of the series, and only if no other process has extended it meanwhile. False at the end. */
const extendOne = ({ store, ...context }: JobContext, id: number): Promise<boolean> =>
  store.transact(async (writer) => {
    await lockRecord(writer, event, id);
    const call = context.call();
    const master = await writer.read({ table: event, where: all(is('id', id), isShort(call)) });
    return master !== undefined && extendSeries({ ...context, call, store: writer }, event, master as EventRow);
  });
