// Recomputes the instants of current and future events after an update of the time zone database: local times stay. While
// processes with two versions of it share a database, the newer one decides.
import { setTimeout as sleep } from 'node:timers/promises';
import { oneOf, since } from '../core/condition.js';
import { rowBatches } from '../core/each-row.js';
import { lockRecord } from '../core/store.js';
import { plusSeconds } from '../core/time/clock.js';
import { isZone } from '../core/time/zone.js';
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
      // Versions are years and letters: 2025b.
      return known === undefined || known >= version;
    });
    if (isCurrent) return;
    const where = () => since('utc_end_date', plusSeconds(context.call().now, -day));
    for await (const rows of rowBatches(context.store, { table: occurrenceTable, where, size: batchSize })) {
      await recomputeAll(context, rows);
      if (context.signal.aborted) break;
    }
    if (!context.signal.aborted) await context.store.transact((writer) => writer.setMeta(metaName, version));
  },
};

/** The dates with other instants; undefined if they are right, or if this runtime does not know the zone: an older one must not
 * move what a newer one has stored. */
function movedDates(row: OccurrenceRow): Dates | undefined {
  if (!isZone(row.timezone)) return undefined;
  const dates = datesBetween(row.start_date, row.end_date, row.timezone, row.all_day);
  return sameDates(row, { ...row, ...dates }) ? undefined : dates;
}

/** The record whose lock protects the row, as in `event.lockedBy`. */
const lockOf = ({ id, series }: OccurrenceRow): number => series || id;

async function recomputeAll({ store, signal }: JobContext, rows: readonly OccurrenceRow[]): Promise<void> {
  let moved = rows.filter(movedDates);
  for (let [first] = moved; first && !signal.aborted; [first] = moved) {
    const lock = lockOf(first);
    const isHere = (row: OccurrenceRow): boolean => lockOf(row) === lock;
    const left = await recompute(store, lock, moved.filter(isHere));
    moved = [...moved.filter((row) => !isHere(row)), ...left];
    await sleep(pauseMs);
  }
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
