// Adds dates to endless series, so that they always exist for the configured number of months ahead.
import { setTimeout as sleep } from 'node:timers/promises';
import { after, all, any, everything, is } from '../core/condition.js';
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

/** Keyset pagination: a series that fails stays short, and must not be returned again in this run. */
async function* shortSeries({ store, call }: JobContext): AsyncGenerator<number> {
  const order = [{ column: 'horizon' }, { column: 'id' }];
  let afterLast = everything;
  let rows: readonly Pick<EventRow, 'id' | 'horizon'>[];
  do {
    rows = await store.list({ table: event, where: all(isShort(call()), afterLast), order, limit: batchSize });
    for (const { id } of rows) yield id;
    const last = rows.at(-1);
    if (last) afterLast = any(after('horizon', last.horizon), all(is('horizon', last.horizon), after('id', last.id)));
  } while (rows.length === batchSize);
}

/** Under the lock of the series, and only if no other process has extended it meanwhile. False at the end. */
const extendOne = ({ store, ...context }: JobContext, id: number): Promise<boolean> =>
  store.transact(async (writer) => {
    await lockRecord(writer, event, id);
    const call = context.call();
    const master = await writer.read({ table: event, where: all(is('id', id), isShort(call)) });
    return master !== undefined && extendSeries({ ...context, call, store: writer }, event, master as EventRow);
  });
