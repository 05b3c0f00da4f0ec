// The dialog that chooses the columns of a table. The choice is stored for the user.
import type { ResourceInfo } from '../api/contract';
import { changeList } from '../preferences/preferences';
import { setQuery } from '../router';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { texts as uiTexts } from '../ui/texts';
import { inBackground } from '../ui/toast';
import { columnsOf } from './columns';
import { texts } from './texts';

interface ChooseColumnsProps {
  readonly resource: ResourceInfo;
  /** Keys of the shown columns. */
  readonly shown: readonly string[];
  readonly defaults: readonly string[];
  readonly onClose: () => void;
}

export function ChooseColumns({ resource, shown, defaults, onClose }: ChooseColumnsProps) {
  const choose = (columns: readonly string[]) => {
    inBackground(changeList(resource.path, { columns }));
    // The columns of a saved view would hide the choice.
    setQuery({ columns: undefined });
  };
  const toggle = (key: string, on: boolean) => choose(on ? [...shown, key] : shown.filter((other) => other !== key));
  return (
    <Dialog
      title={texts().chooseColumns}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={() => choose(defaults)}>
            {texts().defaultColumns}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {uiTexts().close}
          </Button>
        </>
      }
    >
      <fieldset class="column-choice">
        <legend>{texts().columnsHelp}</legend>
        {columnsOf(resource).map(({ key, label }) => (
          <label key={key} class="tick">
            <input
              type="checkbox"
              checked={shown.includes(key)}
              onChange={(event) => toggle(key, event.currentTarget.checked)}
            />{' '}
            {label}
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}
