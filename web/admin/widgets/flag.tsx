// A switch. Without a value it shows the server's default.
import { controlProps, type WidgetProps } from './widget';

const isOn = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true';

export function FlagWidget(props: WidgetProps) {
  const { field, value, onChange, context } = props;
  const shown = isOn(value ?? context.preview?.input[field.name] ?? field.schema.default);
  return (
    <input
      {...controlProps(props)}
      class="switch"
      type="checkbox"
      checked={shown}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
