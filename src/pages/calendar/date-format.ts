// Dates and times in a locale. Wall-clock times are formatted as they are, so that no daylight saving change can shift
// them; the browser adds the visitor's own time from the instant.
import { weekdayOf } from '../../core/time/clock.js';
import { type Day, numberOf, plusDays } from './days.js';
import type { EventBody } from './records.js';

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Cached: constructing a formatter costs as much as using it a thousand times. */
function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const found = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  formatters.set(key, found);
  return found;
}

/** `YYYY-MM-DD HH:MM:SS` or a day alone, as a Date in UTC. */
const asDate = (wall: string): Date => new Date(`${wall.slice(0, 10)}T${wall.slice(11) || '00:00:00'}Z`);

/** English without a region is `en-GB`: weeks start on Monday, 24-hour clock. */
export const localeFor = (language: string | undefined): string =>
  language === undefined || language === 'en' ? 'en-GB' : language;

interface WeekInfo {
  readonly firstDay: number;
}

/** First day of the week in the locale: 0 is Sunday, 1 Monday. */
export function firstWeekday(locale: string): number {
  const { weekInfo, getWeekInfo } = new Intl.Locale(locale) as Intl.Locale & {
    weekInfo?: WeekInfo;
    getWeekInfo?: () => WeekInfo;
  };
  return (weekInfo ?? getWeekInfo?.call(new Intl.Locale(locale)))?.firstDay === 7 ? 0 : 1;
}

/** `09:30`, or `9:30 am` in locales with a 12-hour clock. */
export function hours(locale: string, wall: string): string {
  const { hourCycle } = formatter(locale, { hour: 'numeric' }).resolvedOptions();
  const hour = hourCycle === 'h23' ? '2-digit' : 'numeric';
  return formatter(locale, { hour, minute: '2-digit' }).format(asDate(wall));
}

/** `09:00` or `9 am`: labels of a time grid. */
export function hourLabel(locale: string, hour: number): string {
  const { hourCycle } = formatter(locale, { hour: 'numeric' }).resolvedOptions();
  const wall = `2000-01-01 ${String(hour % 24).padStart(2, '0')}:00:00`;
  return hourCycle === 'h23' ? hours(locale, wall) : formatter(locale, { hour: 'numeric' }).format(asDate(wall));
}

const dated =
  (options: Intl.DateTimeFormatOptions) =>
  (locale: string, day: Day): string =>
    formatter(locale, options).format(asDate(day));

export const longDay = dated({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
export const shortDay = dated({ weekday: 'short', day: 'numeric', month: 'short' });
export const plainDay = dated({ day: 'numeric', month: 'long', year: 'numeric' });
export const weekday = dated({ weekday: 'long' });
export const shortWeekday = dated({ weekday: 'short' });
export const narrowWeekday = dated({ weekday: 'narrow' });
export const monthName = dated({ month: 'long', year: 'numeric' });
export const monthOnly = dated({ month: 'long' });

const ranged =
  (options: Intl.DateTimeFormatOptions) =>
  (locale: string, from: Day, to: Day): string =>
    formatter(locale, options).formatRange(asDate(from), asDate(to));

/** `12 – 15 November 2026` */
export const dayRange = ranged({ day: 'numeric', month: 'long', year: 'numeric' });
export const shortDayRange = ranged({ weekday: 'short', day: 'numeric', month: 'short' });

export type Timed = Pick<EventBody, 'start_date' | 'end_date' | 'all_day'>;

/** First day, in the event's time zone. */
export const firstDayOf = ({ start_date }: Pick<Timed, 'start_date'>): Day => start_date.slice(0, 10);

/** An event that ends by 05:00 belongs to the evening before, not to the day on which it ends. */
const endOfNight = '05:00:00';

export function lastDayOf({ start_date, end_date, all_day }: Timed): Day {
  const [first, last] = [firstDayOf({ start_date }), end_date.slice(0, 10)];
  return last > first && all_day !== true && end_date.slice(11) <= endOfNight ? plusDays(last, -1) : last;
}

export const lastsDays = (event: Timed): boolean => lastDayOf(event) > firstDayOf(event);

/** Start time, and the end time where it is later. */
export function hoursOf(locale: string, { start_date, end_date }: Timed): string {
  const from = hours(locale, start_date);
  return end_date > start_date ? `${from} – ${hours(locale, end_date)}` : from;
}

export const isWeekend = (day: Day): boolean => [0, 6].includes(weekdayOf(numberOf(day)));
