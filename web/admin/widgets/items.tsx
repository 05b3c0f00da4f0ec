// A list of short texts, one per line, or some of several choices.
import { choicesOf } from '../api/contract';
import { Choices } from '../ui/choices';
import { controlProps, type WidgetProps } from './widget';

const itemsOf = (text: string): readonly string[] => text.split('\n').flatMap((line) => line.trim() || []);

export function ItemsWidget(props: WidgetProps) {
  const { id, field, value, onChange } = props;
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const options = choicesOf(field);
  if (options.length > 0) {
    const toggle = (item: string, on: boolean) =>
      onChange([...chosen.filter((one) => one !== item), ...(on ? [item] : [])]);
    return <Choices type="checkbox" name={id} options={options} chosen={chosen} onChange={toggle} />;
  }
  return (
    <textarea
      {...controlProps(props)}
      rows={Math.max(2, chosen.length + 1)}
      defaultValue={chosen.join('\n')}
      onChange={({ currentTarget }) => onChange(itemsOf(currentTarget.value))}
    />
  );
}
