// Moves the occurrences of a series after its dates or its rule changed.

import { oneOf } from '../../../core/condition.js';
import type { WriteContext } from '../../../core/context.js';
import type { Given } from '../../../core/field.js';
import type { Effects, Model } from '../../../core/model.js';
import { removeOldUrls } from '../../../core/old-urls.js';
import { invalidParam } from '../../../core/problem.js';
import { slices } from '../../../core/slices.js';
import type { Values } from '../../../core/store.js';
import { plusSeconds, secondsBetween, type Wall } from '../../../core/time/clock.js';
import { type DateText, parseDate, resolveWall } from '../../../core/time/date-text.js';
import type { ExtraDate } from '../../../core/time/recurrence.js';
import { toWall } from '../../../core/time/zone.js';
import { tombstones, tombstonesOf } from '../../../core/tombstone.js';
import { outOfRange } from '../../families/post.js';
import type { EventRow } from '../columns.js';
import { numberDays } from './days.js';
import { addOccurrences, planDates } from './generate.js';
import { type Matched, matchDates } from './match.js';
import {
  datesAt,
  datesBetween,
  dayOf,
  isDetached,
  type OccurrenceRow,
  occurrencesOf,
  overridesDates,
  ruleOfMaster,
  sameDates,
} from './rows.js';

export type DatedGiven = Given & {
  readonly start_date?: DateText;
  readonly end_date?: DateText;
  readonly timezone?: string;
  readonly recurrence?: unknown;
};

const dateText = (wall: Wall): DateText => parseDate(wall) ?? outOfRange('start_date');

/** Dates given for one occurrence as dates of the series. `shown` has the dates that the caller saw. */
export function seriesDates(
  { call }: WriteContext,
  master: EventRow,
  shown: Pick<EventRow, 'start_date' | 'end_date'>,
  given: DatedGiven,
): DatedGiven {
  if (!given.start_date && !given.end_date) return given;
  const zone = given.timezone === '' ? call.site.zone : (given.timezone ?? master.timezone);
  const wallOf = (name: 'start_date' | 'end_date'): Wall => {
    const date = given[name];
    if (!date) return shown[name];
    return resolveWall(date, { now: call.now, zone, offsets: call.facade.offsets }) ?? outOfRange(name);
  };
  const start = wallOf('start_date');
  if (dayOf(start) !== dayOf(shown.start_date) && given.recurrence === undefined)
    throw invalidParam('start_date', 'All dates can only move to another day together with a new recurrence.');
  const from = master.recurrence?.start ?? master.start_date;
  const newStart = plusSeconds(from, secondsBetween(shown.start_date, start));
  const newEnd = plusSeconds(newStart, secondsBetween(start, wallOf('end_date')));
  return { ...given, start_date: dateText(newStart), end_date: dateText(newEnd) };
}

export async function moveOccurrences(
  context: WriteContext,
  model: Model,
  before: EventRow,
  after: EventRow,
  given: Pick<DatedGiven, 'recurrence' | 'start_date'>,
): Promise<Effects> {
  const { store, call, charge } = context;
  const recurrence = ruleOfMaster(after);
  const rows = await occurrencesOf(context, after.id);
  const plan = given.recurrence === undefined ? undefined : planDates(recurrence, after.timezone, call);
  const shift = secondsBetween(before.recurrence?.start ?? recurrence.start, recurrence.start);
  // `align` only finds another first date: the others did not move along with it.
  const move = given.start_date ? shift : 0;
  const { kept, added, left } = plan ? matchDates(rows, plan.dates, move) : shifted(rows, recurrence.dates, shift);
  const changes = kept.flatMap(({ row, date }) => {
    const values = redated(row, date, after);
    const isSame = row.original_start === date.start && sameDates(row, values);
    // Slim dates count the change of the series.
    const sequence = row.sequence + Number(isDetached(row));
    const written: Values = { ...values, sequence };
    return isSame ? [] : [{ row, values: written }];
  });
  const now = toWall(call.now, after.timezone);
  const ahead = left.filter((row) => row.start_date >= now);
  const removed = ahead.filter((row) => row.own.length === 0);
  const stayed = ahead.filter((row) => row.own.length > 0 && row.status !== 'trash');
  await charge?.(changes.length + removed.length);
  const wanted = new Set(changes.map(({ values }) => values.original_start));
  // The start is unique in a series: dates whose place another one takes step aside first.
  const aside = changes.filter(({ row }) => wanted.has(row.original_start));
  await store.updateEach(
    model,
    aside.map(({ row }) => ({ id: row.id, values: { original_start: `moving ${row.id}` } })),
  );
  await store.updateEach(
    model,
    changes.map(({ row, values }) => ({ id: row.id, values })),
  );
  await eraseOccurrences(context, model, removed);
  // A new rule does not change the past, unless it names a past date.
  const named = new Set(recurrence.dates.map(({ start }) => start));
  const created = added.filter(({ start }) => start >= now || named.has(start));
  await addOccurrences(context, model, after, created);
  if (plan) await store.update(model, after.id, { horizon: plan.horizon });
  await numberDays(context, model, after.id, sharedDays(rows, changes, removed));
  const changed = new Set(changes.map(({ row }) => row.id));
  return {
    kept: kept.flatMap(({ row }) => (changed.has(row.id) ? [] : [row.id])),
    moved: changes.map(({ row, values }) => ({ id: row.id, from: row.start_date, to: String(values.start_date) })),
    added: created.map(({ start }) => start),
    removed: removed.map(({ id }) => id),
    stayed: stayed.map(({ id }) => id),
  };
}

function shifted(rows: readonly OccurrenceRow[], dates: readonly ExtraDate[], seconds: number): Matched {
  const extra = new Map(dates.map((date) => [date.start, date]));
  const kept = rows.map((row) => {
    const start = plusSeconds(row.original_start, seconds);
    return { row, date: extra.get(start) ?? { start } };
  });
  return { kept, added: [], left: [] };
}

/** Dates of its own stay on the wall clock; their instants follow the time zone. */
function redated(row: OccurrenceRow, date: ExtraDate, master: EventRow): Values {
  const timezone = row.own.includes('timezone') ? row.timezone : master.timezone;
  const all_day = overridesDates(row) ? row.all_day : master.all_day;
  const dates = overridesDates(row)
    ? datesBetween(row.start_date, row.end_date, timezone, all_day)
    : datesAt(date, master);
  return { ...dates, timezone, all_day, original_start: date.start };
}

/** Days whose occurrences may need other numbers. */
function sharedDays(
  rows: readonly OccurrenceRow[],
  changes: readonly { readonly row: OccurrenceRow; readonly values: Values }[],
  removed: readonly OccurrenceRow[],
): ReadonlySet<string> {
  const days = new Set([...removed, ...rows].filter((row) => row.day_number > 0).map((row) => dayOf(row.start_date)));
  for (const { row, values } of changes) {
    const day = dayOf(String(values.start_date));
    if (day !== dayOf(row.start_date)) days.add(day).add(dayOf(row.start_date));
  }
  return days;
}

/** Rows per statement, so that other requests are answered between two of them. */
const batchSize = 100;

/** For slim rows only, which have no links and no search texts. */
export async function eraseOccurrences(
  { store, call }: WriteContext,
  model: Model,
  rows: readonly OccurrenceRow[],
): Promise<void> {
  for (const batch of slices(rows, batchSize)) {
    await store.insertAll(tombstones, tombstonesOf(model, batch, call.now));
    const ids = batch.map(({ id }) => id);
    await store.remove(model, oneOf('id', ids));
    await removeOldUrls(store, model.name, ids);
  }
}
