// A record that cannot be opened because it lies in the trash.
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
  readonly onBack: () => void;
}

export function Trashed({ resource, id, onBack }: TrashedProps) {
  const [fault, setFault] = useState<unknown>();
  const one = singularOf(resource);
  const bringBack = () =>
    restore(resource, id, 'draft').then(() => {
      toast('Restored as a draft');
      onBack();
    }, setFault);
  const drop = async () => {
    const text = 'This cannot be undone.';
    if (
      !(await confirmAction({
        title: `Delete this ${one} permanently?`,
        text,
        action: 'Delete permanently',
        danger: true,
      }))
    )
      return;
    await erase(resource, id).then(() => navigate(`/${resource.path}`, { force: true }), setFault);
  };
  if (fault) return <Failure error={fault} />;
  return (
    <Empty icon="trash" title={`This ${one} is in the trash`} text="Restore it to view or edit it.">
      <div class="buttons">
        <Button kind="primary" icon="restore" onClick={() => inBackground(bringBack())}>
          Restore
        </Button>
        <Button onClick={() => inBackground(drop())}>Delete permanently</Button>
      </div>
    </Empty>
  );
}
