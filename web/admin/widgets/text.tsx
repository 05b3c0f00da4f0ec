// Text inputs: text, URL, email, number, and a text area.
import { controlProps, inputText, type WidgetProps } from './widget';

interface Line extends WidgetProps {
  readonly type?: string;
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'url' | 'email';
  readonly placeholder?: string;
}

export function LineInput({ type = 'text', inputMode, placeholder, ...props }: Line) {
  const { field, value, onChange, context } = props;
  return (
    <input
      {...controlProps(props)}
      type={type}
      inputMode={inputMode}
      value={inputText(value)}
      maxLength={field.schema.maxLength}
      placeholder={placeholder ?? context.fallback(field)}
      autoComplete="off"
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export const TextWidget = (props: WidgetProps) => <LineInput {...props} />;
export const UrlWidget = (props: WidgetProps) => (
  <LineInput {...props} type="url" inputMode="url" placeholder="https://" />
);
export const EmailWidget = (props: WidgetProps) => <LineInput {...props} type="email" inputMode="email" />;
export const IntegerWidget = (props: WidgetProps) => <LineInput {...props} inputMode="numeric" />;
export const NumberWidget = (props: WidgetProps) => <LineInput {...props} inputMode="decimal" />;

export function LinesWidget(props: WidgetProps) {
  const { field, value, onChange, context } = props;
  return (
    <textarea
      {...controlProps(props)}
      rows={4}
      value={inputText(value)}
      maxLength={field.schema.maxLength}
      placeholder={context.fallback(field)}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}
