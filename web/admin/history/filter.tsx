// Filters of the activity page: a fixed choice, and a day.

import { useId } from 'preact/hooks';
import { texts as uiTexts } from '../ui/texts';

interface FilterProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

interface SelectProps extends FilterProps {
  /** Value and label. */
  readonly options: readonly (readonly [string, string])[];
}

export function Select({ label, value, options, onChange }: SelectProps) {
  const id = useId();
  return (
    <div class="filter">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{uiTexts().any}</option>
        {options.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

export function DayFilter({ label, value, onChange }: FilterProps) {
  const id = useId();
  return (
    <div class="filter">
      <label for={id}>{label}</label>
      <input id={id} type="date" value={value} onChange={(event) => onChange(event.currentTarget.value)} />
    </div>
  );
}
