// The phrases of a recurrence in one language. Names of weekdays and months and formatted dates come from `Intl`.
import type { Frequency } from '../../core/time/rule.js';

export interface RecurrenceLanguage {
  /** "a, b and c" */
  list(items: readonly string[]): string;
  /** "a, b or c" */
  choice(items: readonly string[]): string;
  /** "every day", "every second week", "every 3 months" */
  every(freq: Frequency, interval: number): string;
  /** "every Tuesday and Thursday" */
  everyWeekday(names: readonly string[]): string;
  readonly everyWorkday: string;
  /** The noun of Monday to Friday. */
  readonly workday: string;
  everySecondWeekday(name: string): string;
  /** "on the last Friday of every second month" */
  ofEveryMonth(days: string, interval: number): string;
  /** "every second year on 24 December" */
  everyYearOn(days: string, interval: number): string;
  /** "24 December" */
  dayOfMonth(day: number, month: string): string;
  /** "the last Friday of March and June" */
  daysOfMonths(days: string, months: readonly string[]): string;
  inMonths(names: readonly string[]): string;
  /** Weeks and days count from the end if negative. */
  inWeeks(weeks: readonly number[]): string;
  monthDay(day: number): string;
  yearDay(day: number): string;
  weekday(name: string): string;
  nthWeekday(nth: number, name: string): string;
  /** "on Monday and the last Friday" */
  on(days: readonly string[]): string;
  /** "on the last Friday of the year" */
  onOfYear(days: readonly string[]): string;
  positions(positions: readonly number[]): string;
  readonly skip: Readonly<Record<'BACKWARD' | 'FORWARD', string>>;
  at(times: readonly string[]): string;
  until(day: string): string;
  times(count: number): string;
  dates(count: number): string;
  extraDates(count: number): string;
  exceptDay(day: string): string;
  exceptDates(count: number): string;
}
