// One field: label, widget, help and error.
import { Field } from '../ui/field';
import { StatusWidget } from '../widgets/choice';
import type { WidgetProps } from '../widgets/widget';
import { isGroup, widgetFor } from '../widgets/widgets';
import { texts } from './texts';

interface FormFieldProps extends WidgetProps {
  /** Name of the current language, on sites with several. */
  readonly languageLabel?: string | undefined;
  /** The value was changed for this date of a series. */
  readonly isOwn?: boolean | undefined;
  /** Sets the value of the series. */
  readonly onReset?: (() => void) | undefined;
}

export function FormField({ languageLabel, isOwn, onReset, ...props }: FormFieldProps) {
  const { id, field, error, context } = props;
  const { widget } = field.input;
  const Control = field.name === 'status' && context.resource.statuses ? StatusWidget : widgetFor(widget);
  const frame = (
    <Field
      id={id}
      label={field.label}
      help={field.help}
      error={error}
      required={field.required}
      group={isGroup(field)}
      labelExtra={
        <>
          {isOwn && <OwnMark label={field.label} onReset={onReset} />}
          {languageLabel && field.input.translated && <span class="language-label">{languageLabel}</span>}
        </>
      }
    >
      <Control {...props} />
    </Field>
  );
  return (
    <div class={`entry entry-${widget}`} data-field={field.name}>
      {frame}
    </div>
  );
}

interface OwnMarkProps {
  readonly label: string;
  readonly onReset: (() => void) | undefined;
}

const OwnMark = ({ label, onReset }: OwnMarkProps) => (
  <span class="own-mark">
    <span class="badge">{texts().changedForDate}</span>
    {onReset && (
      <button type="button" class="link" aria-label={texts().useSeriesValueOf(label)} onClick={onReset}>
        {texts().useSeriesValue}
      </button>
    )}
  </span>
);
