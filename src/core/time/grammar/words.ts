// The vocabulary of date texts: months, weekdays, ordinals, units and zones.
import { fixedOffset } from '../zone-offset.js';

/** Words with their numbers from `first` on; slashes separate words of one number. */
const numbered = (names: string, first: number): readonly (readonly [string, number])[] =>
  names.split(' ').flatMap((group, at) => group.split('/').map((name) => [name, first + at] as const));
const withShort = (names: ReturnType<typeof numbered>) =>
  new Map([...names, ...names.map(([name, number]) => [name.slice(0, 3), number] as const)]);

const months = withShort(
  numbered('january february march april may june july august september/sept october november december', 1),
);
/** 0 is Sunday. */
const weekdays = withShort(
  numbered('sunday monday tuesday/tues wednesday/weds thursday/thur/thurs friday saturday', 0),
);
const ordinals = new Map(
  numbered(
    'previous/last this next/first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth',
    -1,
  ),
);

const shiftUnits = ['years', 'months', 'days', 'seconds', 'workdays'] as const;
/** Workdays are Monday to Friday. */
export type Shift = Readonly<Record<(typeof shiftUnits)[number], number>>;

export const shiftBy = (count: (unit: keyof Shift) => number): Shift =>
  Object.fromEntries(shiftUnits.map((unit) => [unit, count(unit)])) as Shift;

export const NO_SHIFT: Shift = shiftBy(() => 0);

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
  return shiftBy((name) => count * (one[name] ?? 0));
}

/** Seconds east of UTC for `est`, `cest`, `utc`. */
export function abbreviationOffset(word: string): number | undefined {
  const hours = zoneHours.get(word);
  return hours === undefined ? fixedOffset(word) : hours * 3_600;
}
