// What whoever opens a form must know before anything else.
import type { ResourceInfo } from '../api/contract';
import { Button } from '../ui/button';
import { toast, toastFailure } from '../ui/toast';
import { restore, type Stored } from './exchange';

interface NoticesProps {
  readonly resource: ResourceInfo;
  readonly stored: Stored;
  readonly recovered: number | undefined;
  readonly onDiscard: () => void;
  readonly onRestored: () => void;
}

const told = (at: number): string =>
  new Intl.DateTimeFormat([], { dateStyle: 'medium', timeStyle: 'short' }).format(at);

export function Notices({ resource, stored, recovered, onDiscard, onRestored }: NoticesProps) {
  const { record, open } = stored;
  const bringBack = async () => {
    if (!record) return;
    await restore(resource, record.id, 'draft').then(() => toast('Restored as a draft'), toastFailure);
    onRestored();
  };
  return (
    <>
      {!open && <p class="notice">You may read this, but not change it.</p>}
      {open && record?.status === 'trash' && (
        <div class="notice">
          <p>This is in the trash.</p>
          <Button icon="restore" onClick={bringBack}>
            Restore
          </Button>
        </div>
      )}
      {recovered !== undefined && (
        <div class="notice" role="status">
          <p>Your unsaved changes of {told(recovered)} are back.</p>
          <Button icon="trash" onClick={onDiscard}>
            Discard
          </Button>
        </div>
      )}
    </>
  );
}
