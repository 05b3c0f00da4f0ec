// The recurrence of an event: how often, until when, extra and skipped dates, with a preview by the API. A rule that the
// controls cannot express is edited as text.
import { useRef, useState } from 'preact/hooks';
import { isWall, splitWall } from '../wall-clock';
import { inputText, type WidgetProps } from '../widget';
import { DateChips } from './date-chips';
import { NextDates } from './next-dates';
import { Pattern } from './pattern';
import './recurrence.css';
import { frequencies, initialRule, readRule, type SimpleRule, writeRule } from './rule';
import { texts } from './texts';
import { useMovedRule } from './use-moved-rule';
import { useRecurrencePreview } from './use-recurrence-preview';
import { type Recurrence, readRecurrence, withDate, withException } from './value';

const none = 'none';
const chosenDates = 'dates';
const custom = 'custom';

const emptyRecurrence: Recurrence = { rule: '', dates: [], except: [] };

export function RecurrenceWidget(props: WidgetProps) {
  const { id, field, value, onChange, context } = props;
  const { start_date, end_date, timezone, all_day } = context.values;
  const start = inputText(start_date);
  const recurrence = readRecurrence(value);
  const simple = recurrence && readRule(recurrence.rule, start);
  const [asText, setAsText] = useState(false);
  const type = typeOf(recurrence, asText ? undefined : simple, asText);
  const { preview, error } = useRecurrencePreview(
    context.resource.path,
    recurrence && isWall(start)
      ? { start_date, end_date, recurrence, all_day: all_day === true, ...(timezone ? { timezone } : {}) }
      : undefined,
  );
  const change = (changes: Partial<Recurrence>) => onChange({ ...(recurrence ?? emptyRecurrence), ...changes });
  useMovedRule(recurrence?.rule ?? '', start, (rule) => change({ rule }));
  const choose = (chosen: string) => {
    setAsText(chosen === custom);
    const frequency = frequencies.find((known) => known === chosen);
    if (chosen === none) onChange('');
    // Exceptions belong to the dates of the former rule.
    else if (frequency) change({ rule: writeRule(initialRule(frequency, start, simple?.end), start), except: [] });
    else change(chosen === chosenDates ? { rule: '' } : {});
  };
  const shownError = error === props.error ? undefined : error;
  const described = [props.error && `${id}-error`, shownError && `${id}-preview`, field.help && `${id}-help`];
  const control = { 'aria-describedby': described.filter(Boolean).join(' ') || undefined };
  const invalid = { ...control, 'aria-invalid': (props.error ?? error) ? true : undefined };
  return (
    <div class="recurrence">
      <select
        {...(type === custom ? control : invalid)}
        id={`${id}-type`}
        aria-labelledby={id}
        value={type}
        disabled={!isWall(start)}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value={none}>{texts().none}</option>
        {frequencies.map((frequency) => (
          <option key={frequency} value={frequency}>
            {texts().frequencies[frequency]}
          </option>
        ))}
        <option value={chosenDates}>{texts().chosenDates}</option>
        <option value={custom}>{texts().custom}</option>
      </select>
      {!isWall(start) && <p class="outcome">{texts().startFirst}</p>}
      {recurrence && (
        <>
          {type === custom && (
            <RuleText id={id} rule={recurrence.rule} control={invalid} onChange={(rule) => change({ rule })} />
          )}
          {simple && type === simple.frequency && (
            <Pattern
              id={id}
              rule={simple}
              start={start}
              onChange={(rule: SimpleRule) => change({ rule: writeRule(rule, start) })}
            />
          )}
          <NextDates
            id={`${id}-preview`}
            preview={preview}
            error={shownError}
            allDay={all_day === true}
            onSkip={(item) => change({ except: withException(recurrence.except, item) })}
          />
          <ExtraAndSkipped
            recurrence={recurrence}
            isOpen={type === chosenDates}
            time={all_day === true ? undefined : splitWall(start).time}
            onChange={change}
          />
        </>
      )}
    </div>
  );
}

function typeOf(recurrence: Recurrence | undefined, simple: SimpleRule | undefined, asText: boolean): string {
  if (!recurrence) return none;
  if (simple) return simple.frequency;
  return recurrence.rule === '' && !asText ? chosenDates : custom;
}

interface RuleTextProps {
  readonly id: string;
  readonly rule: string;
  /** ARIA attributes. */
  readonly control: Readonly<Record<string, unknown>>;
  readonly onChange: (rule: string) => void;
}

const RuleText = ({ id, rule, control, onChange }: RuleTextProps) => (
  <div class="stack">
    <label for={`${id}-rule`}>{texts().rule}</label>
    <input
      {...control}
      id={`${id}-rule`}
      value={rule}
      placeholder="FREQ=MONTHLY;BYDAY=1MO,3MO"
      autoComplete="off"
      spellcheck={false}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  </div>
);

interface ExtraProps {
  readonly recurrence: Recurrence;
  readonly isOpen: boolean;
  /** Time of day of the start; undefined for all-day events. */
  readonly time: string | undefined;
  readonly onChange: (changes: Partial<Recurrence>) => void;
}

function ExtraAndSkipped({ recurrence: { rule, dates, except }, isOpen, time, onChange }: ExtraProps) {
  // Stays open when the last date is removed.
  const isUsed = useRef(false);
  isUsed.current ||= isOpen || dates.length > 0 || except.length > 0;
  const extra = dates.map(({ start }) => (time === undefined ? start.slice(0, 10) : start));
  return (
    <details class="extra-dates" open={isUsed.current || undefined}>
      <summary>{rule === '' ? texts().dates : texts().extraAndSkipped}</summary>
      <DateChips
        label={rule === '' ? texts().moreDates : texts().extraDates}
        items={extra}
        time={time}
        onAdd={(item) => onChange({ dates: withDate(dates, item.length > 10 ? item : `${item} 00:00:00`) })}
        onRemove={(item) => onChange({ dates: dates.filter(({ start }) => !start.startsWith(item)) })}
      />
      <DateChips
        label={texts().skippedDates}
        items={except}
        time={undefined}
        onAdd={(item) => onChange({ except: withException(except, item) })}
        onRemove={(item) => onChange({ except: except.filter((other) => other !== item) })}
      />
    </details>
  );
}
