// A day and a time on the clock of the record's own zone. Nothing here knows a zone: what is typed is what is kept.
import type { TargetedInputEvent } from 'preact';
import { isAllDay, isStartOrEnd } from '../form/default-end';
import { readingOf, wallOf } from './wall-clock';
import { controlProps, type WidgetProps } from './widget';

/** While a part is half typed the browser tells nothing; that is not the same as emptied. */
const isHalfTyped = (input: HTMLInputElement): boolean => input.validity.badInput;

export function MomentWidget(props: WidgetProps) {
  const { id, field, value, onChange, context } = props;
  const { date, time } = readingOf(value ?? context.preview?.input[field.name]);
  const dayOnly = isStartOrEnd(field.name) && isAllDay(context.values);
  const change =
    (part: 'date' | 'time') =>
    ({ currentTarget: input }: TargetedInputEvent<HTMLInputElement>) => {
      if (!isHalfTyped(input)) onChange(wallOf({ date, time, [part]: input.value }));
    };
  return (
    <div class="moment">
      <input {...controlProps(props)} type="date" value={date} max="9999-12-31" onInput={change('date')} />
      {!dayOnly && (
        <input
          id={`${id}-time`}
          type="time"
          aria-label={`${field.label}: time`}
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
