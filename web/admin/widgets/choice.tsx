// A select box.
import { humanised } from '../api/contract';
import { may } from '../api/session';
import { statusLabel } from '../api/status';
import { labelIn } from '../i18n/contract';
import { texts } from './texts';
import { controlProps, inputText, type WidgetProps } from './widget';

interface Option {
  readonly value: string;
  readonly label: string;
}

const valuesOf = ({ field }: WidgetProps): readonly string[] =>
  (field.schema.enum ?? []).filter((value): value is string => typeof value === 'string');

function Select({
  options,
  empty,
  ...props
}: WidgetProps & { options: readonly Option[]; empty?: string | undefined }) {
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

export const ChoiceWidget = (props: WidgetProps) => {
  const { required, schema, input } = props.field;
  return (
    <Select
      {...props}
      value={props.value ?? schema.default}
      options={valuesOf(props).map((value) => ({ value, label: labelIn(input.labels?.[value] ?? humanised(value)) }))}
      empty={required || schema.default !== undefined ? undefined : texts().default}
    />
  );
};

const unreleased = ['draft', 'pending'];

/** The statuses that the user may set. “Scheduled” follows from the publication date, and the trash has its own button. */
export function StatusWidget(props: WidgetProps) {
  const { value } = props;
  const open = valuesOf(props).filter(
    (status) =>
      status === value ||
      (status !== 'trash' && status !== 'future' && (may('publish') || unreleased.includes(status))),
  );
  return <Select {...props} options={open.map((value) => ({ value, label: statusLabel(value) }))} />;
}
