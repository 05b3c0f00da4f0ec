// Extra dates or skipped dates: removable chips, and inputs that add one.

import { useId, useState } from 'preact/hooks';
import { showDay, showMoment } from '../../api/moment';
import { withinSentence } from '../../i18n/contract';
import { Button, IconButton } from '../../ui/button';
import { texts } from './texts';

interface DateChipsProps {
  readonly label: string;
  /** Days or wall-clock times. */
  readonly items: readonly string[];
  /** Time of day of a new item, `HH:MM`; undefined for whole days. */
  readonly time: string | undefined;
  readonly onAdd: (item: string) => void;
  readonly onRemove: (item: string) => void;
}

export const dateText = (item: string): string => (item.length > 10 ? showMoment(item) : showDay(`${item} 00:00:00`));

export function DateChips({ label, items, time, onAdd, onRemove }: DateChipsProps) {
  const id = useId();
  const [day, setDay] = useState('');
  const [at, setAt] = useState<string>();
  const add = () => {
    if (day === '') return;
    onAdd(time === undefined ? day : `${day} ${(at ?? time).slice(0, 5)}:00`);
    setDay('');
    setAt(undefined);
  };
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <div class="date-chips">
      <label for={id}>{label}</label>
      {items.length > 0 && (
        <ul class="chips">
          {items.map((item) => (
            <li key={item}>
              {dateText(item)}
              <IconButton icon="close" label={texts().remove(dateText(item))} onClick={() => onRemove(item)} />
            </li>
          ))}
        </ul>
      )}
      <div class="recurrence-line">
        <input
          id={id}
          type="date"
          value={day}
          max="9999-12-31"
          onInput={(event) => setDay(event.currentTarget.value)}
          onKeyDown={onEnter}
        />
        {time !== undefined && (
          <input
            type="time"
            aria-label={texts().time(label)}
            value={at ?? time}
            onInput={(event) => setAt(event.currentTarget.value || undefined)}
            onKeyDown={onEnter}
          />
        )}
        <Button icon="add" disabled={day === ''} aria-label={texts().addTo(withinSentence(label))} onClick={add}>
          {texts().add}
        </Button>
      </div>
    </div>
  );
}
