// Searching, and narrowing a list by what its records are linked to.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { type FieldInfo, resourceNamed } from '../api/contract';
import { allRecords, nameOf } from '../api/records';
import { refine } from '../router';
import { Icon } from '../ui/icon';
import { useLoaded } from '../ui/load';

interface SearchProps {
  readonly label: string;
  readonly value: string;
}

const pause = 250;

/** Searches while one types, a moment after the last letter. */
export function Search({ label, value }: SearchProps) {
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
      refine({ q: text, page: undefined });
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

interface FilterProps {
  readonly field: FieldInfo;
  readonly value: string;
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

async function choicesOf({ input }: FieldInfo, signal: AbortSignal): Promise<readonly Choice[]> {
  if (!input.resource) {
    return [
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ];
  }
  const resource = resourceNamed(input.resource);
  const records = await allRecords(resource, {}, signal);
  return records
    .map((record) => ({ value: String(record.id), label: nameOf(resource, record) }))
    .sort((left, right) => left.label.localeCompare(right.label));
}

export function Filter({ field, value }: FilterProps) {
  const id = useId();
  const { value: choices = [] } = useLoaded((signal) => choicesOf(field, signal), [field.name]);
  return (
    <div class="filter">
      <label for={id}>{field.label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => refine({ [field.name]: event.currentTarget.value, page: undefined })}
      >
        <option value="">Any</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}
