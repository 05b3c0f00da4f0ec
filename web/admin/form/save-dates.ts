// Saves the form of one date of a series: the user chooses which dates the changes apply to.
import { type ApiRecord, nameOf } from '../api/records';
import { describeEffect, scopedBody, type Undo } from '../series/occurrence-api';
import { askScope } from '../series/scope-dialog';
import type { Scope } from '../series/series';
import { texts as seriesTexts } from '../series/texts';
import { isStartOrEnd } from './default-end';
import { type Form, plan, readStored, type Stored, save } from './form-api';
import { texts } from './texts';
import type { FormState } from './use-form';
import type { Values } from './values';

interface SavedDates {
  readonly record: ApiRecord;
  /** Undefined if nothing was changed. */
  readonly undo?: Undo;
}

/** Resolves to undefined when the question is cancelled or saving fails. */
export async function saveChosenDates(shown: FormState, more: Values): Promise<SavedDates | undefined> {
  const form = await shown.ready();
  if (!form) return undefined;
  const { resource, stored, changes } = form;
  const record = stored?.record;
  if (!stored || !record) return undefined;
  const entered = { ...changes, ...more };
  const [first] = plan(form, stored, entered);
  if (!first) return { record };
  const scope = await askScope({
    title: texts().saveTitle(nameOf(resource, record)),
    action: texts().save,
    start: String(record.start_date),
    describe: (choice, signal) => describeEffect(resource, record, choice, first.body, signal),
  });
  if (!scope) return undefined;
  const { body, undo: back } = await scopedBody(resource, record, first.body, scope);
  const { recurrence } = body;
  const before = await valuesBefore(form, stored, scope);
  const saved = await form.submit({ ...more, ...(recurrence !== undefined && { recurrence }) }, scope);
  if (!saved) return undefined;
  const keys = Object.keys(entered).filter((key) => Object.hasOwn(before, key));
  const old = { ...Object.fromEntries(keys.map((key) => [key, before[key] ?? ''])), ...back };
  const undo: Undo = async () => {
    const now = await readStored(form, record.id);
    await save(form, now, old, scope === 'this' ? 'this' : 'all');
    return scope === 'following' ? seriesTexts().splitNote : undefined;
  };
  return { record: saved, undo };
}

/** Values that an undo sets: those of the date, or those of the series with the times of the date. */
async function valuesBefore(form: Form, { record, values }: Stored, scope: Scope): Promise<Values> {
  const seriesId = record?.occurrence_of;
  if (scope === 'this' || seriesId === undefined) return values;
  const series = await readStored(form, seriesId);
  const dates = Object.entries(values).filter(([name]) => isStartOrEnd(name));
  return { ...series.values, ...Object.fromEntries(dates) };
}
