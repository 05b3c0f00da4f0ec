// A whole number within bounds. Text that is not one, such as an empty input, is kept while typing and not reported.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

interface NumberInputProps extends Omit<JSX.InputHTMLAttributes, 'value' | 'min' | 'max' | 'onChange'> {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onNumber: (value: number) => void;
}

export function NumberInput({ value, min, max, onNumber, ...rest }: NumberInputProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      {...rest}
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      step={1}
      value={typed ?? String(value)}
      onInput={({ currentTarget: { value: text } }) => {
        setTyped(text);
        const number = Number(text);
        if (text !== '' && Number.isInteger(number) && number >= min && number <= max) onNumber(number);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
