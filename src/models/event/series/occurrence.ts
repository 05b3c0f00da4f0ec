// Changes of one occurrence. Values that differ from the series become its own; the others keep following the series.
import type { WriteContext } from '../../../core/context.js';
import { type Locked, lockedWith } from '../../../core/locked.js';
import type { Model, Written } from '../../../core/model.js';
import { invalidParam } from '../../../core/problem.js';
import { settleRecord } from '../../../core/settle.js';
import type { Values } from '../../../core/store.js';
import type { EventRow } from '../columns.js';
import { eventContent } from '../content.js';
import { settlePreviousStart } from '../previous-start.js';
import { overridesSchedule, shownSequence } from '../sequence.js';
import type { DatedGiven } from './dates.js';
import { numberDays } from './days.js';
import { isContent, overriddenFields, usualDates } from './fields.js';
import type { SeriesWrites } from './master.js';
import { dayOf, inheritedValues, isDetached } from './rows.js';
import { derivedSlugs } from './slugs.js';

export async function changeOccurrence(
  context: WriteContext,
  model: Model,
  writes: SeriesWrites,
  master: EventRow,
  row: Locked<EventRow>,
  given: DatedGiven,
): Promise<Written> {
  if (given.recurrence !== undefined)
    throw invalidParam('recurrence', 'One date has no rule of its own. Use scope=following or scope=all.');
  if (given.own !== undefined) await returnToSeries(context, model, writes, master, row);
  const whole = async (id: number) =>
    lockedWith(model, row, (await writes.content.whole(context, model, id)) as EventRow);
  const stored = given.own === undefined ? row : await whole(row.id);
  const written = await write(context, model, writes, stored, given);
  const after = await whole(row.id);
  const own = overriddenFields(model, after, await whole(master.id), [...stored.own, ...Object.keys(given)]);
  if (isDetached(after) && !own.some(isContent)) await writes.content.attach(context, model, after, master.id, { own });
  else await context.store.update(model, row.id, { own });
  const isRestored = row.status === 'trash' && after.status !== 'trash';
  await touchMaster(context, model, master, isRestored ? skipChange(master) : {});
  await numberDays(context, model, master.id, new Set([dayOf(row.start_date), dayOf(after.start_date)]));
  return { ...written, before: row, after };
}

async function write(
  context: WriteContext,
  model: Model,
  writes: SeriesWrites,
  row: Locked<EventRow>,
  given: DatedGiven,
): Promise<Written> {
  if (isDetached(row)) return writes.update(context, model, row, given);
  if (Object.keys(given).some(isContent)) {
    const detached = await writes.content.detach(context, model, row.id, (whole) => ({
      ...derivedSlugs(whole as EventRow, whole as EventRow),
      sequence: shownSequence(whole as EventRow),
    }));
    return writes.update(context, model, lockedWith(model, row, detached), given);
  }
  const { values } = settleRecord(model, { given, stored: row, call: context.call });
  await updateSlim(context, model, row, values);
  return { model, id: row.id, alsoWritten: [] };
}

/** Writes the columns that a slim row has itself. */
export async function updateSlim(
  { store, call }: WriteContext,
  model: Model,
  row: Pick<EventRow, 'id' | 'version'>,
  values: Values,
): Promise<void> {
  const stored = Object.entries(values).filter(([name]) => !eventContent.columns.includes(name));
  await store.update(model, row.id, {
    ...Object.fromEntries(stored),
    modified_utc: call.now,
    version: row.version + 1,
  });
}

/** Undoes all changes of an occurrence. */
async function returnToSeries(
  context: WriteContext,
  model: Model,
  { content }: SeriesWrites,
  master: EventRow,
  row: EventRow,
): Promise<void> {
  const was_public = row.was_public || master.was_public;
  const sequence = row.sequence + Number(overridesSchedule(row));
  const previous_start = settlePreviousStart(row, master);
  const inherited = { ...inheritedValues(master), ...usualDates(row, master) };
  const values = { ...inherited, was_public, own: [], sequence, previous_start };
  if (isDetached(row)) await content.attach(context, model, await content.whole(context, model, row.id), master.id, {});
  await updateSlim(context, model, row, values);
}

/** The series skips another date, or one date less. */
export const skipChange = ({ sequence }: EventRow): Values => ({ sequence: sequence + 1 });

/** The version of the master is part of the version of every occurrence. */
export const touchMaster = ({ store, call }: WriteContext, model: Model, master: EventRow, values: Values = {}) =>
  store.update(model, master.id, {
    ...('recurrence' in values && skipChange(master)),
    ...values,
    modified_utc: call.now,
    version: master.version + 1,
  });
