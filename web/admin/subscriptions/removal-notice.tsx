// Most events of a subscribed calendar vanished at once: the user moves them to the trash, or keeps them.
import { useState } from 'preact/hooks';
import { request } from '../api/client';
import type { ResourceInfo } from '../api/contract';
import { type ApiRecord, nameOf } from '../api/records';
import { Button } from '../ui/button';
import { inBackground, toast } from '../ui/toast';
import '../form/form.css';
import { texts } from './texts';

interface RemovalNoticeProps {
  readonly resource: ResourceInfo;
  readonly record: ApiRecord;
  readonly onDecided: () => void;
}

/** Nothing for a record without such a question. */
export function RemovalNotice({ resource, record, onDecided }: RemovalNoticeProps) {
  const [busy, setBusy] = useState(false);
  const { id, removal } = record;
  if (!removal) return null;
  const decide = (decision: 'confirm-removal' | 'keep-events', done: string) => {
    setBusy(true);
    const sending = request('POST', `/${resource.path}/${id}/${decision}`, { body: {} });
    // Someone else may have decided: the record tells.
    const decided = sending
      .then(() => toast(done))
      .finally(() => {
        setBusy(false);
        onDecided();
      });
    inBackground(decided);
  };
  return (
    <div class="notice" role="status">
      <div>
        <p>
          <strong>{texts().missing(removal.events, nameOf(resource, record))}</strong>
        </p>
        <p>{texts().missingHelp}</p>
      </div>
      <div class="buttons">
        <Button icon="trash" busy={busy} onClick={() => decide('confirm-removal', texts().removed)}>
          {texts().remove(removal.events)}
        </Button>
        <Button busy={busy} onClick={() => decide('keep-events', texts().kept)}>
          {texts().keep}
        </Button>
      </div>
    </div>
  );
}
