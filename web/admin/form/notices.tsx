// Notices at the top of a form: read-only records and restored changes.
import { showInstant } from '../api/moment';
import { Button } from '../ui/button';
import type { Stored } from './form-api';
import { texts } from './texts';

interface NoticesProps {
  readonly stored: Stored;
  /** Time of the restored changes, in milliseconds. */
  readonly recovered: number | undefined;
  readonly onDiscard: () => void;
}

export const Notices = ({ stored, recovered, onDiscard }: NoticesProps) => (
  <>
    {!stored.editable && <p class="notice">{texts().readOnly}</p>}
    {recovered !== undefined && (
      <div class="notice" role="status">
        <p>{texts().restoredFrom(showInstant(recovered))}</p>
        <Button icon="trash" onClick={onDiscard}>
          {texts().discard}
        </Button>
      </div>
    )}
  </>
);
