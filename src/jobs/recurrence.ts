// Adds dates to endless series, so that they always exist for the configured number of months ahead.
import { setTimeout as sleep } from 'node:timers/promises';
import { all, is } from '../core/condition.js';
import { lockRecord } from '../core/store.js';
import type { EventRow } from '../models/event/columns.js';
import { event } from '../models/event/event.js';
import { extendSeries, isShort } from '../models/event/series/extend.js';
import type { Job, JobContext } from './job.js';

const batchSize = 100;
/** After each transaction, so that other processes can write to an embedded database. */
const pauseMs = 8;

export const recurrenceJob: Job = {
  name: 'recurrence',
  intervalSeconds: 3_600,
  run: async (context) => {
    const { store, call, signal } = context;
    const order = [{ column: 'horizon' }, { column: 'id' }];
    for (;;) {
      const ids = await store.ids({ table: event, where: isShort(call()), order, limit: batchSize });
      if (ids.length === 0) return;
      for (const id of ids) {
        if (signal.aborted) return;
        await extendOne(context, id);
        await sleep(pauseMs);
      }
    }
  },
};

/** Under the lock of the series, and only if no other process has extended it meanwhile. */
const extendOne = ({ store, ...context }: JobContext, id: number): Promise<void> =>
  store.transact(async (writer) => {
    await lockRecord(writer, event, id);
    const call = context.call();
    const master = await writer.read({ table: event, where: all(is('id', id), isShort(call)) });
    if (master) await extendSeries({ ...context, call, store: writer }, event, master as EventRow);
  });
