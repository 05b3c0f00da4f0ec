// Dates of demo events, relative to the day of loading: by weekday and week, or by days from today.
import { DAY, secondsOf, startOfDay, type Wall, wallOf, weekdayOf } from '../core/time/clock.js';

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

interface Hours {
  /** `HH:MM`; absent: all day. */
  readonly from?: string;
  readonly to?: string;
  /** Days from the start to the end. */
  readonly later?: number;
}

export type When = Hours &
  (
    | { readonly day: (typeof weekdays)[number] /** 0 is this week. */; readonly week: number }
    | { readonly inDays: number }
  );

export interface Dates {
  readonly start_date: Wall;
  readonly end_date: Wall;
  readonly all_day: boolean;
}

function firstDay(when: When, today: number): number {
  if ('inDays' in when) return today + when.inDays;
  const monday = today - ((weekdayOf(today) + 6) % 7);
  return monday + 7 * when.week + weekdays.indexOf(when.day);
}

export function datesOf(when: When, now: Wall): Dates {
  const first = firstDay(when, secondsOf(startOfDay(now)) / DAY);
  const at = (day: number, time: string) => `${wallOf(day * DAY).slice(0, 10)} ${time}:00`;
  return {
    start_date: at(first, when.from ?? '00:00'),
    end_date: at(first + (when.later ?? 0), when.to ?? '00:00'),
    all_day: when.from === undefined,
  };
}
