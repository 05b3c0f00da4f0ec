// Series in feeds. A series is one entry with its rule; expanding it gives exactly the dates that a list of single dates
// shows. Dates that differ from the rule are looked up: changed and hidden ones, and past ones that the rule of today does
// not give or that were never created.

import { after, all, before, type Condition, firstOf, not, oneOf } from '../../core/condition.js';
import type { Context } from '../../core/context.js';
import { eachRow } from '../../core/each-row.js';
import { embedsOf } from '../../core/embeds.js';
import type { Given } from '../../core/field.js';
import type { Query } from '../../core/filter.js';
import { filtersOf } from '../../core/filter-condition.js';
import { groupBy } from '../../core/group-by.js';
import type { Row } from '../../core/store.js';
import { DAY, endOfDay, plusSeconds, type Wall } from '../../core/time/clock.js';
import { datesOf, type ExtraDate } from '../../core/time/recurrence.js';
import type { EventRow } from '../../models/event/columns.js';
import { event } from '../../models/event/event.js';
import {
  datesAt,
  dayOf,
  hasOverrides,
  isOccurrence,
  type OccurrenceRow,
  occurrenceTable,
  ruleOfMaster,
} from '../../models/event/series/rows.js';
import { dateFilters, eventFilters, listedEvents } from './event-filters.js';

export interface FeedSeries {
  readonly dates: readonly ExtraDate[];
  /** Starts, not days. */
  readonly except: readonly Wall[];
  readonly changed: readonly EventRow[];
}

/** A master with its series, or a single event. */
export type FeedRow = EventRow & { readonly feedSeries?: FeedSeries };

const batchSize = 500;

const seriesFilters = Object.fromEntries(Object.entries(eventFilters).filter(([name]) => !dateFilters.includes(name)));

/** Rows that the caller sees in a list with these filters, of any date unless `filters` has those of dates. */
function listed({ call, registry }: Context, found: Given, filters = seriesFilters): Condition {
  const query: Query = { found, text: {}, page: 1, perPage: 1 };
  return all(
    event.policy.visible(call.actor, true),
    listedEvents(query, call),
    filtersOf({ model: event, list: { filters } }, query, call, registry),
  );
}

/** Rows with their links, in the order of their ids. */
async function listAll(context: Context, where: Condition): Promise<readonly EventRow[]> {
  const { store, call } = context;
  const rows: EventRow[] = [];
  let batch: readonly Row[];
  do {
    batch = await store.list({
      table: event,
      where: all(where, after('id', rows.at(-1)?.id ?? 0)),
      order: [{ column: 'id' }],
      limit: batchSize,
      embeds: embedsOf(event, call.actor, context),
      language: call.language,
    });
    rows.push(...(batch as readonly EventRow[]));
  } while (batch.length === batchSize);
  return rows;
}

async function bySeries({ store }: Context, where: Condition): Promise<ReadonlyMap<number, OccurrenceRow[]>> {
  const rows: OccurrenceRow[] = [];
  await eachRow(store, occurrenceTable, where, async (row) => void rows.push(row));
  return groupBy(rows, ({ series }) => series);
}

/** Series whose dates without values of their own match: these dates match all or none of the other filters. */
async function matchingSeries(context: Context, where: Condition, limit: number): Promise<ReadonlySet<number>> {
  const { store, call } = context;
  const unchanged = all(where, not(hasOverrides));
  const first = all(unchanged, firstOf('series', 'start_date', unchanged));
  const rows = await store.list({
    table: event,
    where: first,
    order: [{ column: 'id' }],
    limit,
    language: call.language,
  });
  return new Set(rows.map((row) => row.series));
}

/** Replaces the first date of each series by the series. If only changed dates of a series match, they are single entries. */
export async function hydrateFeed(context: Context, rows: readonly Row[], found: Given): Promise<readonly Row[]> {
  const ids = [...new Set((rows as readonly EventRow[]).filter(isOccurrence).map(({ series }) => series))];
  if (found.occurrences !== 'series' || ids.length === 0) return rows;
  const { now } = context.call;
  const inSeries = oneOf('series', ids);
  const where = all(inSeries, listed(context, found));
  // A rule changes future dates only, so the others are compared with it. No local time is a day ahead of UTC.
  const bound = plusSeconds(now, DAY);
  const [matching, masters, shown, own, past, single] = await Promise.all([
    matchingSeries(context, where, ids.length),
    listAll(context, all(oneOf('id', ids), event.policy.visible(context.call.actor, true))),
    listAll(context, all(where, hasOverrides)),
    bySeries(context, all(inSeries, hasOverrides)),
    bySeries(context, all(inSeries, not(hasOverrides), before('original_start', bound))),
    listAll(context, all(inSeries, hasOverrides, listed(context, found, eventFilters))),
  ]);
  const masterOf = new Map(masters.map((master) => [master.id, master]));
  return (rows as readonly EventRow[]).flatMap((row): readonly FeedRow[] => {
    if (!isOccurrence(row)) return [row];
    const master = matching.has(row.series) ? masterOf.get(row.series) : undefined;
    if (!master) return single.filter(({ series }) => series === row.series);
    const dates = {
      own: own.get(master.id) ?? [],
      past: past.get(master.id) ?? [],
      changed: shown.filter(({ series }) => series === master.id),
    };
    return [{ ...master, feedSeries: seriesOf(master, dates, bound) }];
  });
}

interface SeriesRows {
  /** With values of their own, also those that are not shown. */
  readonly own: readonly OccurrenceRow[];
  /** Without values of their own, up to the bound. */
  readonly past: readonly OccurrenceRow[];
  /** With values of their own, as shown. */
  readonly changed: readonly EventRow[];
}

const latest = (walls: readonly Wall[]): Wall => walls.reduce((last, wall) => (wall > last ? wall : last), '');

function seriesOf(master: EventRow, { own, past, changed }: SeriesRows, bound: Wall): FeedSeries {
  const rule = ruleOfMaster(master);
  const exceptedDays = rule.except.filter((moment) => moment.length === 10);
  // Dates beyond the horizon need not exist yet.
  const generatedUntil = master.horizon !== '' && master.horizon < bound ? master.horizon : bound;
  const to = latest([
    generatedUntil,
    ...own.map((row) => row.original_start),
    ...exceptedDays.map((day) => endOfDay(`${day} 00:00:00`)),
  ]);
  const possible = [...datesOf({ ...rule, except: [] }, rule.start, { to })].map(({ start }) => start);
  const excepted = possible.filter((start) => exceptedDays.includes(dayOf(start)));
  const except = new Set([...rule.except.filter((moment) => moment.length > 10), ...excepted]);
  const given = new Set(possible.filter((start) => !except.has(start)));
  const ownStarts = new Set(own.map((row) => row.original_start));
  const pastStarts = new Set(past.map((row) => row.original_start));
  const changedStarts = new Set(changed.map((row) => row.original_start));
  for (const start of given) {
    if (start <= generatedUntil && !ownStarts.has(start) && !pastStarts.has(start)) except.add(start);
  }
  for (const start of ownStarts) if (!changedStarts.has(start)) except.add(start);
  const added = [
    ...past.filter((row) => !given.has(row.original_start)).map((row) => extraDate(row, master)),
    ...[...changedStarts].filter((start) => !given.has(start)).map((start) => ({ start })),
  ];
  // A date that was excepted after it had taken place.
  for (const { start } of added) except.delete(start);
  const dates = new Map([...rule.dates, ...added].map((date) => [date.start, date]));
  return {
    dates: [...dates.values()].sort((one, other) => (one.start < other.start ? -1 : 1)),
    except: [...except].sort(),
    changed,
  };
}

/** A date that the rule does not give, with its end if the length differs. */
function extraDate({ start_date: start, end_date: end }: OccurrenceRow, master: EventRow): ExtraDate {
  return datesAt({ start }, master).end_date === end ? { start } : { start, end };
}
