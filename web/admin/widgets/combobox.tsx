// A line of text with suggestions below it: arrows choose, Enter takes, Escape shuts. Follows the ARIA combobox pattern.
import { useEffect, useId, useRef, useState } from 'preact/hooks';

export interface Option {
  readonly key: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** Makes something new instead of choosing what is there. */
  readonly makes?: boolean;
}

interface ComboboxProps {
  /** Id, description and the like of the line of text. */
  readonly control: Readonly<Record<string, unknown>>;
  /** What it shows while nobody types. */
  readonly text?: string;
  readonly placeholder?: string | undefined;
  readonly options: (typed: string) => readonly Option[] | Promise<readonly Option[]>;
  readonly onPick: (option: Option) => void;
  /** A text was typed and nothing chosen; without this it is dropped. */
  readonly onLeave?: (typed: string) => void;
}

const pause = 180;

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
    const ask = async () => {
      const answered = await Promise.resolve(latest.current(typed ?? '')).catch(() => []);
      if (stale) return;
      setFound(answered);
      setActive(0);
    };
    const timer = setTimeout(ask, typed ? pause : 0);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [open, typed]);

  useEffect(() => {
    // Whoever types below the edge of the page wants to see what comes up.
    if (found) document.getElementById(list)?.parentElement?.scrollIntoView({ block: 'nearest' });
  }, [found]);

  useEffect(() => {
    if (open) document.getElementById(`${list}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, open]);

  const shut = () => {
    setOpen(false);
    setTyped(undefined);
    setFound(undefined);
  };
  const take = (option: Option | undefined) => {
    if (!option) return;
    shut();
    onPick(option);
  };
  const leave = () => {
    if (typed !== undefined && typed !== text) onLeave?.(typed);
    shut();
  };
  const move = (step: number) => {
    if (!open) setOpen(true);
    else if (found?.length) setActive((active + step + found.length) % found.length);
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    ...(open && { Enter: () => take(found?.[active]), Escape: shut }),
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
          <div role="listbox" id={list} aria-label="Suggestions" tabIndex={-1}>
            {found?.map((option, at) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the line of text, which keeps the focus
              // biome-ignore lint/a11y/useFocusableInteractive: likewise
              <div
                key={option.key}
                id={`${list}-${at}`}
                role="option"
                aria-selected={at === active}
                class={option.makes ? 'makes' : undefined}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => take(option)}
              >
                <span>{option.label}</span>
                {option.hint && <small>{option.hint}</small>}
              </div>
            ))}
          </div>
          {!found?.length && <p role="status">{found ? 'Nothing found' : 'Looking…'}</p>}
        </div>
      )}
    </div>
  );
}
