// Saves the form of a series or of one of its dates. The user chooses which dates the changes of one date apply to, and sees
// what a change of the rule does to the dates before it is saved.
import { type ApiRecord, nameOf } from '../api/records';
import { effectText, singleText } from '../series/effect';
import { describeEffect, scopedBody, seriesEffect, type Undo } from '../series/occurrence-api';
import { askScope } from '../series/scope-dialog';
import type { Scope } from '../series/series';
import { texts as seriesTexts } from '../series/texts';
import { confirmAction } from '../ui/dialog';
import { isStartOrEnd } from './default-end';
import { type Form, plan, readStored, type Stored, save } from './form-api';
import { texts } from './texts';
import type { FormState } from './use-form';
import { isEmpty, type Values } from './values';

export interface Saved {
  readonly record: ApiRecord;
  /** Undefined if no date was changed. */
  readonly undo?: Undo;
}

/** Resolves to undefined when the question is cancelled or saving fails. */
export async function saveChosenDates(shown: FormState, more: Values): Promise<Saved | undefined> {
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

/** Resolves as above. */
export async function saveSeries(shown: FormState, more: Values): Promise<Saved | undefined> {
  const form = await shown.ready();
  const record = form?.stored?.record;
  if (!form?.stored || !record) return undefined;
  const { resource, stored, changes } = form;
  const entered = { ...changes, ...more };
  const [first] = plan(form, stored, entered);
  const effect = first && (await seriesEffect(resource, record, first.body));
  const isSingle = first !== undefined && 'recurrence' in first.body && isEmpty(first.body.recurrence);
  // Without a rule, past and changed dates leave the series: no undo would find them again.
  const isFinal = isSingle && effect !== undefined && effect.kept.length > 0;
  const text = effect && (isSingle ? singleText(effect) : effectText(effect));
  const isConfirmed = text === undefined || (await confirmDates(nameOf(resource, record), text, isFinal));
  const saved = isConfirmed ? await form.submit(more) : undefined;
  if (!saved || !effect || isFinal) return saved && { record: saved };
  const keys = Object.keys(entered).filter((key) => Object.hasOwn(stored.values, key));
  const old = Object.fromEntries(keys.map((key) => [key, stored.values[key] ?? '']));
  const undo: Undo = async () => {
    await save(form, await readStored(form, record.id), old);
    return effect.removed.length > 0 ? seriesTexts().newAddresses : seriesTexts().undone;
  };
  return { record: saved, undo };
}

function confirmDates(name: string, effect: string, isFinal: boolean): Promise<boolean> {
  const { datesTitle, finalEffect, effect: sentence, changeDates } = seriesTexts();
  const text = isFinal ? finalEffect(effect) : sentence(effect);
  return confirmAction({ title: datesTitle(name), text, action: changeDates, danger: isFinal });
}

/** Values that an undo sets: those of the date, or those of the series with the times of the date. */
async function valuesBefore(form: Form, { record, values }: Stored, scope: Scope): Promise<Values> {
  const seriesId = record?.occurrence_of;
  if (scope === 'this' || seriesId === undefined) return values;
  const series = await readStored(form, seriesId);
  const dates = Object.entries(values).filter(([name]) => isStartOrEnd(name));
  return { ...series.values, ...Object.fromEntries(dates) };
}
