// The phrases of a recurrence. Names of weekdays and months and formatted dates come from `Intl`.
import type { Frequency } from '../../core/time/rule.js';

const joined = (items: readonly string[], word: string): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;

const list = (items: readonly string[]): string => joined(items, 'and');

const units = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const;

const every = (unit: string, interval: number): string =>
  interval === 1 ? `every ${unit}` : interval === 2 ? `every second ${unit}` : `every ${interval} ${unit}s`;

const words = ['', 'first', 'second', 'third', 'fourth', 'fifth'];

function figure(n: number): string {
  const ending = n % 100 >= 11 && n % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${n}${ending}`;
}

const ordinal = (n: number): string => words[n] ?? figure(n);

/** "first", "last", "second to last" */
const place = (n: number): string => (n > 0 ? ordinal(n) : n === -1 ? 'last' : `${ordinal(-n)} to last`);

const dates = (count: number): string => `${count} ${count === 1 ? 'date' : 'dates'}`;

export const recurrence = {
  /** "a, b and c" */
  list,
  /** "a, b or c" */
  choice: (items: readonly string[]) => joined(items, 'or'),
  /** "every day", "every second week", "every 3 months" */
  every: (freq: Frequency, interval: number) => every(units[freq], interval),
  /** "every Tuesday and Thursday" */
  everyWeekday: (names: readonly string[]) => `every ${list(names)}`,
  everyWorkday: 'every weekday',
  /** The noun of Monday to Friday. */
  workday: 'weekday',
  everySecondWeekday: (name: string) => `every second ${name}`,
  /** "on the last Friday of every second month" */
  ofEveryMonth: (days: string, interval: number) =>
    interval < 3 ? `on ${days} of ${every('month', interval)}` : `${every('month', interval)} on ${days}`,
  /** "every second year on 24 December" */
  everyYearOn: (days: string, interval: number) => `${every('year', interval)} on ${days}`,
  /** "24 December" */
  dayOfMonth: (day: number, month: string) => `${day} ${month}`,
  /** "the last Friday of March and June" */
  daysOfMonths: (days: string, months: readonly string[]) => `${days} of ${list(months)}`,
  inMonths: (names: readonly string[]) => `in ${list(names)}`,
  exceptInMonths: (names: readonly string[]) => `except in ${list(names)}`,
  /** Weeks and days count from the end if negative. */
  inWeeks: (weeks: readonly number[]) => `in ${list(weeks.map((n) => (n > 0 ? `week ${n}` : `the ${place(n)} week`)))}`,
  monthDay: (day: number) => (day > 0 ? `the ${figure(day)}` : `the ${place(day)} day`),
  yearDay: (day: number) => `the ${day > 0 ? figure(day) : place(day)} day of the year`,
  weekday: (name: string) => name,
  nthWeekday: (nth: number, name: string) => `the ${place(nth)} ${name}`,
  /** "on Monday and the last Friday" */
  on: (days: readonly string[]) => `on ${list(days)}`,
  /** "on the last Friday of the year" */
  onOfYear: (days: readonly string[]) => `on ${list(days)} of the year`,
  positions: (positions: readonly number[]) => `only the ${list(positions.map(place))} of these dates`,
  skip: {
    BACKWARD: 'or the last day of a shorter month',
    FORWARD: 'or the day after a shorter month',
  },
  at: (times: readonly string[]) => `at ${list(times)}`,
  until: (day: string) => `until ${day}`,
  times: (count: number) => (count === 1 ? 'once' : `${count} times`),
  dates: (count: number) => `on ${dates(count)}`,
  extraDates: (count: number) => `plus ${dates(count)}`,
  exceptDay: (day: string) => `except on ${day}`,
  exceptDates: (count: number) => `except on ${dates(count)}`,
};
