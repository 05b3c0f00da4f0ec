// Actions on one or several records of a table, with undo.

import type { Operation } from '../api/batch';
import type { ResourceInfo } from '../api/contract';
import type { ApiRecord } from '../api/records';
import { may } from '../api/session';
import { runChanges, runUndo, type Step } from '../bulk/run';
import { texts as formTexts } from '../form/texts';
import { changeChosenDates, toastUndo } from '../series/chosen-dates';
import type { IconName } from '../ui/icon';
import { toast } from '../ui/toast';
import { confirmRemoval, describe } from './removal';
import { texts } from './texts';

export interface Action {
  readonly label: string;
  readonly icon: IconName;
  readonly danger?: boolean;
  readonly applies: (record: ApiRecord) => boolean;
  /** For the message: “moved to the trash”. */
  readonly done: string;
  readonly change: (record: ApiRecord) => Operation;
  readonly undo?: (record: ApiRecord) => Operation;
  /** For dates of a series: the values that the action sets, or the removal. The user chooses which dates it applies to. */
  readonly onSeries?: { readonly body: Readonly<Record<string, unknown>> | undefined };
  /** Cannot be undone and needs confirmation. */
  readonly final?: boolean;
}

export function actionsOf(resource: ResourceInfo): readonly Action[] {
  const at = (record: ApiRecord) => `/${resource.path}/${record.id}`;
  const setStatus =
    (status: string) =>
    (record: ApiRecord): Operation => ({ method: 'PATCH', path: at(record), body: { status } });
  const remove = (record: ApiRecord): Operation => ({ method: 'DELETE', path: at(record) });
  const back = (record: ApiRecord) => setStatus(record.status ?? 'draft')(record);
  if (resource.removal === 'erase') {
    return [
      {
        label: formTexts().delete,
        icon: 'trash',
        danger: true,
        applies: () => true,
        done: texts().removed,
        change: remove,
        final: true,
      },
    ];
  }
  const isNotTrashed = (record: ApiRecord) => record.status !== 'trash';
  const publishOrSubmit: Action = may('publish')
    ? {
        label: formTexts().publish,
        icon: 'check',
        applies: (record) => isNotTrashed(record) && record.status !== 'publish' && record.status !== 'future',
        done: texts().published,
        change: setStatus('publish'),
        onSeries: { body: { status: 'publish' } },
        undo: back,
      }
    : {
        label: formTexts().submitForReview,
        icon: 'check',
        applies: ({ status }) => status === 'draft',
        done: texts().submitted,
        change: setStatus('pending'),
        onSeries: { body: { status: 'pending' } },
        undo: back,
      };
  return [
    publishOrSubmit,
    {
      label: texts().toDraft,
      icon: 'edit',
      applies: (record) => isNotTrashed(record) && record.status !== 'draft',
      done: texts().reverted,
      change: setStatus('draft'),
      onSeries: { body: { status: 'draft' } },
      undo: back,
    },
    {
      label: formTexts().moveToTrash,
      icon: 'trash',
      danger: true,
      applies: isNotTrashed,
      done: texts().trashed,
      change: remove,
      onSeries: { body: undefined },
      undo: back,
    },
    {
      label: formTexts().restore,
      icon: 'restore',
      applies: (record) => record.status === 'trash',
      done: texts().restored,
      change: setStatus('draft'),
      undo: remove,
    },
    {
      label: formTexts().erase,
      icon: 'trash',
      danger: true,
      applies: (record) => record.status === 'trash',
      done: texts().erased,
      change: (record) => ({ method: 'DELETE', path: `${at(record)}?force=true` }),
      final: true,
    },
  ];
}

/** Changes the records, then shows a message with an undo button. Of several dates of a series each changes for itself. */
export async function perform(
  resource: ResourceInfo,
  action: Action,
  records: readonly ApiRecord[],
  changed: () => void,
): Promise<void> {
  const query = action.final ? await confirmRemoval(resource, action.label, records) : '';
  if (query === undefined) return;
  const [record] = records;
  if (action.onSeries && record && records.length === 1 && record.occurrence_of !== undefined) {
    const undo = await changeChosenDates(resource, record, { action: action.label, ...action.onSeries });
    if (!undo) return;
    toastUndo(texts().outcome(describe(resource, records), action.done), undo, changed);
    return changed();
  }
  const stepsBy = (operationOf: (record: ApiRecord) => Operation, some: readonly ApiRecord[]): readonly Step[] =>
    some.map((one) => {
      const operation = operationOf(one);
      return { record: one, operation: { ...operation, path: operation.path + query } };
    });
  const done = (await runChanges(resource, stepsBy(action.change, records))).map(({ step }) => step.record);
  const { undo } = action;
  if (done.length)
    toast(texts().outcome(describe(resource, done), action.done), {
      undo: undo && (() => runUndo(resource, stepsBy(undo, done)).then(changed)),
    });
  changed();
}
