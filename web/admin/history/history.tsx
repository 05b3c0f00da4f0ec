// The history of one record in a dialog, with a button to restore each version.
import { useState } from 'preact/hooks';
import type { ResourceInfo } from '../api/contract';
import { texts as formTexts } from '../form/texts';
import { Button } from '../ui/button';
import { ask, confirmAction, Dialog } from '../ui/dialog';
import { useLoaded } from '../ui/load';
import { PagedList } from '../ui/paged-list';
import { inBackground, toast } from '../ui/toast';
import { Entry, NoRevisions } from './entry';
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

export const openHistory = (props: HistoryProps) => ask((close) => <HistoryDialog {...props} onClose={close} />);

export const HistoryButton = (props: HistoryProps) => (
  <Button kind="quiet" icon="restore" onClick={() => inBackground(openHistory(props))}>
    {texts().history}
  </Button>
);

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
    const { restoreTitle: title, restoreText: text } = texts();
    if (!(await confirmAction({ title, text, action: formTexts().restore }))) return;
    await restoreRevision(revision, etag);
    toast(texts().restored);
    onClose();
    onRestored();
  };
  return (
    <Dialog title={texts().historyOf(name)} size="large" onClose={onClose}>
      <PagedList of={list} label={texts().loading} {...{ page, perPage }} onPage={setPage} empty={<NoRevisions />}>
        {(revisions) => (
          <ol class="revisions">
            {revisions.map((revision, at) => {
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
      </PagedList>
    </Dialog>
  );
}
