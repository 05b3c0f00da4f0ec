// A text input with suggestions (ARIA combobox pattern): arrow keys select, Enter accepts, Escape closes.

import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { texts as uiTexts } from '../ui/texts';
import { texts } from './texts';

export interface Option {
  readonly key: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** Creates a new record. */
  readonly creates?: boolean;
}

interface ComboboxProps {
  /** Attributes of the input. */
  readonly control: Readonly<Record<string, unknown>>;
  /** Text of the selected option. */
  readonly text?: string;
  readonly placeholder?: string | undefined;
  readonly options: (typed: string) => readonly Option[] | Promise<readonly Option[]>;
  readonly onPick: (option: Option) => void;
  /** Called with typed text when no option was selected; otherwise the text is discarded. */
  readonly onLeave?: (typed: string) => void;
}

const pauseMs = 180;

export function Combobox({ control, text = '', placeholder, options, onPick, onLeave }: ComboboxProps) {
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  const [found, setFound] = useState<readonly Option[]>();
  const [active, setActive] = useState(0);
  const list = useId();
  const latest = useRef(options);
  latest.current = options;

  useEffect(() => {
    if (!open) return;
    let stale = false;
    const load = async () => {
      const result = await Promise.resolve(latest.current(typed ?? '')).catch(() => []);
      if (stale) return;
      setFound(result);
      setActive(0);
    };
    const timer = setTimeout(load, typed ? pauseMs : 0);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [open, typed]);

  useEffect(() => {
    // Scrolls the list into view at the bottom of the page.
    if (found) document.getElementById(list)?.parentElement?.scrollIntoView({ block: 'nearest' });
  }, [found]);

  useEffect(() => {
    if (open) document.getElementById(`${list}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, open]);

  const close = () => {
    setOpen(false);
    setTyped(undefined);
    setFound(undefined);
  };
  const select = (option: Option | undefined) => {
    if (!option) return;
    close();
    onPick(option);
  };
  const leave = () => {
    if (typed !== undefined && typed !== text) onLeave?.(typed);
    close();
  };
  const move = (step: number) => {
    if (!open) setOpen(true);
    else if (found?.length) setActive((active + step + found.length) % found.length);
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    ...(open && { Enter: () => select(found?.[active]), Escape: close }),
  };
  return (
    <div class="combobox">
      <input
        {...control}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        aria-activedescendant={open && found?.length ? `${list}-${active}` : undefined}
        autoComplete="off"
        placeholder={placeholder}
        value={typed ?? text}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onBlur={leave}
        onKeyDown={(event) => {
          const act = keys[event.key];
          if (!act) return;
          event.preventDefault();
          event.stopPropagation();
          act();
        }}
      />
      {open && (
        <div class="combobox-list">
          <div role="listbox" id={list} aria-label={texts().suggestions} tabIndex={-1}>
            {found?.map((option, at) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys and keeps the focus
              // biome-ignore lint/a11y/useFocusableInteractive: likewise
              <div
                key={option.key}
                id={`${list}-${at}`}
                role="option"
                aria-selected={at === active}
                class={option.creates ? 'creates' : undefined}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => select(option)}
              >
                <span>{option.label}</span>
                {option.hint && <small>{option.hint}</small>}
              </div>
            ))}
          </div>
          {!found?.length && <p role="status">{found ? uiTexts().noResults : uiTexts().searching}</p>}
        </div>
      )}
    </div>
  );
}
