// The rule in words and its next ten dates, as the API computes them. Screen readers announce the words, the warnings and
// errors, but not the whole list.
import { useRef } from 'preact/hooks';
import { capitalised } from '../../api/label';
import { showSpan } from '../../api/moment';
import { IconButton } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { texts } from './texts';
import type { PreviewDate, RecurrencePreview } from './use-recurrence-preview';

interface NextDatesProps {
  /** Id of the words and errors. */
  readonly id: string;
  readonly preview: RecurrencePreview | undefined;
  readonly error: string | undefined;
  readonly allDay: boolean;
  readonly onSkip: (item: string) => void;
}

const maxShown = 10;

/** The day, or the time if another date is on the same day. */
const exceptionOf = (date: PreviewDate, dates: readonly PreviewDate[]): string => {
  const day = date.start_date.slice(0, 10);
  return dates.filter((other) => other.start_date.startsWith(day)).length > 1 ? date.start_date : day;
};

const utcNow = (): string => new Date().toISOString().slice(0, 19).replace('T', ' ');

export function NextDates({ id, preview, error, allDay, onSkip }: NextDatesProps) {
  const list = useRef<HTMLOListElement>(null);
  const { text = '', count = null, dates = [], warnings = [] } = preview ?? {};
  // A rule with a number of dates says so in its words.
  const isCounted = count !== null && !texts().saysCount(text, count);
  const upcoming = dates.filter((date) => date.utc_end_date >= utcNow());
  const shown = (upcoming.length ? upcoming : dates).slice(0, maxShown);
  const skip = (date: PreviewDate) => {
    onSkip(exceptionOf(date, dates));
    // The date disappears with its button.
    list.current?.focus();
  };
  return (
    <div class="next-dates">
      <div id={id} aria-live="polite">
        {text !== '' && (
          <p class="recurrence-text">
            <strong>{capitalised(text)}</strong>
            {isCounted && <span class="quiet-text"> {texts().count(count)}</span>}
          </p>
        )}
        {[...(error ? [error] : []), ...warnings.map(({ message }) => message)].map((message) => (
          <p key={message} class={message === error ? 'error' : 'warning'}>
            <Icon name="warning" size={15} /> {message}
          </p>
        ))}
      </div>
      {shown.length > 0 && (
        <ol ref={list} tabIndex={-1} aria-label={upcoming.length ? texts().nextDates : texts().firstDates}>
          {shown.map((date) => {
            const [days, times] = showSpan(date.start_date, date.end_date, allDay);
            return (
              <li key={date.start_date}>
                <span>
                  {days} <span class="quiet-text">{times}</span>
                </span>
                {date !== dates[0] && (
                  <IconButton icon="close" label={texts().skip(`${days}, ${times}`)} onClick={() => skip(date)} />
                )}
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}
