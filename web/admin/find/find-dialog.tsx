// The dialog that finds everything (ARIA combobox with a listbox): arrow keys select, Enter opens, Escape closes.

import { useEffect, useId, useState } from 'preact/hooks';
import { navigate } from '../router';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { useLoaded } from '../ui/load';
import { texts as uiTexts } from '../ui/texts';
import { inBackground } from '../ui/toast';
import './find.css';
import { type Found, type FoundRecords, findRecords, staticGroups } from './sources';
import { texts } from './texts';

const pauseMs = 180;
const none: FoundRecords = { groups: [], failed: false };

/** Resolves after a pause; an aborted one never does. */
const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, pauseMs);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });

export function FindDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const { value = none, waiting } = useLoaded(
    async (signal) => {
      if (typed.trim() === '') return none;
      await pause(signal);
      return findRecords(typed, signal);
    },
    [typed],
  );
  const groups = [...(typed.trim() === '' ? [] : value.groups), ...staticGroups(typed)];
  const all = groups.flatMap(({ items }) => items);
  const at = Math.min(active, all.length - 1);
  const optionId = (place: number) => `${id}-option-${place}`;
  useEffect(() => {
    document.getElementById(optionId(at))?.scrollIntoView({ block: 'nearest' });
  }, [at, all.length]);

  const open = (found: Found | undefined) => {
    if (!found) return;
    onClose();
    inBackground(navigate(found.to));
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setActive((at + 1) % Math.max(1, all.length)),
    ArrowUp: () => setActive((at - 1 + all.length) % Math.max(1, all.length)),
    Enter: () => open(all[at]),
  };
  let place = 0;
  return (
    <Dialog title={texts().title} onClose={onClose}>
      <div class="find">
        <input
          // Not a search field, in which Escape would clear the text instead of closing the dialog.
          type="text"
          role="combobox"
          aria-label={texts().input}
          aria-autocomplete="list"
          aria-expanded={all.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={all.length ? optionId(at) : undefined}
          autoComplete="off"
          placeholder={texts().input}
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={(event) => {
            const act = keys[event.key];
            if (!act || event.isComposing) return;
            event.preventDefault();
            act();
          }}
        />
        <p class="find-state quiet-text" role="status">
          {waiting && typed.trim() !== ''
            ? uiTexts().searching
            : all.length
              ? texts().count(all.length)
              : uiTexts().noResults}
          {value.failed && ` ${texts().failed}`}
        </p>
        <div class="find-list" role="listbox" id={`${id}-list`} aria-label={texts().results} tabIndex={-1}>
          {groups.map(({ title, items }, group) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox
            <div key={title} role="group" aria-labelledby={`${id}-group-${group}`}>
              <div class="find-group" id={`${id}-group-${group}`} role="presentation">
                {title}
              </div>
              {items.map((found) => {
                const own = place++;
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys and keeps the focus
                  // biome-ignore lint/a11y/useFocusableInteractive: likewise
                  <div
                    key={found.key}
                    id={optionId(own)}
                    role="option"
                    class="find-option"
                    aria-selected={own === at}
                    onPointerDown={(event) => event.preventDefault()}
                    onClick={() => open(found)}
                  >
                    <Icon name={found.icon} />
                    <span>{found.label}</span>
                    {found.hint && <small>{found.hint}</small>}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
      </div>
    </Dialog>
  );
}
