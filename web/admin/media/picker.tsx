// Dialog to choose an image from the library. A single upload is chosen at once.
import type { ResourceInfo } from '../api/contract';
import type { Media } from '../api/generated';
import { may } from '../api/session';
import { Dialog } from '../ui/dialog';
import { Library } from './library';
import { texts } from './texts';

interface MediaPickerProps {
  readonly resource: ResourceInfo;
  readonly onPick: (record: Media) => void;
  readonly onClose: () => void;
}

export const MediaPicker = ({ resource, onPick, onClose }: MediaPickerProps) => (
  <Dialog title={texts().choose} size="large" onClose={onClose}>
    <Library
      resource={resource}
      mayAdd={may(resource.right)}
      tile={(record, picture) => (
        <button type="button" class="tile" onClick={() => onPick(record)}>
          {picture}
        </button>
      )}
      onAdded={([first, ...others]) => first && others.length === 0 && onPick(first)}
    />
  </Dialog>
);
