// Changes of a series that start with the question which dates they apply to, and end with an undo button.
import type { ResourceInfo } from '../api/contract';
import { type ApiRecord, nameOf } from '../api/records';
import { toast } from '../ui/toast';
import { type Body, changeOccurrence, describeEffect, type Undo } from './occurrence-api';
import { removeOccurrence } from './remove-occurrence';
import { askScope } from './scope-dialog';
import { texts } from './texts';

/** `done` runs after the undo, with its note if there is one, also if it failed. */
export function toastUndo(text: string, undo: Undo, done: (note: string | undefined) => void): void {
  const run = async () => {
    let note: string | undefined;
    try {
      note = await undo();
      toast(note ?? texts().undone);
    } finally {
      done(note);
    }
  };
  toast(text, { undo: run });
}

interface SeriesChange {
  /** Label of the button. */
  readonly action: string;
  /** Values to set; undefined moves the dates to the trash. */
  readonly body: Body | undefined;
  readonly ifMatch?: string | undefined;
}

/** Resolves to undefined when the question is cancelled. */
export async function changeChosenDates(
  resource: ResourceInfo,
  record: ApiRecord,
  { action, body, ifMatch }: SeriesChange,
): Promise<Undo | undefined> {
  const scope = await askScope({
    title: texts().titled(action, nameOf(resource, record)),
    action,
    danger: body === undefined,
    start: String(record.start_date),
    describe: (choice, signal) => describeEffect(resource, record, choice, body, signal),
  });
  if (!scope) return undefined;
  return body === undefined
    ? removeOccurrence(resource, record, scope, ifMatch)
    : changeOccurrence(resource, record, { scope, body, ifMatch });
}
