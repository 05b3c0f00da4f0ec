// A series with its first, last and next date: what its body shows of other rows.
import type { Call } from '../../core/call.js';
import { all, is, oneOf, since } from '../../core/condition.js';
import type { Context } from '../../core/context.js';
import { embedsOf } from '../../core/embeds.js';
import type { Query } from '../../core/filter.js';
import type { Row } from '../../core/store.js';
import type { EventRow } from '../../models/event/columns.js';
import { event } from '../../models/event/event.js';
import { hasOverrides, isMaster, occurrenceTable } from '../../models/event/series/rows.js';
import { scheduleOf } from './schedule.js';
import { type DateRow, firstDate, withMaster } from './series-dates.js';

/** Other facades than the native one show plain events. */
export const showsSeries = ({ site, facade }: Call): boolean => site.recurrence && facade.console;

interface SeriesSummary {
  readonly next: EventRow | undefined;
  /** Only for a single series. */
  readonly whole?: {
    readonly count: number;
    readonly first: EventRow | undefined;
    readonly last: EventRow | undefined;
    /** schema.org Schedule; undefined if the rule cannot be expressed as one. */
    readonly schedule: object | undefined;
  };
  /** The dates of the rule; the row has those of its first date. */
  readonly dates: Pick<EventRow, 'start_date' | 'end_date'>;
}
export type CompletedRow = DateRow & { readonly summary?: SeriesSummary };

const withDatesOf = (master: EventRow, date: EventRow | undefined): EventRow =>
  date
    ? {
        ...master,
        start_date: date.start_date,
        end_date: date.end_date,
        utc_start_date: date.utc_start_date,
        utc_end_date: date.utc_end_date,
        timezone: date.timezone,
        all_day: date.all_day,
        day_number: date.day_number,
      }
    : master;

const datesOfRule = ({ recurrence, start_date, end_date }: EventRow) => ({
  start_date: recurrence?.start ?? start_date,
  end_date,
});

/** The dates in a form: those of the rule for a series. */
export const formDates = (row: Row): Pick<EventRow, 'start_date' | 'end_date'> =>
  (row as CompletedRow).summary?.dates ?? datesOfRule(row as EventRow);

/** A series is shown with its first date, and tells the next one. A date tells the series it belongs to. */
export async function hydrateSeries(context: Context, row: Row): Promise<Row> {
  const { store, call } = context;
  const master = row as EventRow;
  if (!isMaster(master)) return showsSeries(call) ? withMaster(context, row) : row;
  const where = all(is('series', row.id), event.policy.visible(call.actor, false));
  const [count, first, last, next, skipped] = await Promise.all([
    store.count({ table: event, where }),
    firstDate(context, where),
    firstDate(context, where, true),
    firstDate(context, all(where, since('utc_start_date', call.now))),
    showsSeries(call) ? skippedStarts(context, master) : [],
  ]);
  const whole = {
    count: count + (context.outlined?.get(row.id) ?? 0),
    first,
    last,
    schedule: scheduleOf(master, skipped),
  };
  const summary: SeriesSummary = { next, whole, dates: datesOfRule(master) };
  return { ...withDatesOf(master, first), summary };
}

const maxSkipped = 1_000;

/** Original starts of dates that were moved or are not public. */
async function skippedStarts({ store }: Context, { id }: EventRow): Promise<readonly string[]> {
  const where = all(is('series', id), hasOverrides);
  const order = [{ column: 'original_start' }];
  const rows = await store.list({ table: occurrenceTable, where, order, limit: maxSkipped });
  return rows
    .filter(({ status, start_date, original_start }) => status !== 'publish' || start_date !== original_start)
    .map(({ original_start }) => original_start);
}

/** Until the next date begins. */
export const seriesValidUntil = (row: Row): string | undefined => {
  const { summary } = row as CompletedRow;
  return summary?.next?.utc_start_date;
};

/** With `occurrences=series` each date is shown as its series, if the caller may read that. */
export async function hydrateSeriesList(
  context: Context,
  rows: readonly Row[],
  { found }: Query,
): Promise<readonly Row[]> {
  const ids = rows.map((row) => (row as EventRow).series).filter((id) => id !== 0);
  if (found.occurrences !== 'series' || ids.length === 0) return rows;
  const { store, call } = context;
  const masters = await store.list({
    table: event,
    where: all(oneOf('id', ids), event.policy.visible(call.actor, true)),
    order: [],
    limit: ids.length,
    embeds: embedsOf(event, call.actor, context),
    language: call.language,
  });
  const byId = new Map(masters.map((master) => [master.id, master as EventRow]));
  return rows.map((row) => {
    const next = row as EventRow;
    const master = byId.get(next.series);
    return master
      ? { ...withDatesOf(master, next), summary: { next, dates: datesOfRule(master) } satisfies SeriesSummary }
      : row;
  });
}
