import type { Texts } from '../types.js';

const joined = (items: readonly string[], word: string): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;

const list = (items: readonly string[]): string => joined(items, 'et');

const frequencies = {
  DAILY: { one: 'tous les jours', two: 'un jour sur deux', many: 'tous les', unit: 'jours' },
  WEEKLY: { one: 'toutes les semaines', two: 'une semaine sur deux', many: 'toutes les', unit: 'semaines' },
  MONTHLY: { one: 'tous les mois', two: 'un mois sur deux', many: 'tous les', unit: 'mois' },
  YEARLY: { one: 'tous les ans', two: 'un an sur deux', many: 'tous les', unit: 'ans' },
} as const;

const every: Texts['recurrence']['every'] = (freq, interval) => {
  const { one, two, many, unit } = frequencies[freq];
  return interval === 1 ? one : interval === 2 ? two : `${many} ${interval} ${unit}`;
};

const words = ['', 'premier', 'deuxième', 'troisième', 'quatrième', 'cinquième'];

/** "le premier lundi", "l’avant-dernier lundi", "le troisième lundi avant la fin" */
function place(n: number, noun: string): string {
  if (n === -1) return `le dernier ${noun}`;
  if (n === -2) return `l’avant-dernier ${noun}`;
  const ordinal = words[Math.abs(n)] ?? `${Math.abs(n)}e`;
  return n > 0 ? `le ${ordinal} ${noun}` : `le ${ordinal} ${noun} en partant de la fin`;
}

function feminine(n: number, noun = ''): string {
  const end = noun && ` ${noun}`;
  if (n === 1) return `la première${end}`;
  if (n === -1) return `la dernière${end}`;
  if (n === -2) return `l’avant-dernière${end}`;
  const ordinal = words[Math.abs(n)] ?? `${Math.abs(n)}e`;
  return n > 0 ? `la ${ordinal}${end}` : `la ${ordinal}${end} en partant de la fin`;
}

const dates = (count: number): string => `${count} date${count < 2 ? '' : 's'}`;

export const recurrence: Texts['recurrence'] = {
  list,
  choice: (items) => joined(items, 'ou'),
  every,
  everyWeekday: (names) => `tous les ${list(names.map((name) => `${name}s`))}`,
  everyWorkday: 'du lundi au vendredi',
  workday: 'jour de semaine',
  everySecondWeekday: (name) => `un ${name} sur deux`,
  ofEveryMonth: (days, interval) =>
    interval === 1 ? `${days} de chaque mois` : `${every('MONTHLY', interval)}, ${days}`,
  everyYearOn: (days, interval) => (interval === 1 ? `chaque année, ${days}` : `${every('YEARLY', interval)}, ${days}`),
  dayOfMonth: (day, month) => `le ${day === 1 ? '1er' : day} ${month}`,
  daysOfMonths: (days, months) =>
    `${days} ${list(months.map((month) => (/^[ao]/.test(month) ? `d’${month}` : `de ${month}`)))}`,
  inMonths: (names) => `en ${list(names)}`,
  exceptInMonths: (names) => `sauf en ${list(names)}`,
  inWeeks: (weeks) => list(weeks.map((n) => (n > 0 ? `la semaine ${n}` : feminine(n, 'semaine')))),
  monthDay: (day) => (day > 0 ? `le ${day === 1 ? '1er' : day}` : place(day, 'jour')),
  yearDay: (day) => `${place(day, 'jour')} de l’année`,
  weekday: (name) => `le ${name}`,
  nthWeekday: place,
  on: list,
  onOfYear: (days) => `${list(days)} de l’année`,
  positions: (positions) => `seulement ${list(positions.map((n) => feminine(n)))} de ces dates`,
  skip: {
    BACKWARD: 'ou le dernier jour d’un mois plus court',
    FORWARD: 'ou le lendemain d’un mois plus court',
  },
  at: (times) => `à ${list(times)}`,
  until: (day) => `jusqu’au ${day}`,
  times: (count) => `${count} fois`,
  dates: (count) => `à ${dates(count)}`,
  extraDates: (count) => `et ${count === 1 ? 'une autre date' : `${count} autres dates`}`,
  exceptDay: (day) => `sauf le ${day}`,
  exceptDates: (count) => `sauf ${dates(count)}`,
};
