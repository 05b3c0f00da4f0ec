// Writes what a calendar says about single dates of a series, after the series itself was written.
import { all, is, not } from '../../core/condition.js';
import type { WriteContext } from '../../core/context.js';
import { shapeOf } from '../../core/facade.js';
import { type Given, updatable } from '../../core/field.js';
import { type Locked, lockedWith } from '../../core/locked.js';
import type { Model } from '../../core/model.js';
import type { Recurrence } from '../../core/time/recurrence.js';
import { lookUpForModel, parse } from '../../facades/parse.js';
import type { EventRow } from '../../models/event/columns.js';
import { event } from '../../models/event/event.js';
import { hasOverrides, occurrencesOf } from '../../models/event/series/rows.js';
import { organizer } from '../../models/organizer/organizer.js';
import { venue } from '../../models/venue/venue.js';
import { find } from '../../operations/read.js';
import { writesOf } from '../../operations/write.js';
import type { Incoming } from '../incoming.js';
import { mappedTargets } from '../mapping.js';
import type { ChangedDate } from './group.js';
import { givenStarts } from './recurrence.js';

/** Plain data: it comes from the thread that reads the file. */
export interface DateChanges {
  /** SEQUENCE of the calendar. The one stored here never falls. */
  readonly sequence: number;
  readonly changed: readonly ChangedDate[];
  readonly recurrence: Recurrence | undefined;
}

export async function applyChanges(
  context: WriteContext,
  series: Locked,
  { sequence, changed, recurrence }: DateChanges,
): Promise<void> {
  const { store } = context;
  const row = series as Locked<EventRow>;
  if (row.sequence < sequence) await store.update(event, row.id, { sequence });
  if (!recurrence) return;
  const { source } = row;
  const ids = new Set<number>();
  for (const date of changed) ids.add(await changeDate(context, row, source, date));
  // Dates that the calendar changed before follow the series again, or are gone with its new rule. Those in the trash stay.
  const others = (await occurrencesOf(context, row.id, all(hasOverrides, not(is('status', 'trash'))))).filter(
    ({ id }) => !ids.has(id),
  );
  const start = row.recurrence?.start ?? row.start_date;
  const given = givenStarts(
    recurrence,
    start,
    others.map(({ original_start }) => original_start),
  );
  for (const { id, original_start } of others) {
    await writeDate(context, row, { id }, { own: [] });
    if (!given.has(original_start)) await removeDate(context, row, id);
  }
}

async function linkedIds(
  { store }: WriteContext,
  source: string,
  records: readonly Incoming[],
): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const { resource, externalId } of records) {
    const model: Model = resource === venue.name ? venue : organizer;
    for (const { id } of (await mappedTargets(store, model, source, [externalId])).values()) ids.push(id);
  }
  return ids;
}

async function changeDate(
  context: WriteContext,
  series: Locked,
  source: string,
  { start, fields, venue: place, organizers }: ChangedDate,
): Promise<number> {
  const linked = {
    ...(place && { venue: await linkedIds(context, source, [place]) }),
    ...(organizers && { organizer: await linkedIds(context, source, organizers) }),
  };
  return writeDate(context, series, { owner: series.id, name: start }, { ...fields, ...linked, own: [] });
}

type DateKey = { readonly id: number } | { readonly owner: number; readonly name: string };

async function readDate(context: WriteContext, series: Locked, key: DateKey): Promise<Locked> {
  const shape = shapeOf(context.call.facade, event.name);
  return lockedWith(event, series, await find(context, shape, key, 'update', context));
}

async function writeDate(context: WriteContext, series: Locked, key: DateKey, input: Given): Promise<number> {
  const shape = shapeOf(context.call.facade, event.name);
  const fields = { ...updatable(shape.fields), ...shape.writeParams };
  const stored = await readDate(context, series, key);
  const values = await lookUpForModel(fields, parse(fields, input, context.call, false), context);
  await writesOf(event).update(context, event, stored, values);
  return stored.id;
}

async function removeDate(context: WriteContext, series: Locked, id: number): Promise<void> {
  await writesOf(event).remove(context, event, await readDate(context, series, { id }), { scope: 'this' });
}
