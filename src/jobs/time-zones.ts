// Recomputes the instants of current and future events after an update of the time zone database: local times stay.
import { setTimeout as sleep } from 'node:timers/promises';
import { after, all, oneOf, since } from '../core/condition.js';
import { lockRecord } from '../core/store.js';
import { plusSeconds } from '../core/time/clock.js';
import { event } from '../models/event/event.js';
import {
  type Dates,
  datesBetween,
  type OccurrenceRow,
  occurrenceTable,
  sameDates,
} from '../models/event/series/rows.js';
import type { Job, JobContext } from './job.js';

const metaName = 'time-zones';
const batchSize = 500;
const day = 86_400;
/** After each transaction, so that other processes can write to an embedded database. */
const pauseMs = 8;

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

/** The dates with other instants; undefined if they are right. */
function movedDates(row: OccurrenceRow): Dates | undefined {
  const dates = datesBetween(row.start_date, row.end_date, row.timezone);
  return sameDates(row, { ...row, ...dates }) ? undefined : dates;
}

/** The record whose lock protects the row, as in `event.lockedBy`. */
const lockOf = ({ id, series }: OccurrenceRow): number => series || id;

/** One batch in order of id. Returns its last id; undefined at the end. */
async function recomputeAfter({ store, call, signal }: JobContext, last: number): Promise<number | undefined> {
  const rows = await store.list({
    table: occurrenceTable,
    where: all(after('id', last), since('utc_end_date', plusSeconds(call().now, -day))),
    order: [{ column: 'id' }],
    limit: batchSize,
  });
  let moved = rows.filter(movedDates);
  for (let [first] = moved; first && !signal.aborted; [first] = moved) {
    const lock = lockOf(first);
    const isHere = (row: OccurrenceRow): boolean => lockOf(row) === lock;
    const left = await recompute(store, lock, moved.filter(isHere));
    moved = [...moved.filter((row) => !isHere(row)), ...left];
    await sleep(pauseMs);
  }
  return rows.length < batchSize ? undefined : rows.at(-1)?.id;
}

/** One lock per transaction, so that no two of them wait for each other. The rows are read again under it: someone may have
 * changed them. Returns those that another lock protects by now. */
const recompute = (
  store: JobContext['store'],
  lock: number,
  rows: readonly OccurrenceRow[],
): Promise<readonly OccurrenceRow[]> =>
  store.transact(async (writer) => {
    await lockRecord(writer, event, lock);
    const where = oneOf(
      'id',
      rows.map(({ id }) => id),
    );
    const current = await writer.list({ table: occurrenceTable, where, order: [], limit: rows.length });
    const moved = current.flatMap((row) => {
      const dates = lockOf(row) === lock ? movedDates(row) : undefined;
      return dates ? [{ id: row.id, values: { ...dates } }] : [];
    });
    if (moved.length > 0) await writer.updateEach(event, moved);
    return current.filter((row) => lockOf(row) !== lock);
  });
