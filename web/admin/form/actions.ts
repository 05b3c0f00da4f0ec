// The buttons that save a form, by the status of the record and the rights of the user.
import { texts } from './texts';

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
  if (!statuses) return [{ label: texts().save, primary: true }];
  if (chosen !== undefined && chosen !== status) return [{ label: savingAs(chosen, ahead), primary: true }];
  if (status === 'future' && mayPublish && ahead)
    return [
      { label: texts().reschedule, primary: false, schedules: true },
      { label: texts().publishNow, primary: false, status: 'publish', date: 'now' },
      { label: texts().update, primary: true },
    ];
  if (!isUnreleased(status)) return [{ label: texts().update, primary: true }];
  const asIs: Action =
    status === 'pending' ? { label: texts().save, primary: false } : { label: texts().saveDraft, primary: false };
  const draft = status === undefined ? { ...asIs, status: 'draft' } : asIs;
  if (mayPublish && ahead) return [draft, { label: texts().schedule, primary: true, status: 'publish' }];
  if (mayPublish)
    return [
      draft,
      { label: texts().scheduleAt, primary: false, schedules: true },
      { label: texts().publish, primary: true, status: 'publish' },
    ];
  return status === 'pending'
    ? [{ label: texts().update, primary: true }]
    : [draft, { label: texts().submitForReview, primary: true, status: 'pending' }];
}

const saveLabels = (): Readonly<Record<string, string>> => ({
  publish: texts().publish,
  draft: texts().saveDraft,
  pending: texts().submitForReview,
  private: texts().saveAsPrivate,
});

const savingAs = (status: string, ahead: boolean): string =>
  status === 'publish' && ahead ? texts().schedule : (saveLabels()[status] ?? texts().save);
