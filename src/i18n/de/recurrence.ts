import type { Texts } from '../types.js';

const joined = (items: readonly string[], word: string): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;

const list = (items: readonly string[]): string => joined(items, 'und');

const frequencies = {
  DAILY: { one: 'jeden Tag', two: 'jeden zweiten Tag', unit: 'Tage' },
  WEEKLY: { one: 'jede Woche', two: 'jede zweite Woche', unit: 'Wochen' },
  MONTHLY: { one: 'jeden Monat', two: 'jeden zweiten Monat', unit: 'Monate' },
  YEARLY: { one: 'jedes Jahr', two: 'jedes zweite Jahr', unit: 'Jahre' },
} as const;

const every: Texts['recurrence']['every'] = (freq, interval) => {
  const { one, two, unit } = frequencies[freq];
  return interval === 1 ? one : interval === 2 ? two : `alle ${interval} ${unit}`;
};

const words = ['', 'ersten', 'zweiten', 'dritten', 'vierten', 'fünften'];
const fromEnd = ['', 'letzten', 'vorletzten', 'drittletzten', 'viertletzten', 'fünftletzten'];

/** After "am" or "jedes": "ersten", "20.", "vorletzten", "20.-letzten". */
const ordinal = (n: number): string => (n > 0 ? (words[n] ?? `${n}.`) : (fromEnd[-n] ?? `${-n}.-letzten`));

const place = (n: number, noun: string): string => `am ${ordinal(n)} ${noun}`;

/** "am 4. jedes dritten Monats": "alle 3 Monate am 4. bis 31. Dezember" would be a range. */
const ofMonths = (interval: number): string => (interval === 1 ? 'jedes Monats' : `jedes ${ordinal(interval)} Monats`);

const dates = (count: number): string => (count === 1 ? 'an einem Termin' : `an ${count} Terminen`);

export const recurrence: Texts['recurrence'] = {
  list,
  choice: (items) => joined(items, 'oder'),
  every,
  everyWeekday: (names) => `jeden ${list(names)}`,
  everyWorkday: 'montags bis freitags',
  workday: 'Arbeitstag',
  everySecondWeekday: (name) => `jeden zweiten ${name}`,
  ofEveryMonth: (days, interval) => {
    if (/\.$/.test(days)) return `${days} ${ofMonths(interval)}`;
    return interval === 1 ? `${days} im Monat` : `${every('MONTHLY', interval)} ${days}`;
  },
  everyYearOn: (days, interval) => `${every('YEARLY', interval)} ${days}`,
  dayOfMonth: (day, month) => `am ${day}. ${month}`,
  daysOfMonths: (days, months) => `${days} im ${list(months)}`,
  inMonths: (names) => `im ${list(names)}`,
  exceptInMonths: (names) => `außer im ${list(names)}`,
  inWeeks: (weeks) => list(weeks.map((n) => (n > 0 ? `in Kalenderwoche ${n}` : `in der ${ordinal(n)} Woche`))),
  monthDay: (day) => (day > 0 ? `am ${day}.` : place(day, 'Tag')),
  yearDay: (day) => `${place(day, 'Tag')} im Jahr`,
  weekday: (name) => `${name.toLowerCase()}s`,
  nthWeekday: place,
  on: list,
  onOfYear: (days) => `${list(days)} im Jahr`,
  positions: (positions) => `nur ${list(positions.map((n) => `am ${ordinal(n)}`))} dieser Termine`,
  skip: {
    BACKWARD: 'oder am letzten Tag eines kürzeren Monats',
    FORWARD: 'oder am Tag nach einem kürzeren Monat',
  },
  at: (times) => `um ${list(times)} Uhr`,
  until: (day) => `bis ${day}`,
  times: (count) => (count === 1 ? 'einmal' : `${count}-mal`),
  dates,
  extraDates: (count) => `zusätzlich ${dates(count)}`,
  exceptDay: (day) => `außer am ${day}`,
  exceptDates: (count) => `außer ${dates(count)}`,
};
