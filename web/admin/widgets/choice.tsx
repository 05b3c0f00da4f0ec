// A select box, or radio buttons.
import { choicesOf } from '../api/contract';
import { may } from '../api/session';
import { statusLabel } from '../api/status';
import { type Choice, Choices } from '../ui/choices';
import { texts } from './texts';
import { controlProps, inputText, type WidgetProps } from './widget';

function Select({
  options,
  empty,
  ...props
}: WidgetProps & { options: readonly Choice[]; empty?: string | undefined }) {
  const { value, onChange } = props;
  return (
    <select {...controlProps(props)} value={inputText(value)} onChange={(event) => onChange(event.currentTarget.value)}>
      {empty !== undefined && <option value="">{empty}</option>}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** Radio buttons if the choices need an explanation. */
export const ChoiceWidget = (props: WidgetProps) => {
  const { field, id, value = field.schema.default, onChange } = props;
  const options = choicesOf(field);
  if (field.input.descriptions)
    return <Choices type="radio" name={id} options={options} chosen={[value]} onChange={onChange} />;
  const hasEmpty = field.required || field.schema.default !== undefined || options.some((one) => one.value === '');
  const empty = hasEmpty ? undefined : texts().default;
  return <Select {...props} value={value} options={options} empty={empty} />;
};

const unreleased = ['draft', 'pending'];

/** The statuses that the user may set. “Scheduled” follows from the publication date, and the trash has its own button. */
export function StatusWidget(props: WidgetProps) {
  const open = choicesOf(props.field).filter(
    ({ value: status }) =>
      status === props.value ||
      (status !== 'trash' && status !== 'future' && (may('publish') || unreleased.includes(status))),
  );
  return <Select {...props} options={open.map(({ value }) => ({ value, label: statusLabel(value) }))} />;
}
