// The transitions of a time zone, from the runtime's zone data.
import { Temporal } from 'temporal-polyfill';
import { DAY, dayNumber } from './clock.js';

/** A change of the offset, in seconds since 1970 and seconds east of UTC. */
export interface Transition {
  readonly second: number;
  readonly offsetBefore: number;
  readonly offset: number;
}

export interface Transitions {
  /** At the start of the first year, in UTC. */
  readonly offset: number;
  readonly changes: readonly Transition[];
}

/** Years are inclusive, in UTC. Not cached: about half a millisecond per year. */
export function transitionsOf(zone: string, firstYear: number, lastYear: number): Transitions {
  const start = dayNumber(firstYear, 1, 1) * DAY;
  const end = dayNumber(lastYear + 1, 1, 1) * DAY;
  let moment = Temporal.Instant.fromEpochMilliseconds(start * 1_000).toZonedDateTimeISO(zone);
  const first = moment.offsetNanoseconds / 1e9;
  const changes: Transition[] = [];
  for (let offsetBefore = first; ; ) {
    const next = moment.getTimeZoneTransition('next');
    const second = next ? next.epochMilliseconds / 1_000 : end;
    if (!next || second >= end) return { offset: first, changes };
    const offset = next.offsetNanoseconds / 1e9;
    changes.push({ second, offsetBefore, offset });
    moment = next;
    offsetBefore = offset;
  }
}
