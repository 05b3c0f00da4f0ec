// The slug, with a preview of the one that the server generates.
import { texts } from './texts';
import { controlProps, inputText, type WidgetProps } from './widget';

export function SlugWidget(props: WidgetProps) {
  const { field, value, onChange, context } = props;
  const generated = inputText(context.preview?.input[field.name] ?? context.preview?.record[field.name]);
  return (
    <>
      <input
        {...controlProps(props)}
        value={inputText(value)}
        maxLength={field.schema.maxLength}
        placeholder={generated || context.fallback(field)}
        autoComplete="off"
        spellcheck={false}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      {generated !== '' && generated !== inputText(value) && (
        <p class="outcome" aria-live="polite">
          {texts().savedAs} <strong>{generated}</strong>
        </p>
      )}
    </>
  );
}
