import type { Texts } from '../types.js';

const joined = (items: readonly string[], word: string): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;

/** What several items have in common is said once: "los días 1 y 15", "los lunes y miércoles". */
const shared = [
  { each: /^el día (?=\d+$)/, once: 'los días' },
  { each: /^la semana (?=\d+$)/, once: 'las semanas' },
  { each: /^los /, once: 'los' },
  { each: /^las /, once: 'las' },
] as const;

function list(items: readonly string[]): string {
  const found = shared.find(({ each }) => items.every((item) => each.test(item) || item === '…'));
  if (items.length < 2 || !found) return joined(items, 'y');
  const rest = items.map((item) => item.replace(found.each, ''));
  return `${found.once} ${joined(rest, 'y')}`;
}

const frequencies = {
  DAILY: { one: 'todos los días', many: 'días' },
  WEEKLY: { one: 'cada semana', many: 'semanas' },
  MONTHLY: { one: 'cada mes', many: 'meses' },
  YEARLY: { one: 'cada año', many: 'años' },
} as const;

const every: Texts['recurrence']['every'] = (freq, interval) => {
  const { one, many } = frequencies[freq];
  return interval === 1 ? one : `cada ${interval === 2 ? 'dos' : interval} ${many}`;
};

/** "lunes" has no other plural, "sábado" has. */
const plural = (weekday: string): string => (/s$/.test(weekday) ? weekday : `${weekday}s`);

const masculine = ['', 'primer', 'segundo', 'tercer', 'cuarto', 'quinto'];
const feminine = ['', 'primera', 'segunda', 'tercera', 'cuarta', 'quinta'];
const fromEnd = ['', 'últim', 'penúltim', 'antepenúltim'];

/** Before a noun: "20.º", but "21.er" and "23.er". */
function figure(n: number): string {
  const isShortened = n % 10 === 3 || (n % 10 === 1 && n % 100 !== 11);
  return `${n}.${isShortened ? 'er' : 'º'}`;
}

/** "el primer lunes", "el penúltimo lunes", "el cuarto lunes contando desde el final" */
function place(n: number, noun: string): string {
  const last = fromEnd[-n];
  if (last) return `el ${last}o ${noun}`;
  const ordinal = masculine[Math.abs(n)] ?? figure(Math.abs(n));
  return n > 0 ? `el ${ordinal} ${noun}` : `el ${ordinal} ${noun} contando desde el final`;
}

/** "la primera", "la penúltima", "la cuarta contando desde el final" */
function placeOfDate(n: number, noun = ''): string {
  const end = noun && ` ${noun}`;
  const last = fromEnd[-n];
  if (last) return `la ${last}a${end}`;
  const ordinal = feminine[Math.abs(n)] ?? `${Math.abs(n)}.ª`;
  return n > 0 ? `la ${ordinal}${end}` : `la ${ordinal}${end} contando desde el final`;
}

/** "a la 1:00", "a las 10:00" */
const withArticle = (time: string): string =>
  time === '…' ? time : `${/^0?1(?!\d)/.test(time) ? 'la' : 'las'} ${time}`;

const dates = (count: number): string => `${count} ${count === 1 ? 'fecha' : 'fechas'}`;

export const recurrence: Texts['recurrence'] = {
  list,
  choice: (items) => joined(items, 'o'),
  every,
  everyWeekday: (names) => `todos los ${list(names.map(plural))}`,
  everyWorkday: 'de lunes a viernes',
  workday: 'día laborable',
  everySecondWeekday: (name) => `cada dos ${plural(name)}`,
  ofEveryMonth: (days, interval) => (interval === 1 ? `${days} de cada mes` : `${every('MONTHLY', interval)}, ${days}`),
  everyYearOn: (days, interval) => `${every('YEARLY', interval)}, ${days}`,
  dayOfMonth: (day, month) => `el ${day} de ${month}`,
  daysOfMonths: (days, months) => `${days} ${list(months.map((month) => `de ${month}`))}`,
  inMonths: (names) => `en ${list(names)}`,
  exceptInMonths: (names) => `excepto en ${list(names)}`,
  inWeeks: (weeks) => `en ${list(weeks.map((n) => (n > 0 ? `la semana ${n}` : placeOfDate(n, 'semana'))))}`,
  monthDay: (day) => (day > 0 ? `el día ${day}` : place(day, 'día')),
  yearDay: (day) => (day > 0 ? `el día ${day} del año` : place(day, 'día del año')),
  weekday: (name) => `los ${plural(name)}`,
  nthWeekday: place,
  on: list,
  onOfYear: (days) => `${list(days)} del año`,
  positions: (positions) => `solo ${list(positions.map((n) => placeOfDate(n)))} de estas fechas`,
  skip: {
    BACKWARD: 'o el último día si el mes es más corto',
    FORWARD: 'o el primer día del mes siguiente si el mes es más corto',
  },
  at: (times) => `a ${list(times.map(withArticle))}`,
  until: (day) => `hasta el ${day}`,
  times: (count) => (count === 1 ? '1 vez' : `${count} veces`),
  dates: (count) => `en ${dates(count)}`,
  extraDates: (count) => (count === 1 ? 'más otra fecha' : `más otras ${count} fechas`),
  exceptDay: (day) => `excepto el ${day}`,
  exceptDates: (count) => `excepto en ${dates(count)}`,
};
