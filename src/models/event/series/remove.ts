// Removal of occurrences and series: one date goes to the trash, the following ones end the series, all trash the series.
import { all, type Condition, is, not, since } from '../../../core/condition.js';
import type { WriteContext } from '../../../core/context.js';
import type { Given } from '../../../core/field.js';
import { type Locked, lockedWith } from '../../../core/locked.js';
import type { Effects, Model, Writes, Written } from '../../../core/model.js';
import { Problem, problemWith } from '../../../core/problem.js';
import { toWall } from '../../../core/time/zone.js';
import type { EventRow } from '../columns.js';
import { countedSequence } from '../sequence.js';
import { eraseOccurrences } from './dates.js';
import { numberDays } from './days.js';
import type { SeriesWrites } from './master.js';
import { skipChange, touchMaster, updateSlim } from './occurrence.js';
import { dayOf, hasOverrides, isDetached, type OccurrenceRow, occurrencesOf, ruleOfMaster } from './rows.js';
import { leaveSeries } from './single.js';
import { endedBy, splitRule } from './split.js';

/** Moves one date to the trash. The series does not bring it back. */
export async function trashOccurrence(
  context: WriteContext,
  model: Model,
  { content }: Pick<SeriesWrites, 'content'>,
  master: EventRow,
  row: EventRow,
): Promise<Written> {
  if (row.status === 'trash') throw new Problem('in-trash', problemWith(model));
  await trash(context, model, row);
  await touchMaster(context, model, master, skipChange(master));
  await numberDays(context, model, master.id, new Set([dayOf(row.start_date)]));
  return { model, id: row.id, before: row, after: await content.whole(context, model, row.id), alsoWritten: [] };
}

const trash = (context: WriteContext, model: Model, row: OccurrenceRow) => {
  const own = ['status', ...row.own.filter((name) => name !== 'status')];
  const values = { status: 'trash', own } as const;
  return updateSlim(context, model, row, { ...values, ...countedSequence(row, values) });
};

/** Ends the series before this date. Later dates are removed; past and changed ones go to the trash, with `keepsDates` all. */
export async function endSeries(
  context: WriteContext,
  model: Model,
  master: EventRow,
  row: EventRow,
  keepsDates = false,
): Promise<Effects> {
  const { before } = splitRule(ruleOfMaster(master), row.original_start);
  await touchMaster(context, model, master, endedBy(before, master));
  const isLater = since('original_start', row.original_start);
  const rows = await occurrencesOf(context, master.id, isLater);
  if (keepsDates) await trashUnchanged(context, model, all(is('series', master.id), isLater));
  const now = toWall(context.call.now, master.timezone);
  const isKept = (one: OccurrenceRow) => one.own.length > 0 || one.start_date < now;
  const isDone = (one: OccurrenceRow) => one.status === 'trash' || (keepsDates && one.own.length === 0);
  for (const one of rows.filter((other) => isKept(other) && !isDone(other))) await trash(context, model, one);
  const removed = keepsDates ? [] : rows.filter((one) => !isKept(one));
  await eraseOccurrences(context, model, removed);
  await numberDays(
    context,
    model,
    master.id,
    new Set(rows.filter((one) => one.day_number > 0).map((one) => dayOf(one.start_date))),
  );
  return { kept: [], moved: [], added: [], removed: rows.map(({ id }) => id), stayed: [] };
}

/** In one statement: there may be thousands. Their version follows that of the series. */
const trashUnchanged = ({ store, call }: WriteContext, model: Model, where: Condition) =>
  store.updateWhere(model, all(where, not(hasOverrides)), { status: 'trash', own: ['status'], modified_utc: call.now });

/** Trashes the master; dates without a status of their own follow. */
export async function trashSeries(
  context: WriteContext,
  model: Model,
  generic: Writes['remove'],
  master: Locked<EventRow>,
  given: Given,
): Promise<Written> {
  const written = await generic(context, model, master, given);
  if (!written.after) return written;
  const values = { status: 'trash' as const };
  const { store } = context;
  await store.updateWhere(model, all(is('series', master.id), not(hasOverrides)), values);
  for (const row of await occurrencesOf(context, master.id, hasOverrides)) {
    if (!row.own.includes('status')) await store.update(model, row.id, { ...values, ...countedSequence(row, values) });
  }
  return written;
}

/** An erased date becomes an exception of the rule, so that it is not created again. */
export async function eraseOccurrence(
  context: WriteContext,
  model: Model,
  generic: Writes['erase'],
  master: EventRow,
  row: Locked<EventRow>,
): Promise<Written> {
  const written = await generic(context, model, row);
  const { recurrence } = master;
  if (recurrence) {
    const except = [...new Set([...recurrence.except, row.original_start])].sort();
    await touchMaster(context, model, master, { recurrence: { ...recurrence, except } });
  }
  return written;
}

/** Dates with a status of their own that are not in the trash outlive their series as single events. */
export async function eraseSeries(
  context: WriteContext,
  model: Model,
  writes: Pick<SeriesWrites, 'content'>,
  generic: Writes['erase'],
  master: Locked<EventRow>,
): Promise<Written> {
  const rows = await occurrencesOf(context, master.id);
  const outlives = (row: OccurrenceRow) => row.own.includes('status') && row.status !== 'trash';
  for (const row of rows.filter(outlives)) await leaveSeries(context, model, writes, row);
  const gone = rows.filter((row) => !outlives(row));
  for (const row of gone.filter(isDetached)) {
    await generic(context, model, lockedWith(model, master, await writes.content.whole(context, model, row.id)));
  }
  await eraseOccurrences(
    context,
    model,
    gone.filter((row) => !isDetached(row)),
  );
  return generic(context, model, master);
}
