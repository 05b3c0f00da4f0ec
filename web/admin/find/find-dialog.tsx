// The dialog that finds everything, or creates a record from one line (ARIA combobox with a listbox): arrow keys select,
// Enter opens, Escape closes.

import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { messageOf } from '../api/client';
import { createRecord, usualStatus } from '../entry/create';
import { EntryPreview, focusQuestion } from '../entry/preview';
import { texts as entryTexts } from '../entry/texts';
import { type Answers, isReadable, understood } from '../entry/understood';
import { pause, readEntry } from '../entry/use-entry';
import { texts as formTexts } from '../form/texts';
import { navigate } from '../router';
import { datedResource } from '../shell/navigation';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { useLoaded } from '../ui/load';
import { texts as uiTexts } from '../ui/texts';
import { inBackground } from '../ui/toast';
import './find.css';
import { matchOf } from './rank';
import { bestOf, type Found, findRecords } from './sources';
import { texts } from './texts';

interface Option extends Omit<Found, 'to'> {
  /** Undefined creates the record of the line. */
  readonly to?: string;
}

/** The resource whose records can be created from one line. */
const readableResource = () => {
  const resource = datedResource();
  return resource && isReadable(resource) ? resource : undefined;
};

async function search(typed: string, signal: AbortSignal) {
  const resource = readableResource();
  const [{ records, failed }, entry] = await Promise.all([
    findRecords(typed, signal),
    // Finding works without it.
    resource ? readEntry(resource, typed, { signal }).catch(() => undefined) : undefined,
  ]);
  return { typed, records, failed, entry };
}

export function FindDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const preview = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const [answers, setAnswers] = useState<Answers>({});
  const [isRefused, setRefused] = useState(false);
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  /** Enter was pressed before the results were there. */
  const [isEntered, setEntered] = useState(false);
  const isBlank = typed.trim() === '';
  const { value, waiting } = useLoaded(
    async (signal) => {
      if (typed.trim() === '') return undefined;
      await pause(signal);
      return search(typed, signal);
    },
    [typed],
  );
  const isCurrent = value?.typed === typed;
  const resource = readableResource();
  const read = isCurrent && value.entry ? understood(value.entry, answers) : undefined;
  // A line without a title or a date is only a search.
  const found = read?.values.title && (value?.entry?.date || value?.entry?.date_question) ? read : undefined;
  const items: readonly Option[] = bestOf(typed, isBlank ? [] : (value?.records ?? []));
  const creation: Option = {
    key: 'create',
    label: entryTexts()[usualStatus() === 'publish' ? 'publishAs' : 'draftAs'](String(found?.values.title)),
    hint: texts().action,
    icon: 'add',
  };
  // Names that are called so come first: “Friday market” is a search, too.
  const named = items.filter(({ label }) => ['beginning', 'words'].includes(matchOf(label, typed))).length;
  const all = found ? [...items.slice(0, named), creation, ...items.slice(named)] : items;
  const at = Math.min(active, all.length - 1);
  const optionId = (place: number) => `${id}-option-${place}`;
  useEffect(() => {
    document.getElementById(optionId(at))?.scrollIntoView({ block: 'nearest' });
  }, [at, all.length]);

  const create = async () => {
    if (!resource || !found || busy) return;
    if (found.open.length) {
      setRefused(true);
      return focusQuestion(preview.current);
    }
    setBusy(true);
    try {
      await createRecord(resource, found.values, usualStatus());
      onClose();
    } catch (error) {
      setFailure(messageOf(error));
    }
    setBusy(false);
  };
  const open = (option: Option | undefined) => {
    if (!option) return;
    if (option.to === undefined) return inBackground(create());
    onClose();
    inBackground(navigate(option.to));
  };
  const isWaiting = waiting && !isBlank;
  useEffect(() => {
    if (!isEntered || isWaiting) return;
    setEntered(false);
    open(all[at]);
  }, [isEntered, isWaiting]);
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setActive((at + 1) % Math.max(1, all.length)),
    ArrowUp: () => setActive((at - 1 + all.length) % Math.max(1, all.length)),
    // What is first may change until all results are there.
    Enter: () => setEntered(true),
  };
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
          placeholder={resource ? texts().searchOrCreate : texts().input}
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setActive(0);
            setEntered(false);
            setRefused(false);
            setFailure('');
          }}
          onKeyDown={(event) => {
            const act = keys[event.key];
            if (!act || event.isComposing) return;
            event.preventDefault();
            act();
          }}
        />
        {resource && found && (
          <form
            ref={preview}
            class="find-entry"
            onSubmit={(event) => {
              event.preventDefault();
              inBackground(create());
            }}
          >
            <EntryPreview
              {...{ id, resource, found, answers, isRefused }}
              onAnswer={(question, choice) => setAnswers((before) => ({ ...before, [question]: choice }))}
            />
            <Button kind="primary" type="submit" busy={busy}>
              {usualStatus() === 'publish' ? formTexts().publish : formTexts().saveDraft}
            </Button>
          </form>
        )}
        {failure && (
          <p class="failure-text" role="alert">
            {failure}
          </p>
        )}
        <p class="find-state quiet-text" role="status">
          {isWaiting ? uiTexts().searching : all.length ? texts().count(all.length) : uiTexts().noResults}
          {value?.failed && ` ${texts().failed}`}
        </p>
        <div class="find-list" role="listbox" id={`${id}-list`} aria-label={texts().results} tabIndex={-1}>
          {all.map((option, own) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys and keeps the focus
            // biome-ignore lint/a11y/useFocusableInteractive: likewise
            <div
              key={option.key}
              id={optionId(own)}
              role="option"
              class="find-option"
              aria-selected={own === at}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => open(option)}
            >
              <Icon name={option.icon} />
              <span>{option.label}</span>
              <small>{option.hint}</small>
            </div>
          ))}
        </div>
      </div>
    </Dialog>
  );
}
