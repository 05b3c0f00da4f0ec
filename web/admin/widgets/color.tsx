// A colour: a picker and its text, such as #1a6b3c. Empty means the default.
import { controlProps, textOf, type WidgetProps } from './widget';

const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

export function ColorWidget(props: WidgetProps) {
  const { value, onChange, field } = props;
  const text = textOf(value);
  const change = ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange(currentTarget.value);
  return (
    <div class="color-input">
      <input
        {...controlProps(props)}
        type="text"
        autocomplete="off"
        spellcheck={false}
        placeholder="#1a6b3c"
        value={text}
        onInput={change}
      />
      <input type="color" aria-label={field.label} value={isColor(text) ? text : '#888888'} onInput={change} />
    </div>
  );
}
