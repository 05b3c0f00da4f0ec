// The buttons that save a form, by the status of the record and the rights of the user. Pure.

export interface Action {
  readonly label: string;
  readonly primary: boolean;
  /** Status to save with, if the button sets one. */
  readonly status?: string;
  /** Opens the schedule dialog first. */
  readonly schedules?: true;
  /** Publication date to save with, such as `now`. */
  readonly date?: string;
}

export interface Situation {
  /** Undefined for resources without statuses. */
  readonly statuses: readonly string[] | undefined;
  /** Stored status; undefined for a new record. */
  readonly status: string | undefined;
  /** Status selected in the form. */
  readonly chosen: string | undefined;
  readonly mayPublish: boolean;
  /** The publication date is in the future. */
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

const saveLabels: Readonly<Record<string, string>> = {
  publish: 'Publish',
  draft: 'Save draft',
  pending: 'Submit for review',
  private: 'Save as private',
};

const savingAs = (status: string, ahead: boolean): string =>
  status === 'publish' && ahead ? 'Schedule' : (saveLabels[status] ?? 'Save');
