// Asks where a link leads.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../ui/button';
import { addressTyped } from './address';
import { isSafeLink } from './markup';

interface LinkBarProps {
  /** Where the link is or will be. */
  readonly at: Range | undefined;
  /** An address, empty text for no link, undefined to leave it as it is. */
  readonly onDone: (address: string | undefined) => void;
}

const linkAt = (range: Range | undefined): string => {
  const node = range?.startContainer;
  const element = node instanceof Element ? node : node?.parentElement;
  return element?.closest('a')?.getAttribute('href') ?? '';
};

export function LinkBar({ at, onDone }: LinkBarProps) {
  const [text, setText] = useState(() => linkAt(at));
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const address = addressTyped(text);
  const wrong = address !== '' && !isSafeLink(address);
  const keys: Readonly<Record<string, () => void>> = {
    Enter: () => !wrong && onDone(address),
    Escape: () => onDone(undefined),
  };
  return (
    <div class="link-bar">
      <input
        ref={input}
        aria-label="Address of the link"
        aria-invalid={wrong || undefined}
        placeholder="https://"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          const act = keys[event.key];
          if (!act) return;
          event.preventDefault();
          event.stopPropagation();
          act();
        }}
      />
      <Button kind="primary" disabled={wrong || address === ''} onClick={() => onDone(address)}>
        Set link
      </Button>
      <Button onClick={() => onDone('')}>No link</Button>
      <Button kind="quiet" onClick={() => onDone(undefined)}>
        Cancel
      </Button>
    </div>
  );
}
