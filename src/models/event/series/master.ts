// Changes of a whole series: the master is written by the generic update, then its occurrences follow.
import { isDeepStrictEqual } from 'node:util';
import { all, is, not } from '../../../core/condition.js';
import type { WriteContext } from '../../../core/context.js';
import type { Given } from '../../../core/field.js';
import { slugsOf } from '../../../core/language.js';
import { type Locked, lockedWith } from '../../../core/locked.js';
import type { ContentWrites, Effects, Model, Writes, Written } from '../../../core/model.js';
import { linkedIds, type Values } from '../../../core/store.js';
import { toWall } from '../../../core/time/zone.js';
import type { EventRow } from '../columns.js';
import { settlePreviousStart } from '../previous-start.js';
import { countedSequence } from '../sequence.js';
import { type DatedGiven, moveOccurrences, seriesDates } from './dates.js';
import { isContent } from './fields.js';
import { addOccurrences, outlineOf, planDates } from './generate.js';
import {
  dateFields,
  hasOverrides,
  inheritedColumns,
  isDetached,
  isMaster,
  occurrencesOf,
  occurrenceTable,
  ruleOfMaster,
} from './rows.js';
import { becomeSingle } from './single.js';
import { derivedSlugs } from './slugs.js';

export interface SeriesWrites {
  readonly update: Writes['update'];
  readonly content: ContentWrites;
}

/** `shown` has the dates that the caller saw: those of an occurrence, or of the first one. */
export async function changeSeries(
  context: WriteContext,
  model: Model,
  writes: SeriesWrites,
  master: Locked<EventRow>,
  given: DatedGiven,
  shown: EventRow | undefined = undefined,
): Promise<Written> {
  const base = shown ?? (await shownDates(context, master));
  const written = await writes.update(context, model, master, seriesDates(context, master, base, given));
  const after = written.after as EventRow;
  if (!isMaster(after))
    return { ...written, effects: await becomeSingle(context, model, writes, master, after, given) };
  await updateDates(context, model, writes, master, lockedWith(model, master, after), given);
  const hasNewRule = given.recurrence !== undefined;
  if (!hasNewRule && !dateFields.some((name) => master[name] !== after[name])) return written;
  return { ...written, effects: await moveOccurrences(context, model, master, after, given) };
}

/** A series is shown with its first date, a form has the dates of its rule. */
async function shownDates(context: WriteContext, master: EventRow) {
  const ofRule = { start_date: master.recurrence?.start ?? master.start_date, end_date: master.end_date };
  return context.call.form ? ofRule : ((await firstOccurrence(context, master)) ?? ofRule);
}

/** A single event becomes a series: its row is the master from now on. */
export async function startSeries(context: WriteContext, model: Model, master: EventRow): Promise<Effects> {
  const { dates, horizon } = planDates(ruleOfMaster(master), master.timezone, context.call);
  await context.store.update(model, master.id, { horizon });
  const inserted = context.outlined ? outlineOf(dates, toWall(context.call.now, master.timezone)) : dates;
  context.outlined?.set(master.id, dates.length - inserted.length);
  await addOccurrences(context, model, master, inserted);
  return { kept: [], moved: [], added: dates.map(({ start }) => start), removed: [], stayed: [] };
}

/** The first date that is not in the trash. */
export async function firstOccurrence({ store }: Pick<WriteContext, 'store'>, { id }: Pick<EventRow, 'id'>) {
  const where = all(is('series', id), not(is('status', 'trash')));
  const order = [{ column: 'start_date' }, { column: 'id' }];
  const [first] = await store.list({ table: occurrenceTable, where, order, limit: 1 });
  return first;
}

/** Copies the changed columns of the master to its occurrences, except those that have a value of their own. */
async function updateDates(
  context: WriteContext,
  model: Model,
  writes: SeriesWrites,
  before: EventRow,
  after: Locked<EventRow>,
  given: Given,
): Promise<void> {
  const { store } = context;
  const changed = changedColumns(before, after);
  await updatePreviousStarts(context, model, before, after);
  const unchanged = all(is('series', after.id), not(hasOverrides));
  if (Object.keys(changed).length > 0) await store.updateWhere(model, unchanged, valuesFor(changed, []));
  for (const row of await occurrencesOf(context, after.id, hasOverrides)) {
    const values = valuesFor(changed, row.own);
    if (Object.keys(values).length > 0)
      await store.update(model, row.id, { ...values, ...countedSequence(row, values) });
    if (isDetached(row)) await updateDetached(context, model, writes, before, after, row.id, given);
  }
}

/** Of the dates that follow the event status of the series: each keeps its own start, before status and start change. */
async function updatePreviousStarts(
  context: WriteContext,
  model: Model,
  before: EventRow,
  after: EventRow,
): Promise<void> {
  const statuses = [before.event_status, after.event_status];
  if (!statuses.includes('rescheduled') || before.event_status === after.event_status) return;
  const changes = (await occurrencesOf(context, after.id))
    .filter(({ own }) => !own.includes('event_status'))
    .map((row) => ({ id: row.id, values: { previous_start: settlePreviousStart(row, after) } }));
  await context.charge?.(changes.length);
  await context.store.updateEach(model, changes);
}

type ChangedColumns = Readonly<Record<string, Values>>;

/** The new values by field. */
function changedColumns(before: EventRow, after: EventRow): ChangedColumns {
  const cellOf = (row: EventRow, name: string): unknown => row[name as keyof EventRow];
  const entries = Object.entries(inheritedColumns).filter(([, columns]) =>
    columns.some((name) => !isDeepStrictEqual(cellOf(before, name), cellOf(after, name))),
  );
  return Object.fromEntries(
    entries.map(([field, columns]) => [
      field,
      // A date may have been public before its series.
      Object.fromEntries(
        columns.filter((name) => name !== 'was_public' || after.was_public).map((name) => [name, cellOf(after, name)]),
      ),
    ]),
  );
}

function valuesFor(changed: ChangedColumns, own: readonly string[]): Values {
  const values = Object.assign(
    {},
    ...Object.entries(changed).flatMap(([field, of]) => (own.includes(field) ? [] : [of])),
  );
  return 'hide_from_listings' in values ? { ...values, listing: Number(values.hide_from_listings) } : values;
}

/** Writes the change into an occurrence with content of its own, except the fields that are its own. */
async function updateDetached(
  context: WriteContext,
  model: Model,
  writes: SeriesWrites,
  before: EventRow,
  after: Locked<EventRow>,
  id: number,
  given: Given,
): Promise<void> {
  const row = lockedWith(model, after, (await writes.content.whole(context, model, id)) as EventRow);
  const content = Object.entries(given).filter(
    ([name]) => isContent(name) && name !== 'slug' && !row.own.includes(name),
  );
  const hasNewSlug = slugsOf(before).join() !== slugsOf(after).join();
  if (hasNewSlug && !row.own.includes('slug'))
    await writes.content.rename(context, model, row, derivedSlugs(after, row));
  if (content.length === 0) return;
  const master = await writes.content.whole(context, model, after.id);
  // Records that the change described exist by now.
  const linked = content.map(([name, value]) => [name, name in model.links ? linkedIds(master, name) : value]);
  await writes.update(context, model, row, Object.fromEntries(linked));
}
