// The cost as free text, with a preview of how visitors see it.
import { controlProps, textOf, type WidgetProps } from './widget';

export function PriceWidget(props: WidgetProps) {
  const { field, value, onChange, context } = props;
  const shown = textOf(context.preview?.record[field.name]);
  return (
    <>
      <input
        {...controlProps(props)}
        value={textOf(value)}
        placeholder="Free, 12, €5 – €12"
        autoComplete="off"
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <p class="outcome" aria-live="polite">
        {shown !== '' && textOf(value) !== '' && (
          <>
            Shown as <strong>{shown}</strong>
          </>
        )}
      </p>
    </>
  );
}
