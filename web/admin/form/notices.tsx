// Notices at the top of a form: read-only records and restored changes.
import { showLocal } from '../api/moment';
import { Button } from '../ui/button';
import type { Stored } from './form-api';

interface NoticesProps {
  readonly stored: Stored;
  /** Time of the restored changes, in milliseconds. */
  readonly recovered: number | undefined;
  readonly onDiscard: () => void;
}

export const Notices = ({ stored, recovered, onDiscard }: NoticesProps) => (
  <>
    {!stored.editable && <p class="notice">You can view this, but not edit it.</p>}
    {recovered !== undefined && (
      <div class="notice" role="status">
        <p>Your unsaved changes from {showLocal(recovered)} were restored.</p>
        <Button icon="trash" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    )}
  </>
);
