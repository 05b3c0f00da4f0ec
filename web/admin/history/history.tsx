// The history of one record in a dialog, with a button to restore each version.
import { useState } from 'preact/hooks';
import type { ResourceInfo } from '../api/contract';
import { Button } from '../ui/button';
import { confirmAction, Dialog } from '../ui/dialog';
import { useLoaded } from '../ui/load';
import { Pager } from '../ui/pager';
import { Empty, Failure, Loading } from '../ui/state';
import { inBackground, toast } from '../ui/toast';
import { Entry } from './entry';
import { listRevisions, restoreRevision } from './revisions-api';
import { texts } from './texts';
import './history.css';

interface HistoryProps {
  readonly resource: ResourceInfo;
  readonly id: number;
  readonly name: string;
  readonly etag?: string | undefined;
  readonly onRestored: () => void;
}

/** The button that opens the history. */
export function HistoryButton(props: HistoryProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" icon="restore" onClick={() => setOpen(true)}>
        {texts().history}
      </Button>
      {open && <HistoryDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

const perPage = 20;

function HistoryDialog({
  resource,
  id,
  name,
  etag,
  onRestored,
  onClose,
}: HistoryProps & { readonly onClose: () => void }) {
  const [page, setPage] = useState(1);
  const list = useLoaded(
    (signal) => listRevisions({ resource: resource.path, record: id, page, per_page: perPage }, signal),
    [page],
  );
  const restore = async (revision: number) => {
    const { restoreTitle: title, restoreText: text, restoreAction: action } = texts();
    if (!(await confirmAction({ title, text, action }))) return;
    await restoreRevision(revision, etag);
    toast(texts().restored);
    onClose();
    onRestored();
  };
  const { value, error } = list;
  return (
    <Dialog title={texts().historyOf(name)} size="large" onClose={onClose}>
      {error !== undefined && <Failure error={error} retry={list.reload} />}
      {!value && error === undefined && <Loading label={texts().loading} />}
      {value?.total === 0 && <Empty icon="restore" title={texts().none} text={texts().noneText} />}
      {value && value.total > 0 && (
        <ol class="revisions">
          {value.records.map((revision, at) => {
            const isCurrent = page === 1 && at === 0;
            return (
              <Entry key={revision.id} revision={revision} badge={isCurrent ? texts().current : undefined}>
                {!isCurrent && (
                  <Button icon="restore" onClick={() => inBackground(restore(revision.id))}>
                    {texts().restore}
                  </Button>
                )}
              </Entry>
            );
          })}
        </ol>
      )}
      {value && <Pager page={page} pages={value.pages} perPage={perPage} total={value.total} onPage={setPage} />}
    </Dialog>
  );
}
