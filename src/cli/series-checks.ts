// Checks that every date of a series has its series and reads from it, and that no date up to the horizon is missing.
import { all, type Condition, everything, is, not } from '../core/condition.js';
import type { Context } from '../core/context.js';
import { eachRow } from '../core/each-row.js';
import { lockRecord, type Reader, type Store } from '../core/store.js';
import { datesOf, type ExtraDate } from '../core/time/recurrence.js';
import { toWall } from '../core/time/zone.js';
import { type EventRow, noSeries } from '../models/event/columns.js';
import { event } from '../models/event/event.js';
import { addOccurrences } from '../models/event/series/generate.js';
import {
  isDetached,
  isOccurrence,
  masterListing,
  type OccurrenceRow,
  occurrencesOf,
  occurrenceTable,
} from '../models/event/series/rows.js';
import type { SeriesRule } from '../models/event/series-rule.js';
import type { Check } from '../storage/maintenance.js';

const isMasterRow = is('listing', masterListing);

async function rowsWhere(
  reader: Reader,
  where: Condition,
  holds: (row: OccurrenceRow) => boolean = () => true,
): Promise<readonly OccurrenceRow[]> {
  const rows: OccurrenceRow[] = [];
  await eachRow(reader, occurrenceTable, where, async (row) => {
    if (holds(row)) rows.push(row);
  });
  return rows;
}

const readMaster = async (reader: Reader, id: number) =>
  (await reader.read({ table: event, where: all(is('id', id), isMasterRow) })) as EventRow | undefined;

async function withoutMaster(reader: Reader): Promise<readonly OccurrenceRow[]> {
  const masters = new Set((await rowsWhere(reader, isMasterRow)).map(({ id }) => id));
  return rowsWhere(reader, not(is('series', 0)), ({ series }) => !masters.has(series));
}

const missingSeries = (store: Store): Check => ({
  name: 'series',
  faults: async () =>
    (await withoutMaster(store)).map(({ id, series }) => `the series ${series} of event ${id} is missing`),
  // A date with content of its own is complete without its series. The content of the others is lost.
  repair: () =>
    store.transact(async (writer) => {
      for (const row of (await withoutMaster(writer)).filter(isDetached)) await writer.update(event, row.id, noSeries);
    }),
});

/** The row that a row should read its content from. */
const contentOf = (row: OccurrenceRow): number => (isOccurrence(row) && !isDetached(row) ? row.series : row.id);

const wrongContent = (reader: Reader): Promise<readonly OccurrenceRow[]> =>
  rowsWhere(reader, everything, (row) => row.content_id !== contentOf(row));

const contentRows = (store: Store): Check => ({
  name: 'series content',
  faults: async () =>
    (await wrongContent(store)).map(
      (row) => `event ${row.id} reads its content from ${row.content_id}, expected ${contentOf(row)}`,
    ),
  repair: () =>
    store.transact(async (writer) => {
      for (const row of await wrongContent(writer)) await writer.update(event, row.id, { content_id: contentOf(row) });
    }),
});

const withoutRule = async (reader: Reader): Promise<readonly EventRow[]> => {
  const masters: EventRow[] = [];
  await eachRow(reader, event, isMasterRow, async (row) => {
    if (!(row as EventRow).recurrence) masters.push(row as EventRow);
  });
  return masters;
};

/** The dates that exist, as a list without a rule. */
function listOfDates(rows: readonly OccurrenceRow[]): SeriesRule | undefined {
  const [first, ...others] = rows.map(({ original_start }) => original_start);
  return first === undefined
    ? undefined
    : { start: first, rule: '', dates: others.map((start) => ({ start })), except: [] };
}

const rules = (store: Store): Check => ({
  name: 'series rules',
  faults: async () => (await withoutRule(store)).map(({ id }) => `series ${id} has no rule`),
  repair: () =>
    store.transact(async (writer) => {
      for (const { id, hide_from_listings } of await withoutRule(writer)) {
        const recurrence = listOfDates(await occurrencesOf({ store: writer }, id));
        const listing = recurrence ? masterListing : Number(hide_from_listings);
        await writer.update(event, id, { recurrence, listing, horizon: '' });
      }
    }),
});

/** Future dates: a rule that changed later has past dates that never took place. */
async function missingDates(store: Reader, master: EventRow, now: string): Promise<readonly ExtraDate[]> {
  const { recurrence, horizon, id, timezone } = master;
  if (!recurrence) return [];
  const starts = new Set((await occurrencesOf({ store }, id)).map((row) => row.original_start));
  const from = toWall(now, timezone);
  const dates = datesOf(recurrence, recurrence.start, horizon === '' ? { from } : { from, to: horizon });
  return [...dates].filter(({ start }) => !starts.has(start));
}

const gaps = (store: Store, context: Context): Check => ({
  name: 'series dates',
  faults: async () => {
    const faults: string[] = [];
    await eachRow(store, event, isMasterRow, async (row) => {
      const missing = await missingDates(store, row as EventRow, context.call.now);
      const [first] = missing;
      if (first) faults.push(`series ${row.id}: ${missing.length} missing, first ${first.start}`);
    });
    return faults;
  },
  repair: async () => {
    for (const { id } of await rowsWhere(store, isMasterRow)) {
      await store.transact(async (writer) => {
        await lockRecord(writer, event, id);
        const master = await readMaster(writer, id);
        if (!master) return;
        const missing = await missingDates(writer, master, context.call.now);
        await addOccurrences({ ...context, store: writer }, event, master, missing);
      });
    }
  },
});

export const seriesChecks = (store: Store, context: Context): readonly Check[] => [
  missingSeries(store),
  contentRows(store),
  rules(store),
  gaps(store, context),
];
