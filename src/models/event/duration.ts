// Duration classes of events. An event that ends after an instant started at most `durationClassDays` before it, which
// bounds the index range of such a query per class.
import { DAY, secondsOf } from '../../core/time/clock.js';

/** Maximum duration of each class in days of local time; longer events form one more class. */
export const durationClassDays = [2, 30, 480] as const;

export function durationClass(start: string, end: string): number {
  const shorter = durationClassDays.findIndex((days) => secondsOf(end) - secondsOf(start) <= days * DAY);
  return shorter < 0 ? durationClassDays.length : shorter;
}
