// A revision in a list: who changed what, and when.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../ui/button';
import { Moment } from '../ui/moment';
import { Empty } from '../ui/state';
import { inBackground } from '../ui/toast';
import { Change } from './change';
import { type Revision, readRevision } from './revisions-api';
import { texts } from './texts';

interface EntryProps {
  readonly revision: Revision;
  /** What was changed, where the list has several records. */
  readonly title?: ComponentChildren;
  readonly badge?: string | undefined;
  /** Buttons. */
  readonly children?: ComponentChildren;
}

/** The user with the application password, or the job. */
export function authorOf({ user, via }: Revision): string {
  if (user.id === 0) return via ? texts().job(via) : texts().system;
  return via && via !== 'console' ? `${user.name} ${texts().via(via)}` : user.name;
}

export function Entry({ revision, title, badge, children }: EntryProps) {
  const [whole, setWhole] = useState<Revision>();
  const { changes, resource, action, date_utc, id } = whole ?? revision;
  const isCut = changes.some(({ shortened }) => shortened);
  return (
    <li class="revision">
      <p class="revision-head">
        <strong>{texts().actions[action] ?? action}</strong> {title} {texts().by(authorOf(revision))}{' '}
        <Moment utc={date_utc} />
        {badge && <span class="badge">{badge}</span>}
      </p>
      {changes.length > 0 && (
        <dl class="changes">
          {changes.map((change) => (
            <Change key={`${change.field} ${change.language ?? ''}`} path={resource} change={change} />
          ))}
        </dl>
      )}
      {(isCut || children) && (
        <div class="buttons">
          {isCut && <Button onClick={() => inBackground(readRevision(id).then(setWhole))}>{texts().whole}</Button>}
          {children}
        </div>
      )}
    </li>
  );
}

export const NoRevisions = () => <Empty icon="restore" title={texts().none} text={texts().noneText} />;
