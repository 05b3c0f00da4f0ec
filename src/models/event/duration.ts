// Events by how long they last: what ends after a moment began at most so many days before it, class by class.
import { DAY, secondsOf } from '../../core/time/clock.js';

/** Days that events of each class last at most on their own clock; what lasts longer is the last class. */
export const durationClassDays = [2, 30, 480] as const;

export function durationClass(start: string, end: string): number {
  const shorter = durationClassDays.findIndex((days) => secondsOf(end) - secondsOf(start) <= days * DAY);
  return shorter < 0 ? durationClassDays.length : shorter;
}
