// A filter with a fixed choice.
import { texts } from './texts';

interface SelectProps {
  readonly label: string;
  readonly value: string;
  /** Value and label. */
  readonly options: readonly (readonly [string, string])[];
  readonly onChange: (value: string) => void;
}

export const Select = ({ label, value, options, onChange }: SelectProps) => (
  <label class="filter">
    {label}
    <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value="">{texts().any}</option>
      {options.map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </select>
  </label>
);
