// Saves the form of one date of a series: the user chooses which dates the changes apply to.
import { type ApiRecord, nameOf } from '../api/records';
import { bodyFor, describeEffect, isOtherDay, type Undo } from '../series/occurrence-api';
import { askScope } from '../series/scope-dialog';
import { type Scope, seriesIdOf } from '../series/series';
import { isStartOrEnd } from './default-end';
import { type Form, plan, readStored, type Stored, save } from './form-api';
import type { FormState } from './use-form';
import type { Values } from './values';

interface SavedDates {
  readonly record: ApiRecord;
  readonly undo?: Undo;
  /** The date was replaced by one on another day: `record` is its series. */
  readonly isReplaced: boolean;
}

/** Resolves to undefined when the question is cancelled or saving fails. */
export async function saveChosenDates(form: FormState, more: Values): Promise<SavedDates | undefined> {
  const { resource, stored, changes } = form;
  const record = stored?.record;
  if (!stored || !record) return undefined;
  const entered = { ...changes, ...more };
  const [first] = plan(form, stored, entered);
  if (!first) return { record, isReplaced: false };
  const { body } = first;
  const scope = await askScope({
    title: `Save “${nameOf(resource, record)}”`,
    action: 'Save',
    start: String(record.start_date),
    describe: (choice, signal) => describeEffect(resource, record, choice, body, signal),
  });
  if (!scope) return undefined;
  const { recurrence } = await bodyFor(resource, record, body, scope);
  const before = await valuesBefore(form, stored, scope);
  const saved = await form.submit({ ...more, ...(recurrence !== undefined && { recurrence }) }, scope);
  if (!saved) return undefined;
  if (scope === 'following' && isOtherDay(record, body)) return { record: saved, isReplaced: true };
  const keys = Object.keys(entered).filter((key) => Object.hasOwn(before, key));
  const old = Object.fromEntries(keys.map((key) => [key, before[key] ?? '']));
  const undo: Undo = async () => {
    const now = await readStored(form, record.id);
    await save(form, now, old, scope === 'this' ? 'this' : 'all');
    return scope === 'following' ? 'Undone. The series stays split at this date.' : undefined;
  };
  return { record: saved, undo, isReplaced: false };
}

/** Values that an undo sets: those of the date, or those of the series with the times of the date. */
async function valuesBefore(form: Form, { record, values }: Stored, scope: Scope): Promise<Values> {
  const seriesId = record && seriesIdOf(record);
  if (scope === 'this' || seriesId === undefined) return values;
  const series = await readStored(form, seriesId);
  const dates = Object.entries(values).filter(([name]) => isStartOrEnd(name));
  return { ...series.values, ...Object.fromEntries(dates) };
}
