// The last part of a record's address: made from its name when left empty, which is shown before it happens.
import { controlProps, textOf, type WidgetProps } from './widget';

export function SlugWidget(props: WidgetProps) {
  const { field, value, onChange, context } = props;
  const made = textOf(context.preview?.input[field.name] ?? context.preview?.record[field.name]);
  return (
    <>
      <input
        {...controlProps(props)}
        value={textOf(value)}
        maxLength={field.schema.maxLength}
        placeholder={made || context.fallback(field)}
        autoComplete="off"
        spellcheck={false}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      {made !== '' && made !== textOf(value) && (
        <p class="outcome" aria-live="polite">
          Becomes <strong>{made}</strong>
        </p>
      )}
    </>
  );
}
