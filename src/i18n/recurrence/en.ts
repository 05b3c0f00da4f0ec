// Recurrences in English words.
import type { RecurrenceLanguage } from './language.js';

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

export const english: RecurrenceLanguage = {
  list,
  choice: (items) => joined(items, 'or'),
  every: (freq, interval) => every(units[freq], interval),
  everyWeekday: (names) => `every ${list(names)}`,
  everyWorkday: 'every weekday',
  workday: 'weekday',
  everySecondWeekday: (name) => `every second ${name}`,
  ofEveryMonth: (days, interval) =>
    interval < 3 ? `on ${days} of ${every('month', interval)}` : `${every('month', interval)} on ${days}`,
  everyYearOn: (days, interval) => `${every('year', interval)} on ${days}`,
  dayOfMonth: (day, month) => `${day} ${month}`,
  daysOfMonths: (days, months) => `${days} of ${list(months)}`,
  inMonths: (names) => `in ${list(names)}`,
  inWeeks: (weeks) => `in ${list(weeks.map((n) => (n > 0 ? `week ${n}` : `the ${place(n)} week`)))}`,
  monthDay: (day) => (day > 0 ? `the ${figure(day)}` : `the ${place(day)} day`),
  yearDay: (day) => `the ${day > 0 ? figure(day) : place(day)} day of the year`,
  weekday: (name) => name,
  nthWeekday: (nth, name) => `the ${place(nth)} ${name}`,
  on: (days) => `on ${list(days)}`,
  onOfYear: (days) => `on ${list(days)} of the year`,
  positions: (positions) => `only the ${list(positions.map(place))} of these dates`,
  skip: {
    BACKWARD: 'or the last day of a shorter month',
    FORWARD: 'or the day after a shorter month',
  },
  at: (times) => `at ${list(times)}`,
  until: (day) => `until ${day}`,
  times: (count) => (count === 1 ? 'once' : `${count} times`),
  dates: (count) => `on ${dates(count)}`,
  extraDates: (count) => `plus ${dates(count)}`,
  exceptDay: (day) => `except on ${day}`,
  exceptDates: (count) => `except on ${dates(count)}`,
};
