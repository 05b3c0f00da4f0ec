// Date and time inputs for a wall-clock value in the record's own time zone. No time zone is involved: the text that is
// entered is the text that is saved.
import type { TargetedInputEvent } from 'preact';
import { isAllDay, isStartOrEnd } from '../form/default-end';
import { texts } from './texts';
import { joinWall, splitWall } from './wall-clock';
import { controlProps, type WidgetProps } from './widget';

/** A partly typed date has an empty value, too, but must not clear the field. */
const isIncomplete = (input: HTMLInputElement): boolean => input.validity.badInput;

export function MomentWidget(props: WidgetProps) {
  const { id, field, value, onChange, context } = props;
  const isSpan = isStartOrEnd(field.name);
  // A publication date stays empty until it is chosen: the preview has the present moment, which means “now”.
  const { date, time: exact } = splitWall(value ?? (isSpan ? context.preview?.input[field.name] : undefined));
  const time = isSpan ? exact : exact.slice(0, 5);
  const dayOnly = isSpan && isAllDay(context.values);
  const change =
    (part: 'date' | 'time') =>
    ({ currentTarget: input }: TargetedInputEvent<HTMLInputElement>) => {
      if (!isIncomplete(input)) onChange(joinWall({ date, time, [part]: input.value }));
    };
  return (
    <div class="moment">
      <input {...controlProps(props)} type="date" value={date} max="9999-12-31" onInput={change('date')} />
      {!dayOnly && (
        <input
          id={`${id}-time`}
          type="time"
          aria-label={texts().time(field.label)}
          aria-describedby={controlProps(props)['aria-describedby']}
          value={time}
          step={time.length > 5 ? 1 : 60}
          disabled={date === ''}
          onInput={change('time')}
        />
      )}
    </div>
  );
}
