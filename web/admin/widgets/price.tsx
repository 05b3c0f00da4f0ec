// The cost as free text, with a preview of how visitors see it.
import { texts } from './texts';
import { controlProps, inputText, type WidgetProps } from './widget';

export function PriceWidget(props: WidgetProps) {
  const { field, value, onChange, context } = props;
  const shown = inputText(context.preview?.record[field.name]);
  return (
    <>
      <input
        {...controlProps(props)}
        value={inputText(value)}
        placeholder={texts().priceExamples}
        autoComplete="off"
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <p class="outcome" aria-live="polite">
        {shown !== '' && inputText(value) !== '' && (
          <>
            {texts().shownAs} <strong>{shown}</strong>
          </>
        )}
      </p>
    </>
  );
}
