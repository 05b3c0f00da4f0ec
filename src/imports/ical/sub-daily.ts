// Dates of rules that repeat within a day (FREQ=HOURLY, MINUTELY, SECONDLY). Series have no such rules, so they become lists
// of dates. Months, days, hours and minutes that cannot match are skipped as a whole.
import { type Budget, spend } from '../../core/budget.js';
import {
  civilDay,
  DAY,
  dayNumber,
  daysInMonth,
  secondsOf,
  type Wall,
  wallOf,
  weekdayOf,
} from '../../core/time/clock.js';
import { type Bounds, readList, readNumber, readWeekday, splitParts } from '../../core/time/rule.js';
import { readTimeValue } from './time-value.js';

const units: Readonly<Record<string, number>> = { HOURLY: 3_600, MINUTELY: 60, SECONDLY: 1 };
/** Periods that are looked at for one rule. */
const maxPeriods = 100_000;

const lists = {
  BYMONTH: { min: 1, max: 12 },
  BYMONTHDAY: { min: 1, max: 31, signed: true },
  BYHOUR: { min: 0, max: 23 },
  BYMINUTE: { min: 0, max: 59 },
  BYSECOND: { min: 0, max: 60 },
} as const satisfies Readonly<Record<string, Bounds>>;
/** A year of seconds. */
const interval: Bounds = { min: 1, max: 366 * DAY };
const count: Bounds = { min: 1, max: 999_999_999 };
const known = new Set([...Object.keys(lists), 'FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYDAY']);

export const isSubDaily = (rule: string): boolean => /(?:^|;)FREQ=(?:HOURLY|MINUTELY|SECONDLY)(?:;|$)/i.test(rule);

export interface SubDailyOptions {
  readonly start: Wall;
  /** Inclusive. */
  readonly to: Wall;
  /** Maximum number of dates. */
  readonly limit: number;
  /** The clock of the event at a moment in UTC, for UNTIL. */
  readonly toClock: (utc: Wall) => Wall;
  readonly budget?: Budget | undefined;
}

/** UNTIL on the clock of the event. */
function untilOf(text: string, toClock: (utc: Wall) => Wall): Wall | undefined {
  const value = readTimeValue(text);
  if (!value) return undefined;
  if (value.isDate) return `${value.wall.slice(0, 10)} 23:59:59`;
  return value.offset === undefined ? value.wall : toClock(wallOf(secondsOf(value.wall) - value.offset));
}

/** All bounds in seconds on the clock of the event. */
function readRule(rule: string, { start, to, limit, toClock }: SubDailyOptions) {
  const parts = splitParts(rule, known);
  const listOf = (name: keyof typeof lists): readonly number[] => readList(name, parts.get(name), lists[name]);
  const unit = units[parts.get('FREQ') ?? ''] ?? 3_600;
  const [end, wanted] = [parts.get('UNTIL'), parts.get('COUNT')];
  const until = end === undefined ? undefined : untilOf(end, toClock);
  return {
    unit,
    step: unit * readNumber('INTERVAL', parts.get('INTERVAL') ?? '1', interval),
    last: Math.min(secondsOf(to), secondsOf(until ?? to)),
    most: wanted === undefined ? limit : Math.min(limit, readNumber('COUNT', wanted, count)),
    first: secondsOf(start),
    months: listOf('BYMONTH'),
    monthDays: listOf('BYMONTHDAY'),
    weekdays: (parts.get('BYDAY')?.split(',') ?? []).map((day) => readWeekday('BYDAY', day)),
    hours: listOf('BYHOUR'),
    minutes: listOf('BYMINUTE'),
    seconds: listOf('BYSECOND'),
  };
}

type SubDailyRule = ReturnType<typeof readRule>;

/** Seconds after midnight. */
const clockOf = (second: number): number => second - Math.floor(second / DAY) * DAY;

const fits = (list: readonly number[], value: number): boolean => list.length === 0 || list.includes(value);

/** The first second after the month, day, hour or minute that the rule excludes; undefined if it excludes none. */
function skipTo(
  second: number,
  { unit, months, monthDays, weekdays, hours, minutes }: SubDailyRule,
): number | undefined {
  const number = Math.floor(second / DAY);
  const { year, month, day } = civilDay(number);
  if (!fits(months, month)) return dayNumber(year, month, 1) * DAY + daysInMonth(year, month) * DAY;
  const isDay = fits(monthDays, day) || monthDays.includes(day - daysInMonth(year, month) - 1);
  if (!isDay || !fits(weekdays, weekdayOf(number))) return (number + 1) * DAY;
  const clock = clockOf(second);
  if (!fits(hours, Math.floor(clock / 3_600))) return second - (clock % 3_600) + 3_600;
  // For an hourly rule the list gives dates within the hour.
  if (unit <= 60 && !fits(minutes, Math.floor(clock / 60) % 60)) return second - (clock % 60) + 60;
  return undefined;
}

/** Lists of smaller units than the frequency give several dates in each period: their seconds after its beginning. */
function offsetsOf({ unit, first, minutes, seconds }: SubDailyRule): readonly number[] {
  const clock = clockOf(first);
  const within = (list: readonly number[], size: number, own: number): readonly number[] =>
    size >= unit ? [0] : (list.length ? list : [own]).map((value) => value * size);
  const offsets = within(minutes, 60, Math.floor(clock / 60) % 60).flatMap((minute) =>
    // No clock shows second 60.
    within(seconds, 1, clock % 60).flatMap((second) => (second < 60 ? [minute + second] : [])),
  );
  return offsets.sort((one, other) => one - other);
}

/** Ascending dates. Throws `Invalid` for a rule with unknown parts or values out of range. */
export function subDailyDates(text: string, options: SubDailyOptions): readonly Wall[] {
  const rule = readRule(text, options);
  const { unit, step, first, last, most, seconds } = rule;
  const offsets = offsetsOf(rule);
  const origin = Math.floor(first / unit) * unit;
  const dates: Wall[] = [];
  let base = origin;
  for (let period = 0; period < maxPeriods && base <= last && dates.length < most; period++) {
    spend(options.budget, 1);
    const next = skipTo(base, rule);
    if (next !== undefined) {
      base = origin + Math.ceil((next - origin) / step) * step;
      continue;
    }
    for (const offset of offsets) {
      const second = base + offset;
      if (second < first || second > last || dates.length >= most) continue;
      if (unit > 1 || fits(seconds, clockOf(second) % 60)) dates.push(wallOf(second));
    }
    base += step;
  }
  return dates;
}
