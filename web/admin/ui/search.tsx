// A box to search with, while one types: a moment after the last letter.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icon';

interface SearchProps {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

const pause = 250;

export function Search({ label, value, onSearch }: SearchProps) {
  const [text, setText] = useState(value);
  const shown = useRef(value);
  useEffect(() => {
    // Changed from outside, such as by “clear”.
    if (value !== shown.current) setText(value);
    shown.current = value;
  }, [value]);
  useEffect(() => {
    if (text === shown.current) return;
    const soon = setTimeout(() => {
      shown.current = text;
      onSearch(text);
    }, pause);
    return () => clearTimeout(soon);
  }, [text]);
  return (
    <search class="search">
      <Icon name="search" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
    </search>
  );
}
