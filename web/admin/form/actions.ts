// What can be done with a form, by what the record is and what this person may do. Pure.

export interface Action {
  readonly label: string;
  readonly primary: boolean;
  /** The status that it asks for, when it is one of its own. */
  readonly status?: string;
  /** Asks for the publication date first. */
  readonly schedules?: true;
  /** The publication date that it asks for, as the service reads it. */
  readonly date?: string;
}

export interface Situation {
  /** Absent for resources without statuses. */
  readonly statuses: readonly string[] | undefined;
  /** As it is stored; undefined for what is not made yet. */
  readonly status: string | undefined;
  /** Chosen in the form. */
  readonly chosen: string | undefined;
  readonly mayPublish: boolean;
  /** The publication date lies ahead. */
  readonly ahead: boolean;
}

const isUnreleased = (status: string | undefined): boolean =>
  status === undefined || status === 'draft' || status === 'pending';

export function actionsFor({ statuses, status, chosen, mayPublish, ahead }: Situation): readonly Action[] {
  if (!statuses) return [{ label: 'Save', primary: true }];
  if (chosen !== undefined && chosen !== status) return [{ label: savingAs(chosen, ahead), primary: true }];
  if (status === 'future' && mayPublish && ahead)
    return [
      { label: 'Reschedule…', primary: false, schedules: true },
      { label: 'Publish now', primary: false, status: 'publish', date: 'now' },
      { label: 'Update', primary: true },
    ];
  if (!isUnreleased(status)) return [{ label: 'Update', primary: true }];
  const asIs: Action =
    status === 'pending' ? { label: 'Save', primary: false } : { label: 'Save draft', primary: false };
  const draft = status === undefined ? { ...asIs, status: 'draft' } : asIs;
  if (mayPublish && ahead) return [draft, { label: 'Schedule', primary: true, status: 'publish' }];
  if (mayPublish)
    return [
      draft,
      { label: 'Schedule…', primary: false, schedules: true },
      { label: 'Publish', primary: true, status: 'publish' },
    ];
  return status === 'pending'
    ? [{ label: 'Update', primary: true }]
    : [draft, { label: 'Submit for review', primary: true, status: 'pending' }];
}

const savings: Readonly<Record<string, string>> = {
  publish: 'Publish',
  draft: 'Save draft',
  pending: 'Submit for review',
  private: 'Save as private',
};

const savingAs = (status: string, ahead: boolean): string =>
  status === 'publish' && ahead ? 'Schedule' : (savings[status] ?? 'Save');
