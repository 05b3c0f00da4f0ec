// Dates and times in a locale. Wall-clock times are formatted as they are, so that no daylight saving change can shift
// them; the browser adds the visitor's own time from the instant.
import { localeFor } from '../../core/languages.js';
import type { SiteSettings } from '../../core/site.js';
import { padded, weekdayOf } from '../../core/time/clock.js';
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

/** How dates and times are written: by the language, and by the settings of the site. */
export interface Locale {
  /** For `Intl`. */
  readonly tag: string;
  /** First day of the week: 0 is Sunday. */
  readonly weekStart: number;
  readonly dates: SiteSettings['dateFormat'];
}

const weekdays = { sunday: 0, monday: 1, saturday: 6 } as const;
const hourCycles = { 24: 'h23', 12: 'h12' } as const;
const englishTags: Readonly<Record<string, string>> = { 'day-month': 'en-GB', 'month-day': 'en-US' };

/** English has a region for either order of day and month; it keeps the clock of its own. */
export function localeOf(
  language: string | undefined,
  { weekStart, dateFormat, timeFormat }: Pick<SiteSettings, 'weekStart' | 'dateFormat' | 'timeFormat'>,
): Locale {
  const own = localeFor(language);
  const tag = (/^en(-|$)/.test(own) && englishTags[dateFormat]) || own;
  const hourCycle = timeFormat !== 'language' ? hourCycles[timeFormat] : tag === own ? undefined : hourCycleOf(own);
  return {
    tag: hourCycle ? new Intl.Locale(tag, { hourCycle }).toString() : tag,
    weekStart: weekStart === 'language' ? firstWeekdayIn(own) : weekdays[weekStart],
    dates: tag === own ? dateFormat : 'language',
  };
}

type HourCycle = 'h11' | 'h12' | 'h23' | 'h24';

const hourCycleOf = (tag: string): HourCycle | undefined =>
  formatter(tag, { hour: 'numeric' }).resolvedOptions().hourCycle as HourCycle | undefined;

interface WeekInfo {
  readonly firstDay: number;
}

/** 0 is Sunday, 1 Monday. */
function firstWeekdayIn(tag: string): number {
  const { weekInfo, getWeekInfo } = new Intl.Locale(tag) as Intl.Locale & {
    weekInfo?: WeekInfo;
    getWeekInfo?: () => WeekInfo;
  };
  return (weekInfo ?? getWeekInfo?.call(new Intl.Locale(tag)))?.firstDay === 7 ? 0 : 1;
}

/** `09:30`, or `9:30 am` on a 12-hour clock. */
export function hours({ tag }: Locale, wall: string): string {
  const hour = hourCycleOf(tag) === 'h23' ? '2-digit' : 'numeric';
  return formatter(tag, { hour, minute: '2-digit' }).format(asDate(wall));
}

/** `09:00` or `9 am`: labels of a time grid. */
export function hourLabel(locale: Locale, hour: number): string {
  const wall = `2000-01-01 ${padded(hour % 24)}:00:00`;
  return hourCycleOf(locale.tag) === 'h23'
    ? hours(locale, wall)
    : formatter(locale.tag, { hour: 'numeric' }).format(asDate(wall));
}

type PartName = 'weekday' | 'day' | 'month' | 'year';

function partsOf(tag: string, options: Intl.DateTimeFormatOptions, day: Day): readonly [PartName, string][] {
  const parts = formatter(tag, options).formatToParts(asDate(day));
  return parts.flatMap(({ type, value }) => (type === 'literal' ? [] : [[type as PartName, value]]));
}

/** Whether the language itself writes day and month in the chosen order. */
function hasOwnOrder({ tag, dates }: Locale, options: Intl.DateTimeFormatOptions): boolean {
  if (dates === 'language' || options.day === undefined) return true;
  const [first] = partsOf(tag, { day: 'numeric', month: 'long' }, '2000-01-01').map(([name]) => name);
  return dates !== 'iso' && first === dates.split('-')[0];
}

function inOrder({ tag, dates }: Locale, options: Intl.DateTimeFormatOptions, day: Day): string {
  const parts = new Map(partsOf(tag, options, day));
  const [weekday, number, month, year] = (['weekday', 'day', 'month', 'year'] as const).map((name) => parts.get(name));
  const joined = (between: string, ...texts: readonly (string | undefined)[]) => texts.filter(Boolean).join(between);
  switch (dates) {
    case 'iso':
      return joined(' ', weekday, year === undefined ? day.slice(5) : day);
    case 'month-day':
      return joined(', ', weekday, `${month} ${number}`, year);
    case 'day-month':
    case 'language':
      return joined(' ', weekday, number, month, year);
  }
}

const dated =
  (options: Intl.DateTimeFormatOptions) =>
  (locale: Locale, day: Day): string =>
    hasOwnOrder(locale, options) ? formatter(locale.tag, options).format(asDate(day)) : inOrder(locale, options, day);

export const longDay = dated({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
export const shortDay = dated({ weekday: 'short', day: 'numeric', month: 'short' });
export const plainDay = dated({ day: 'numeric', month: 'long', year: 'numeric' });
export const weekday = dated({ weekday: 'long' });
export const shortWeekday = dated({ weekday: 'short' });
export const narrowWeekday = dated({ weekday: 'narrow' });
export const monthName = dated({ month: 'long', year: 'numeric' });
export const monthOnly = dated({ month: 'long' });

/** Intl puts thin spaces around the dash. Fonts such as Liberation Sans have none, and WebKit then shows boxes. */
const thinSpace = /\u2009/g;

const ranged =
  (options: Intl.DateTimeFormatOptions) =>
  (locale: Locale, from: Day, to: Day): string =>
    hasOwnOrder(locale, options)
      ? formatter(locale.tag, options).formatRange(asDate(from), asDate(to)).replace(thinSpace, ' ')
      : [...new Set([from, to])].map((day) => inOrder(locale, options, day)).join(' – ');

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

/** The event goes on after midnight. */
export const crossesMidnight = ({ start_date, end_date }: Pick<Timed, 'start_date' | 'end_date'>): boolean =>
  end_date.slice(0, 10) > start_date.slice(0, 10) && end_date.slice(11) > '00:00:00';

/** Start time, and the end time where it is later; after midnight with its weekday: `22:00 – 03:00 (Sat)`. */
export function hoursOf(locale: Locale, event: Timed): string {
  const { start_date, end_date } = event;
  const from = hours(locale, start_date);
  if (end_date <= start_date) return from;
  const day = crossesMidnight(event) ? ` (${shortWeekday(locale, end_date.slice(0, 10))})` : '';
  return `${from} – ${hours(locale, end_date)}${day}`;
}

export const isWeekend = (day: Day): boolean => [0, 6].includes(weekdayOf(numberOf(day)));
