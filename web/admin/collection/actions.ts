// Actions on one or several records of a table, with undo.
import { request } from '../api/client';
import type { ResourceInfo } from '../api/contract';
import { type ApiRecord, nameOf } from '../api/records';
import { may } from '../api/session';
import { nounsOf } from '../i18n/contract';
import { changeChosenDates, toastUndo } from '../series/chosen-dates';
import { confirmAction } from '../ui/dialog';
import type { IconName } from '../ui/icon';
import { inBackground, toast } from '../ui/toast';
import { texts } from './texts';

export interface Action {
  readonly label: string;
  readonly icon: IconName;
  readonly danger?: boolean;
  readonly applies: (record: ApiRecord) => boolean;
  /** For the message: “moved to the trash”. */
  readonly done: string;
  readonly change: (record: ApiRecord) => Promise<unknown>;
  readonly undo?: (record: ApiRecord) => Promise<unknown>;
  /** For dates of a series: the values that the action sets, or the removal. The user chooses which dates it applies to. */
  readonly onSeries?: { readonly body: Readonly<Record<string, unknown>> | undefined };
  /** Cannot be undone and needs confirmation. */
  readonly final?: boolean;
}

export function actionsOf(resource: ResourceInfo): readonly Action[] {
  const at = (record: ApiRecord) => `/${resource.path}/${record.id}`;
  const setStatus = (status: string) => (record: ApiRecord) => request('PATCH', at(record), { body: { status } });
  const remove = (record: ApiRecord) => request('DELETE', at(record));
  const back = (record: ApiRecord) => setStatus(record.status ?? 'draft')(record);
  if (resource.removal === 'erase') {
    return [
      {
        label: texts().remove,
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
        label: texts().publish,
        icon: 'check',
        applies: (record) => isNotTrashed(record) && record.status !== 'publish' && record.status !== 'future',
        done: texts().published,
        change: setStatus('publish'),
        onSeries: { body: { status: 'publish' } },
        undo: back,
      }
    : {
        label: texts().submit,
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
      label: texts().trash,
      icon: 'trash',
      danger: true,
      applies: isNotTrashed,
      done: texts().trashed,
      change: remove,
      onSeries: { body: undefined },
      undo: back,
    },
    {
      label: texts().restore,
      icon: 'restore',
      applies: (record) => record.status === 'trash',
      done: texts().restored,
      change: setStatus('draft'),
      undo: remove,
    },
    {
      label: texts().erase,
      icon: 'trash',
      danger: true,
      applies: (record) => record.status === 'trash',
      done: texts().erased,
      change: (record) => request('DELETE', at(record), { query: { force: true } }),
      final: true,
    },
  ];
}

function describe(resource: ResourceInfo, records: readonly ApiRecord[]): string {
  const [first] = records;
  if (records.length === 1 && first) return texts().quoted(nameOf(resource, first));
  return texts().counted(records.length, nounsOf(resource));
}

/** Changes the records one by one, then shows a message with an undo button. Of several dates of a series each changes for
 * itself. */
export async function perform(
  resource: ResourceInfo,
  action: Action,
  records: readonly ApiRecord[],
  changed: () => void,
): Promise<void> {
  if (action.final) {
    const title = texts().eraseTitle(action.label, describe(resource, records));
    const text = records.length === 1 ? texts().eraseOne(nounsOf(resource)) : texts().eraseSeveral;
    if (!(await confirmAction({ title, text, action: action.label, danger: true }))) return;
  }
  const [record] = records;
  if (action.onSeries && record && records.length === 1 && record.occurrence_of !== undefined) {
    const undo = await changeChosenDates(resource, record, { action: action.label, ...action.onSeries });
    if (!undo) return;
    toastUndo(texts().outcome(describe(resource, records), action.done), undo, changed);
    return changed();
  }
  const done = await each(records, action.change);
  const { undo } = action;
  if (done.length) {
    toast(texts().outcome(describe(resource, done), action.done), {
      ...(undo && {
        action: {
          label: texts().undo,
          run: () => inBackground(each(done, undo).then(changed)),
        },
      }),
    });
  }
  changed();
}

/** Returns the changed records; shows a message with the first error. */
async function each(
  records: readonly ApiRecord[],
  change: (record: ApiRecord) => Promise<unknown>,
): Promise<ApiRecord[]> {
  const done: ApiRecord[] = [];
  const errors: unknown[] = [];
  for (const record of records) {
    try {
      await change(record);
      done.push(record);
    } catch (error) {
      errors.push(error);
    }
  }
  const [first] = errors;
  if (first) {
    const reason = first instanceof Error ? first.message : String(first);
    toast(records.length === 1 ? reason : texts().someFailed(errors.length, records.length, reason), {
      kind: 'failed',
    });
  }
  return done;
}
