// Shown instead of the form of a record in the trash.
import { useState } from 'preact/hooks';
import { type ResourceInfo, thisOf } from '../api/contract';
import { HistoryButton } from '../history/history';
import { navigate } from '../router';
import { Button } from '../ui/button';
import { confirmAction } from '../ui/dialog';
import { Empty, Failure } from '../ui/state';
import { inBackground, toast } from '../ui/toast';
import { erase, restore } from './form-api';
import { texts } from './texts';

interface TrashedProps {
  readonly resource: ResourceInfo;
  readonly id: number;
  readonly onRestored: () => void;
}

export function Trashed({ resource, id, onRestored }: TrashedProps) {
  const [failure, setFailure] = useState<unknown>();
  const subject = thisOf(resource);
  const restoreDraft = () =>
    restore(resource, id, 'draft').then(() => {
      toast(texts().restoredAsDraft);
      onRestored();
    }, setFailure);
  const deleteForever = async () => {
    const text = texts().eraseText;
    if (
      !(await confirmAction({
        title: texts().eraseTitle(subject),
        text,
        action: texts().erase,
        danger: true,
      }))
    )
      return;
    await erase(resource, id).then(() => navigate(`/${resource.path}`, { force: true }), setFailure);
  };
  if (failure) return <Failure error={failure} />;
  return (
    <Empty icon="trash" title={texts().inTrash(subject)} text={texts().restoreHelp}>
      <div class="buttons">
        <Button kind="primary" icon="restore" onClick={() => inBackground(restoreDraft())}>
          {texts().restore}
        </Button>
        <Button onClick={() => inBackground(deleteForever())}>{texts().erase}</Button>
        <HistoryButton resource={resource} id={id} name={`#${id}`} onRestored={onRestored} />
      </div>
    </Empty>
  );
}
