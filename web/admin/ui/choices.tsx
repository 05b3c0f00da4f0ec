// Radio buttons or check boxes, each with its label and what it means.

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly help?: string | undefined;
  /** Of the group that it belongs to. */
  readonly heading?: string | undefined;
  /** Language of the label, if it is not that of the console. */
  readonly lang?: string;
}

/** From labels by value. */
export const choicesIn = (labels: Readonly<Record<string, string>>): readonly Choice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

interface ChoicesProps {
  readonly type: 'radio' | 'checkbox';
  readonly name: string;
  readonly options: readonly Choice[];
  readonly chosen: readonly unknown[];
  /** Without it the form reads the choice when it is submitted. */
  readonly onChange?: (value: string, on: boolean) => void;
}

/** Under their headings, if they have any. */
export function Choices({ options, ...props }: ChoicesProps) {
  const headings = [...new Set(options.map(({ heading = '' }) => heading))];
  if (headings.length < 2) return <ChoiceList {...props} options={options} />;
  return (
    <div class="choice-groups">
      {headings.map((heading) => (
        <fieldset key={heading}>
          <legend>{heading}</legend>
          <ChoiceList {...props} options={options.filter((option) => option.heading === heading)} />
        </fieldset>
      ))}
    </div>
  );
}

const ChoiceList = ({ type, name, options, chosen, onChange }: ChoicesProps) => (
  <div class="choices">
    {options.map(({ value, label, help }) => (
      <label key={value}>
        <input
          {...{ type, name, value, [onChange ? 'checked' : 'defaultChecked']: chosen.includes(value) }}
          onChange={({ currentTarget }) => onChange?.(value, currentTarget.checked)}
        />
        <span>
          {help ? <strong>{label}</strong> : label}
          {help && <span class="quiet-text"> {help}</span>}
        </span>
      </label>
    ))}
  </div>
);
