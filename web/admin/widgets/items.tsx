// A list of short texts, one per line.
import { controlProps, type WidgetProps } from './widget';

const linesOf = (value: unknown): string => (Array.isArray(value) ? value.join('\n') : '');
const itemsOf = (text: string): readonly string[] => text.split('\n').flatMap((line) => line.trim() || []);

export function ItemsWidget(props: WidgetProps) {
  const { value, onChange } = props;
  return (
    <textarea
      {...controlProps(props)}
      rows={Math.max(2, Array.isArray(value) ? value.length + 1 : 0)}
      defaultValue={linesOf(value)}
      onChange={({ currentTarget }) => onChange(itemsOf(currentTarget.value))}
    />
  );
}
