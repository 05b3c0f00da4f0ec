// Queries for the dates of a series. Visibility is a condition in each of them.
import { after, all, any, before, begins, type Condition, everything, is, since, until } from '../../core/condition.js';
import type { Context } from '../../core/context.js';
import { embedsOf } from '../../core/embeds.js';
import type { Row } from '../../core/store.js';
import type { EventRow } from '../../models/event/columns.js';
import { event } from '../../models/event/event.js';
import { isMaster, isOccurrence } from '../../models/event/series/rows.js';
import { slugOfSeries } from '../../models/event/series/slugs.js';

/** A date with its series, if the caller may read that. */
export type DateRow = EventRow & { readonly master?: EventRow };

export const isSeries = (row: Row): row is EventRow => isMaster(row as EventRow);

/** A date with a slug of its own has a page without a date in its URL. `row` is in the language of the URL. */
export const hasDatedPage = (row: Row): boolean =>
  isOccurrence(row as EventRow) && slugOfSeries(row as EventRow) !== undefined;

export async function withMaster({ store, call }: Context, row: Row): Promise<DateRow> {
  const date = row as EventRow;
  if (!isOccurrence(date)) return date;
  const where = all(is('id', date.series), event.policy.visible(call.actor, false));
  const master = await store.read({ table: event, where, language: call.language });
  return { ...date, ...(master && { master: master as EventRow }) };
}

/** Lists leave hidden dates out, except on the pages of a series that is hidden as a whole. */
const listedDates = ({ call }: Context, { id, hide_from_listings }: EventRow): Condition =>
  all(is('series', id), event.policy.visible(call.actor, false), hide_from_listings ? everything : is('listing', 0));

const byStart = (descending: boolean) => [
  { column: 'start_date', descending },
  { column: 'id', descending },
];

export async function firstDate(context: Context, where: Condition, descending = false): Promise<EventRow | undefined> {
  const { store, call } = context;
  const order = byStart(descending);
  const [row] = await store.list({ table: event, where, order, limit: 1, language: call.language });
  return row as EventRow | undefined;
}

/** The next date to start, or else the last one. */
export async function nextDate(context: Context, master: EventRow): Promise<EventRow | undefined> {
  const where = listedDates(context, master);
  const next = await firstDate(context, all(where, since('utc_start_date', context.call.now)));
  return next ?? firstDate(context, where, true);
}

/** The dates before and after one of them. */
export async function datesBeside(context: Context, master: EventRow, { id, start_date }: EventRow) {
  const where = listedDates(context, master);
  // The bound is a range of the index; dates with the same start are in the order of their ids.
  const beside = (bound: typeof until, compare: typeof before) =>
    all(where, bound('start_date', start_date), any(compare('start_date', start_date), compare('id', id)));
  const [previous, next] = await Promise.all([
    firstDate(context, beside(until, before), true),
    firstDate(context, beside(since, after)),
  ]);
  return { previous, next };
}

/** More than a rule and its extra dates can give. */
const maxDatesPerDay = 1_100;

/** In order. Hidden dates can be opened by their URL, too. */
export async function datesOn(context: Context, { id }: EventRow, day: string): Promise<readonly EventRow[]> {
  const { store, call } = context;
  const where = all(is('series', id), begins('start_date', day), event.policy.visible(call.actor, false));
  const rows = await store.list({ table: event, where, order: byStart(false), limit: maxDatesPerDay });
  return rows as readonly EventRow[];
}

export interface DatesPage {
  readonly upcoming: readonly EventRow[];
  readonly past: readonly EventRow[];
  readonly total: number;
}

/** One list over both: upcoming dates in order, then past ones, latest first. The rows have their links. */
export async function listDates(context: Context, master: EventRow, limit: number, offset: number): Promise<DatesPage> {
  const { store, call } = context;
  const where = listedDates(context, master);
  const isUpcoming = all(where, since('utc_end_date', call.now));
  const isPast = all(where, before('utc_end_date', call.now));
  const [countUpcoming, countPast] = await Promise.all([
    store.count({ table: event, where: isUpcoming }),
    store.count({ table: event, where: isPast }),
  ]);
  const rowsOf = async (part: Condition, descending: boolean, from: number, count: number) => {
    if (count <= 0) return [];
    const embeds = embedsOf(event, call.actor, context);
    const plan = { table: event, where: part, embeds, language: call.language };
    const rows = await store.list({ ...plan, order: byStart(descending), limit: count, offset: from });
    return rows as readonly EventRow[];
  };
  const upcoming = await rowsOf(isUpcoming, false, offset, Math.min(limit, countUpcoming - offset));
  const past = await rowsOf(isPast, true, Math.max(offset - countUpcoming, 0), limit - upcoming.length);
  return { upcoming, past, total: countUpcoming + countPast };
}
