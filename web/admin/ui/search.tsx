// A search box that searches while typing, after a short pause.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icon';

interface SearchProps {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

const pauseMs = 250;

export function Search({ label, value, onSearch }: SearchProps) {
  const [text, setText] = useState(value);
  const shown = useRef(value);
  useEffect(() => {
    // Changed from outside, for example cleared.
    if (value !== shown.current) setText(value);
    shown.current = value;
  }, [value]);
  useEffect(() => {
    if (text === shown.current) return;
    const timer = setTimeout(() => {
      shown.current = text;
      onSearch(text);
    }, pauseMs);
    return () => clearTimeout(timer);
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
