// Shown instead of the form of a record in the trash.
import { useState } from 'preact/hooks';
import { type ResourceInfo, singularOf } from '../api/contract';
import { navigate } from '../router';
import { Button } from '../ui/button';
import { confirmAction } from '../ui/dialog';
import { Empty, Failure } from '../ui/state';
import { inBackground, toast } from '../ui/toast';
import { erase, restore } from './form-api';

interface TrashedProps {
  readonly resource: ResourceInfo;
  readonly id: number;
  readonly onRestored: () => void;
}

export function Trashed({ resource, id, onRestored }: TrashedProps) {
  const [failure, setFailure] = useState<unknown>();
  const noun = singularOf(resource);
  const restoreDraft = () =>
    restore(resource, id, 'draft').then(() => {
      toast('Restored as a draft');
      onRestored();
    }, setFailure);
  const deleteForever = async () => {
    const text = 'This cannot be undone.';
    if (
      !(await confirmAction({
        title: `Delete this ${noun} permanently?`,
        text,
        action: 'Delete permanently',
        danger: true,
      }))
    )
      return;
    await erase(resource, id).then(() => navigate(`/${resource.path}`, { force: true }), setFailure);
  };
  if (failure) return <Failure error={failure} />;
  return (
    <Empty icon="trash" title={`This ${noun} is in the trash`} text="Restore it to view or edit it.">
      <div class="buttons">
        <Button kind="primary" icon="restore" onClick={() => inBackground(restoreDraft())}>
          Restore
        </Button>
        <Button onClick={() => inBackground(deleteForever())}>Delete permanently</Button>
      </div>
    </Empty>
  );
}
