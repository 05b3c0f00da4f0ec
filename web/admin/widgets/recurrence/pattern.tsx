// The controls of a simple rule: interval, weekdays or day of the month, and end.
import { useRef } from 'preact/hooks';
import { showMonth, showShortMonth } from '../../api/moment';
import { Icon } from '../../ui/icon';
import { NumberInput } from '../number-input';
import { plus } from '../wall-clock';
import {
  type Ending,
  maxCount,
  maxInterval,
  monthDayKey,
  monthDaysOf,
  monthOf,
  type SimpleRule,
  type Weekday,
  weekdayOf,
  weekdays,
  withMonth,
} from './rule';
import { texts } from './texts';

interface PatternProps {
  readonly id: string;
  readonly rule: SimpleRule;
  readonly start: string;
  readonly onChange: (rule: SimpleRule) => void;
}

export const Pattern = ({ id, rule, start, onChange }: PatternProps) => (
  <>
    <div class="recurrence-line">
      <label for={`${id}-interval`}>{texts().every}</label>
      <NumberInput
        id={`${id}-interval`}
        class="short"
        value={rule.interval}
        min={1}
        max={maxInterval}
        aria-describedby={`${id}-unit`}
        onNumber={(interval) => onChange({ ...rule, interval })}
      />
      <span id={`${id}-unit`}>{texts().unit(rule.frequency, rule.interval)}</span>
    </div>
    {rule.frequency === 'WEEKLY' && (
      <Weekdays days={rule.days} start={start} onChange={(days) => onChange({ ...rule, days })} />
    )}
    {(rule.frequency === 'MONTHLY' || rule.frequency === 'YEARLY') && (
      <DayOfMonth id={id} rule={rule} start={start} onChange={onChange} />
    )}
    {rule.frequency !== 'YEARLY' && (
      <Months months={rule.months} start={start} onChange={(months) => onChange({ ...rule, months })} />
    )}
    <End id={id} end={rule.end} start={start} onChange={(end) => onChange({ ...rule, end })} />
  </>
);

interface WeekdaysProps {
  readonly days: readonly Weekday[];
  readonly start: string;
  readonly onChange: (days: readonly Weekday[]) => void;
}

function Weekdays({ days, start, onChange }: WeekdaysProps) {
  const toggle = (day: Weekday) => {
    const chosen = weekdays.filter((other) => (other === day ? !days.includes(day) : days.includes(other)));
    // A weekly rule has at least one day.
    onChange(chosen.length ? chosen : [weekdayOf(start)]);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the field is a fieldset; a nested one would need a visible legend
    <div class="weekdays" role="group" aria-label={texts().days}>
      {weekdays.map((day) => {
        const pressed = days.includes(day);
        return (
          <button key={day} type="button" class="weekday" aria-pressed={pressed} onClick={() => toggle(day)}>
            {pressed && <Icon name="check" size={12} />}
            <span aria-hidden="true">{texts().shortWeekday(texts().weekdays[day])}</span>
            <span class="unseen">{texts().weekdays[day]}</span>
          </button>
        );
      })}
    </div>
  );
}

interface MonthsProps {
  readonly months: readonly number[];
  readonly start: string;
  readonly onChange: (months: readonly number[]) => void;
}

const allMonths = Array.from({ length: 12 }, (_, at) => at + 1);

/** All are on at first, so that one click leaves out a month. */
function Months({ months, start, onChange }: MonthsProps) {
  // Stays open when the last month is switched on again.
  const isUsed = useRef(false);
  isUsed.current ||= months.length > 0;
  const chosen = months.length > 0 ? months : allMonths;
  const toggle = (month: number) => {
    const others = chosen.filter((other) => other !== month);
    const next = chosen.includes(month) ? (others.length ? others : [monthOf(start)]) : withMonth(chosen, month);
    onChange(next.length === allMonths.length ? [] : next);
  };
  const firstOf = (month: number) => `2001-${String(month).padStart(2, '0')}-01 00:00:00`;
  return (
    <details open={isUsed.current || undefined}>
      <summary>{texts().months}</summary>
      {/* biome-ignore lint/a11y/useSemanticElements: the field is a fieldset; a nested one would need a visible legend */}
      <div class="weekdays months" role="group" aria-label={texts().months}>
        {allMonths.map((month) => {
          const pressed = chosen.includes(month);
          return (
            <button key={month} type="button" class="weekday" aria-pressed={pressed} onClick={() => toggle(month)}>
              {pressed && <Icon name="check" size={12} />}
              <span aria-hidden="true">{showShortMonth(firstOf(month))}</span>
              <span class="unseen">{showMonth(firstOf(month))}</span>
            </button>
          );
        })}
      </div>
    </details>
  );
}

function DayOfMonth({ id, rule, start, onChange }: PatternProps) {
  const fitting = monthDaysOf(start);
  const current = monthDayKey(rule.on);
  // A stored rule may be on a day that does not fit the start.
  const ways = fitting.some((way) => monthDayKey(way) === current) ? fitting : [...fitting, rule.on];
  return (
    <div class="recurrence-line">
      <label for={`${id}-on`}>{texts().on}</label>
      <select
        id={`${id}-on`}
        value={current}
        onChange={({ currentTarget: { value } }) => {
          const on = ways.find((way) => monthDayKey(way) === value);
          if (on) onChange({ ...rule, on });
        }}
      >
        {ways.map((way) => (
          <option key={monthDayKey(way)} value={monthDayKey(way)}>
            {texts().monthDay(way, rule.frequency === 'YEARLY' ? showMonth(start) : undefined)}
          </option>
        ))}
      </select>
    </div>
  );
}

interface EndProps {
  readonly id: string;
  readonly end: Ending;
  readonly start: string;
  readonly onChange: (end: Ending) => void;
}

/** Suggested number of dates of a rule that gets an end. */
const usualCount = 10;
const monthsAheadSeconds = 90 * 86_400;

function End({ id, end, start, onChange }: EndProps) {
  const choose = (type: string) => {
    if (type === 'until') onChange({ type, day: plus(start, monthsAheadSeconds).slice(0, 10) });
    else onChange(type === 'count' ? { type, count: usualCount } : { type: 'never' });
  };
  return (
    <div class="recurrence-line">
      <label for={`${id}-end`}>{texts().ends}</label>
      <select id={`${id}-end`} value={end.type} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="never">{texts().never}</option>
        <option value="until">{texts().until}</option>
        <option value="count">{texts().after}</option>
      </select>
      {end.type === 'until' && (
        <input
          type="date"
          aria-label={texts().lastDay}
          value={end.day}
          min={start.slice(0, 10)}
          max="9999-12-31"
          onInput={({ currentTarget: input }) => {
            if (input.value !== '') onChange({ type: 'until', day: input.value });
          }}
        />
      )}
      {end.type === 'count' && (
        <NumberInput
          class="short"
          aria-label={texts().numberOfDates}
          value={end.count}
          min={1}
          max={maxCount}
          onNumber={(count) => onChange({ type: 'count', count })}
        />
      )}
    </div>
  );
}
