// What can be done to records of a table, one or many at once, and undone.
import { request } from '../api/client';
import { pluralOf, type ResourceInfo, singularOf } from '../api/contract';
import { type ApiRecord, nameOf } from '../api/records';
import { may } from '../api/session';
import { confirmAction } from '../ui/dialog';
import type { IconName } from '../ui/icon';
import { inBackground, toast } from '../ui/toast';

export interface Action {
  readonly label: string;
  readonly icon: IconName;
  readonly danger?: boolean;
  readonly applies: (record: ApiRecord) => boolean;
  /** What is told when it is done: “moved to the trash”. */
  readonly done: string;
  readonly change: (record: ApiRecord) => Promise<unknown>;
  readonly undo?: (record: ApiRecord) => Promise<unknown>;
  /** It cannot be undone, so it is asked first. */
  readonly final?: boolean;
}

export function actionsOf(resource: ResourceInfo): readonly Action[] {
  const at = (record: ApiRecord) => `/${resource.path}/${record.id}`;
  const become = (status: string) => (record: ApiRecord) => request('PATCH', at(record), { body: { status } });
  const remove = (record: ApiRecord) => request('DELETE', at(record));
  const back = (record: ApiRecord) => become(record.status ?? 'draft')(record);
  if (resource.removal === 'erase') {
    return [
      {
        label: 'Delete',
        icon: 'trash',
        danger: true,
        applies: () => true,
        done: 'deleted',
        change: remove,
        final: true,
      },
    ];
  }
  const stands = (record: ApiRecord) => record.status !== 'trash';
  const release: Action = may('publish')
    ? {
        label: 'Publish',
        icon: 'check',
        applies: (record) => stands(record) && record.status !== 'publish' && record.status !== 'future',
        done: 'published',
        change: become('publish'),
        undo: back,
      }
    : {
        label: 'Submit for review',
        icon: 'check',
        applies: ({ status }) => status === 'draft',
        done: 'submitted for review',
        change: become('pending'),
        undo: back,
      };
  return [
    release,
    {
      label: 'Revert to draft',
      icon: 'edit',
      applies: (record) => stands(record) && record.status !== 'draft',
      done: 'reverted to draft',
      change: become('draft'),
      undo: back,
    },
    {
      label: 'Move to trash',
      icon: 'trash',
      danger: true,
      applies: stands,
      done: 'moved to the trash',
      change: remove,
      undo: back,
    },
    {
      label: 'Restore',
      icon: 'restore',
      applies: (record) => !stands(record),
      done: 'restored as a draft',
      change: become('draft'),
      undo: remove,
    },
    {
      label: 'Delete permanently',
      icon: 'trash',
      danger: true,
      applies: (record) => !stands(record),
      done: 'deleted permanently',
      change: (record) => request('DELETE', at(record), { query: { force: true } }),
      final: true,
    },
  ];
}

function called(resource: ResourceInfo, records: readonly ApiRecord[]): string {
  const [first] = records;
  if (records.length === 1 && first) return `“${nameOf(resource, first)}”`;
  return `${records.length} ${pluralOf(resource).toLowerCase()}`;
}

/** Changes one after the other, tells what became of it, and offers the way back. */
export async function perform(
  resource: ResourceInfo,
  action: Action,
  records: readonly ApiRecord[],
  changed: () => void,
): Promise<void> {
  if (action.final) {
    const title = `${action.label}: ${called(resource, records)}?`;
    const text = `${records.length === 1 ? `The ${singularOf(resource)}` : 'They'} will be deleted permanently. This cannot be undone.`;
    if (!(await confirmAction({ title, text, action: action.label, danger: true }))) return;
  }
  const done = await each(records, action.change);
  const { undo } = action;
  if (done.length) {
    toast(`${called(resource, done)} ${action.done}.`, {
      ...(undo && {
        action: {
          label: 'Undo',
          run: () => inBackground(each(done, undo).then(changed)),
        },
      }),
    });
  }
  changed();
}

/** Those that were changed; the first refusal is told. */
async function each(
  records: readonly ApiRecord[],
  change: (record: ApiRecord) => Promise<unknown>,
): Promise<ApiRecord[]> {
  const done: ApiRecord[] = [];
  const refused: unknown[] = [];
  for (const record of records) {
    try {
      await change(record);
      done.push(record);
    } catch (error) {
      refused.push(error);
    }
  }
  const [first] = refused;
  if (first) {
    const why = first instanceof Error ? first.message : String(first);
    toast(records.length === 1 ? why : `${refused.length} of ${records.length} could not be changed: ${why}`, {
      kind: 'failed',
    });
  }
  return done;
}
