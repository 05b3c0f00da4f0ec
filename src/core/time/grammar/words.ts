// The vocabulary of date texts: months, weekdays, ordinals, units and zones.
import { fixedOffset } from '../zone-offset.js';

const MONTHS: Readonly<Record<string, number>> = {
  january: 1,
  february: 2,
  march: 3,
  april: 4,
  may: 5,
  june: 6,
  july: 7,
  august: 8,
  september: 9,
  october: 10,
  november: 11,
  december: 12,
};

/** 0 is Sunday. */
const WEEKDAYS: Readonly<Record<string, number>> = {
  sunday: 0,
  monday: 1,
  tuesday: 2,
  tues: 2,
  wednesday: 3,
  weds: 3,
  thursday: 4,
  thur: 4,
  thurs: 4,
  friday: 5,
  saturday: 6,
};

const ORDINALS: Readonly<Record<string, number>> = {
  previous: -1,
  last: -1,
  this: 0,
  next: 1,
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
  eleventh: 11,
  twelfth: 12,
};

export interface Shift {
  readonly years: number;
  readonly months: number;
  readonly days: number;
  readonly seconds: number;
  /** Monday to Friday. */
  readonly workdays: number;
}

export const NO_SHIFT: Shift = { years: 0, months: 0, days: 0, seconds: 0, workdays: 0 };

const UNITS: Readonly<Record<string, Partial<Shift>>> = {
  year: { years: 1 },
  month: { months: 1 },
  fortnight: { days: 14 },
  week: { days: 7 },
  day: { days: 1 },
  hour: { seconds: 3_600 },
  minute: { seconds: 60 },
  min: { seconds: 60 },
  second: { seconds: 1 },
  sec: { seconds: 1 },
  weekday: { workdays: 1 },
};

/** Hours east of UTC. For ambiguous abbreviations the meaning is that of PHP (IST is Israel). */
const ZONE_HOURS: Readonly<Record<string, number>> = {
  ...{ z: 0, utc: 0, gmt: 0, ut: 0, wet: 0, west: 1, bst: 1, cet: 1, cest: 2, met: 1, mest: 2, eet: 2, eest: 3 },
  ...{ msk: 3, msd: 4, ist: 2, idt: 3, wat: 1, cat: 2, sast: 2, eat: 3, pkt: 5, wib: 7, wita: 8, wit: 9, hkt: 8 },
  ...{ jst: 9, kst: 9, awst: 8, acst: 9.5, acdt: 10.5, aest: 10, aedt: 11, nzst: 12, nzdt: 13, chst: 10, sst: -11 },
  ...{ nst: -3.5, ndt: -2.5, ast: -4, adt: -3, est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6 },
  ...{ pst: -8, pdt: -7, akst: -9, akdt: -8, hst: -10, hdt: -9 },
};

/** Military letters without J: A to M are hours east, N to Y hours west. */
const EAST = 'abcdefghiklm';
const WEST = 'nopqrstuvwxy';

const withShort = (table: Readonly<Record<string, number>>): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(table).flatMap(([name, value]) => [[name, value] as const, [name.slice(0, 3), value] as const]),
  );

const months = new Map([...withShort(MONTHS), ['sept', 9]]);
const weekdays = withShort(WEEKDAYS);
const ordinals = new Map(Object.entries(ORDINALS));
const units = new Map(
  Object.entries(UNITS).flatMap(([name, unit]) => [[name, unit] as const, [`${name}s`, unit] as const]),
);
const zoneHours = new Map(Object.entries(ZONE_HOURS));

/** A pattern for any of the words, longest first, so that `march` does not match as `mar`. */
const anyOf = (words: Iterable<string>): string => [...words].sort((a, b) => b.length - a.length).join('|');

export const MONTH = anyOf(months.keys());
export const WEEKDAY = anyOf(weekdays.keys());
export const ORDINAL = anyOf(ordinals.keys());
export const UNIT = anyOf(units.keys());

export const monthOf = (word = ''): number | undefined => months.get(word);
export const weekdayNamed = (word = ''): number | undefined => weekdays.get(word);
export const ordinalOf = (word = ''): number | undefined => ordinals.get(word);

export function shiftOf(count: number, unit = ''): Shift | undefined {
  const one = units.get(unit);
  if (!one) return undefined;
  return {
    years: count * (one.years ?? 0),
    months: count * (one.months ?? 0),
    days: count * (one.days ?? 0),
    seconds: count * (one.seconds ?? 0),
    workdays: count * (one.workdays ?? 0),
  };
}

/** Seconds east of UTC for `est`, `cest`, `utc`. */
export function abbreviationOffset(word: string): number | undefined {
  const hours = zoneHours.get(word);
  return hours === undefined ? fixedOffset(word) : hours * 3_600;
}

export function militaryOffset(letter: string): number | undefined {
  if (letter.length !== 1) return undefined;
  if (EAST.includes(letter)) return (EAST.indexOf(letter) + 1) * 3_600;
  return WEST.includes(letter) ? -(WEST.indexOf(letter) + 1) * 3_600 : undefined;
}
