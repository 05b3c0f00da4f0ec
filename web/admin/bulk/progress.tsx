// The dialog that shows the progress of a bulk change, and then what failed.
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { texts as uiTexts } from '../ui/texts';
import { bulkRun, closeRun, stopRun } from './run';
import { texts } from './texts';
import './bulk.css';

export function BulkProgress() {
  const run = bulkRun.value;
  if (!run) return null;
  const { title, done, total, failures, failed, finished } = run;
  return (
    <Dialog
      title={title}
      size="small"
      onClose={finished ? closeRun : stopRun}
      footer={<Button onClick={finished ? closeRun : stopRun}>{finished ? uiTexts().close : texts().stop}</Button>}
    >
      <div class="bulk-progress" role="status">
        <progress value={done} max={total} aria-label={title} />
        <span>{texts().progress(done, total)}</span>
      </div>
      {failures.length > 0 && (
        <section class="bulk-failures">
          <h3>{failed(failures.length)}</h3>
          <ul>
            {failures.map(({ name, reason }, at) => (
              <li key={`${at}-${name}`}>
                <strong>{name}</strong> {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  );
}
