// One word of a list.
import { humanised } from '../api/contract';
import { may } from '../api/session';
import { statusLabel } from '../api/status';
import { controlProps, textOf, type WidgetProps } from './widget';

interface Option {
  readonly word: string;
  readonly label: string;
}

const wordsOf = ({ field }: WidgetProps): readonly string[] =>
  (field.schema.enum ?? []).filter((word): word is string => typeof word === 'string');

function Select({
  options,
  empty,
  ...props
}: WidgetProps & { options: readonly Option[]; empty?: string | undefined }) {
  const { value, onChange } = props;
  return (
    <select {...controlProps(props)} value={textOf(value)} onChange={(event) => onChange(event.currentTarget.value)}>
      {empty !== undefined && <option value="">{empty}</option>}
      {options.map(({ word, label }) => (
        <option key={word} value={word}>
          {label}
        </option>
      ))}
    </select>
  );
}

export const ChoiceWidget = (props: WidgetProps) => (
  <Select
    {...props}
    options={wordsOf(props).map((word) => ({ word, label: humanised(word) }))}
    empty={props.field.required ? undefined : 'Default'}
  />
);

const unreleased = ['draft', 'pending'];

/** Of the statuses those that this person may give. Scheduled follows from the date, and the trash has its own button. */
export function StatusWidget(props: WidgetProps) {
  const { value } = props;
  const open = wordsOf(props).filter(
    (word) =>
      word === value || (word !== 'trash' && word !== 'future' && (may('publish') || unreleased.includes(word))),
  );
  return <Select {...props} options={open.map((word) => ({ word, label: statusLabel(word) }))} />;
}
