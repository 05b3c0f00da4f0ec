// Recomputes the instants of current and future events after an update of the time zone database: local times stay.
import { after, all, since } from '../core/condition.js';
import { timeZonesLock } from '../core/locks.js';
import { plusSeconds } from '../core/time/clock.js';
import { event } from '../models/event/event.js';
import { datesBetween, occurrenceTable, sameDates } from '../models/event/series/rows.js';
import type { Job, JobContext } from './job.js';

const metaName = 'time-zones';
const batchSize = 500;
const day = 86_400;

export const timeZonesJob: Job = {
  name: 'time-zones',
  intervalSeconds: 86_400,
  run: async (context) => {
    const version = process.versions.tz ?? '';
    const isCurrent = await context.store.transact(async (writer) => {
      const known = await writer.getMeta(metaName);
      // A new database has no events of an older version.
      if (known === undefined) await writer.setMeta(metaName, version);
      return known === undefined || known === version;
    });
    if (isCurrent) return;
    let last = 0;
    for (;;) {
      const next = await recomputeAfter(context, last);
      if (next === undefined || context.signal.aborted) break;
      last = next;
    }
    if (!context.signal.aborted) await context.store.transact((writer) => writer.setMeta(metaName, version));
  },
};

/** One batch in order of id. Returns its last id; undefined at the end. */
const recomputeAfter = ({ store, call }: JobContext, last: number): Promise<number | undefined> =>
  store.transact(async (writer) => {
    await writer.lock(timeZonesLock);
    const rows = await writer.list({
      table: occurrenceTable,
      where: all(after('id', last), since('utc_end_date', plusSeconds(call().now, -day))),
      order: [{ column: 'id' }],
      limit: batchSize,
    });
    const moved = rows.flatMap((row) => {
      const dates = datesBetween(row.start_date, row.end_date, row.timezone);
      return sameDates(row, { ...row, ...dates }) ? [] : [{ id: row.id, values: { ...dates } }];
    });
    if (moved.length > 0) await writer.updateEach(event, moved);
    return rows.length < batchSize ? undefined : rows.at(-1)?.id;
  });
