// Input for the URL of a link.

import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../ui/button';
import { texts as uiTexts } from '../../ui/texts';
import { texts } from '../texts';
import { urlFromInput } from './link-url';
import { isSafeLink } from './markup';

interface LinkBarProps {
  /** Selection in the text. */
  readonly at: Range | undefined;
  /** A URL, empty to remove the link, undefined to cancel. */
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
  const address = urlFromInput(text);
  const wrong = address !== '' && !isSafeLink(address);
  const keys: Readonly<Record<string, () => void>> = {
    Enter: () => !wrong && onDone(address),
    Escape: () => onDone(undefined),
  };
  return (
    <div class="link-bar">
      <input
        ref={input}
        aria-label={texts().linkUrl}
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
        {texts().setLink}
      </Button>
      <Button onClick={() => onDone('')}>{texts().removeLink}</Button>
      <Button kind="quiet" onClick={() => onDone(undefined)}>
        {uiTexts().cancel}
      </Button>
    </div>
  );
}
