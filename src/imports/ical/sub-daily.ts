// Dates of rules that repeat within a day (FREQ=HOURLY, MINUTELY, SECONDLY). Series have no such rules, so they become lists
// of dates.
import { Invalid } from '../../core/problem.js';
import { civilDay, DAY, daysInMonth, secondsOf, textOf, type Wall, weekdayOf } from '../../core/time/clock.js';
import { readTimeValue } from './time-value.js';

const units: Readonly<Record<string, number>> = { HOURLY: 3_600, MINUTELY: 60, SECONDLY: 1 };
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
/** Periods that are looked at. */
const maxPeriods = 100_000;
const known = new Set([
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'WKST',
  'BYMONTH',
  'BYMONTHDAY',
  'BYDAY',
  'BYHOUR',
  'BYMINUTE',
  'BYSECOND',
]);

export const isSubDaily = (rule: string): boolean => /(?:^|;)FREQ=(?:HOURLY|MINUTELY|SECONDLY)(?:;|$)/i.test(rule);

function partsOf(rule: string): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  for (const part of rule.toUpperCase().replace(/\s+/g, '').split(';')) {
    const [name = '', value = ''] = part.split('=');
    if (name === '') continue;
    if (!known.has(name)) throw new Invalid(`The rule has an unknown part: ${name.slice(0, 40)}.`);
    parts.set(name, value);
  }
  return parts;
}

const numbersOf = (text: string | undefined): readonly number[] =>
  text === undefined ? [] : text.split(',').map(Number).filter(Number.isInteger);

/** Ascending dates up to `to`, at most `limit`. */
export function subDailyDates(
  rule: string,
  start: Wall,
  to: Wall,
  limit: number,
  until: (text: string) => Wall | undefined,
): readonly Wall[] {
  const parts = partsOf(rule);
  const unit = units[parts.get('FREQ') ?? ''] ?? 3_600;
  const step = unit * Math.max(1, numbersOf(parts.get('INTERVAL'))[0] ?? 1);
  const first = secondsOf(start);
  const end = parts.get('UNTIL');
  const last = Math.min(secondsOf(to), secondsOf((end === undefined ? undefined : until(end)) ?? to));
  const most = Math.min(limit, numbersOf(parts.get('COUNT'))[0] ?? limit);
  const months = numbersOf(parts.get('BYMONTH'));
  const monthDays = numbersOf(parts.get('BYMONTHDAY'));
  const days = parts.get('BYDAY')?.split(',') ?? [];
  const [hours, minutes, seconds] = ['BYHOUR', 'BYMINUTE', 'BYSECOND'].map((name) => numbersOf(parts.get(name)));
  const fits = (list: readonly number[] | undefined, value: number): boolean => !list?.length || list.includes(value);
  const isDay = (second: number): boolean => {
    const number = Math.floor(second / DAY);
    const { year, month, day } = civilDay(number);
    return (
      fits(months, month) &&
      (fits(monthDays, day) || monthDays.includes(day - daysInMonth(year, month) - 1)) &&
      (days.length === 0 || days.includes(weekdays[weekdayOf(number)] ?? ''))
    );
  };
  const dates: Wall[] = [];
  // Lists of smaller units than the frequency give several dates in each period.
  const within = (list: readonly number[] | undefined, size: number, own: number): readonly number[] =>
    (list?.length && size < unit ? list : [own]).map((value) => value * size);
  for (let period = 0; period < maxPeriods && dates.length < most; period++) {
    const base = Math.floor(first / unit) * unit + period * step;
    if (base > last) break;
    const offsets = within(minutes, 60, unit > 60 ? Math.floor(first / 60) % 60 : 0).flatMap((minute) =>
      within(seconds, 1, unit > 1 ? first % 60 : 0).map((second) => minute + second),
    );
    for (const offset of offsets.toSorted((one, other) => one - other)) {
      const second = base + offset;
      if (second < first || second > last || dates.length >= most || !isDay(second)) continue;
      const clock = second - Math.floor(second / DAY) * DAY;
      if (!fits(hours, Math.floor(clock / 3_600))) continue;
      if (!fits(minutes, Math.floor(clock / 60) % 60) || !fits(seconds, clock % 60)) continue;
      dates.push(textOf(second));
    }
  }
  return dates;
}

/** UNTIL on the clock of the event. */
export const untilOf = (text: string, toClock: (utc: Wall) => Wall): Wall | undefined => {
  const value = readTimeValue(text);
  if (!value) return undefined;
  if (value.isDate) return `${value.wall.slice(0, 10)} 23:59:59`;
  return value.offset === undefined ? value.wall : toClock(textOf(secondsOf(value.wall) - value.offset));
};
