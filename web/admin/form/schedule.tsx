// The dialog that schedules publication, in the site's time zone.
import type { TargetedInputEvent } from 'preact';
import { useId, useState } from 'preact/hooks';
import { contract } from '../api/contract';
import { CancelAndSubmit, Dialog } from '../ui/dialog';
import { describedBy, Field } from '../ui/field';
import { clockIn, isWall, joinWall, nextHour, plus, splitWall } from '../widgets/wall-clock';
import { offsetOf } from '../widgets/zones';
import { texts } from './texts';

interface ScheduleProps {
  /** Publication date in the form. */
  readonly date: unknown;
  readonly onSchedule: (date: string) => void;
  readonly onClose: () => void;
}

const daySeconds = 86_400;

export function ScheduleDialog({ date, onSchedule, onClose }: ScheduleProps) {
  const id = useId();
  const zone = contract.site.timezone;
  const isFuture = (wall: unknown): wall is string => isWall(wall) && wall > clockIn(zone, new Date());
  const [wall, setWall] = useState(() => (isFuture(date) ? date : plus(nextHour(zone, new Date()), daySeconds)));
  const [error, setError] = useState<string>();
  const entered = splitWall(wall);
  const enter =
    (part: 'date' | 'time') =>
    ({ currentTarget: input }: TargetedInputEvent<HTMLInputElement>) => {
      if (input.validity.badInput) return;
      setError(undefined);
      setWall(joinWall({ ...entered, [part]: input.value }));
    };
  const submit = (event: Event) => {
    event.preventDefault();
    if (isFuture(wall)) onSchedule(wall);
    else setError(texts().chooseFuture);
  };
  const help = texts().zoneHelp(zone.replaceAll('_', ' '), offsetOf(zone, wall));
  const described = describedBy(id, { help, error });
  return (
    <Dialog
      title={texts().schedule}
      size="small"
      onClose={onClose}
      footer={<CancelAndSubmit form={`${id}-form`} label={texts().schedule} onCancel={onClose} />}
    >
      <form id={`${id}-form`} noValidate onSubmit={submit}>
        <Field id={id} label={texts().publishOn} help={help} error={error}>
          <div class="moment">
            <input {...described} type="date" value={entered.date} max="9999-12-31" onInput={enter('date')} />
            <input
              type="time"
              aria-label={texts().publishAt}
              aria-describedby={described['aria-describedby']}
              value={entered.time}
              onInput={enter('time')}
            />
          </div>
        </Field>
      </form>
    </Dialog>
  );
}
