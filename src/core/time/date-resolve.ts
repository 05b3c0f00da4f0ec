// Resolves a parsed date to a wall-clock time or an instant. Both functions return undefined outside the years 0001 to
// 9999; the text is then invalid.
import {
  civilDay,
  DAY,
  dayNumber,
  daysInMonth,
  type Instant,
  inRange,
  secondsOf,
  type Wall,
  wallOf,
  weekdayOf,
} from './clock.js';
import { type DateText, plus, type WeekdayRule } from './grammar/part.js';
import type { Shift } from './grammar/words.js';
import { instantSecond } from './zone.js';
import { offsetAtSecond } from './zone-offset.js';

const modulo = (n: number, size: number): number => ((n % size) + size) % size;

/** Day number of a month and day that may overflow: 30 February is 2 March. */
function rolledDay(year: number, month: number, day: number): number {
  const months = year * 12 + month - 1;
  return dayNumber(Math.floor(months / 12), modulo(months, 12) + 1, 1) + day - 1;
}

function daysToWeekday(from: number, target: number, rule: WeekdayRule): number {
  switch (rule) {
    case 'onward':
      return modulo(target - from, 7);
    case 'after':
      return modulo(target - from - 1, 7) + 1;
    case 'in-week':
      return modulo(target - 1, 7) - modulo(from - 1, 7);
  }
}

/** Counts Monday to Friday; a start on a weekend counts from the preceding working day in the direction of the count. */
function plusWorkdays(days: number, count: number): number {
  if (count === 0) return days;
  const index = modulo(weekdayOf(days) - 1, 7);
  const start = index < 5 ? days : days + (count > 0 ? 4 : 7) - index;
  const place = modulo(weekdayOf(start) - 1, 7) + count;
  return start + Math.floor(place / 5) * 7 + modulo(place, 5) - modulo(weekdayOf(start) - 1, 7);
}

function nthWeekday(year: number, month: number, nth: { readonly weekday: number; readonly n: number }): number {
  if (nth.n < 0) {
    const next = rolledDay(year, month + 1, 1);
    return next + daysToWeekday(weekdayOf(next), nth.weekday, 'onward') - 7;
  }
  const first = rolledDay(year, month, 1);
  return first + daysToWeekday(weekdayOf(first), nth.weekday, 'onward') + (nth.n - 1) * 7;
}

/** The day before workdays are added. */
function calendarDay(date: DateText, nowDay: number, shift: Shift): number | undefined {
  const now = civilDay(nowDay);
  const { year = now.year, month = now.month, day = now.day, weekday } = date;
  if (date.strict && date.day !== undefined && day > daysInMonth(year, month)) return undefined;
  const shiftedYear = year + shift.years;
  const shiftedMonth = month + shift.months;
  if (date.nth) return nthWeekday(shiftedYear, shiftedMonth, date.nth) + shift.days;
  if (date.edge === 'first') return rolledDay(shiftedYear, shiftedMonth, 1) + date.counted.days;
  if (date.edge === 'last') return rolledDay(shiftedYear, shiftedMonth + 1, 0) + date.counted.days;
  const written = rolledDay(year, month, day);
  const start = weekday ? written + daysToWeekday(weekdayOf(written), weekday.day, weekday.rule) : written;
  // As in PHP the weekday is applied before months, so "monday next month" may be a Thursday.
  const from = civilDay(start);
  return rolledDay(from.year + shift.years, from.month + shift.months, from.day + shift.days);
}

/** Seconds on the clock that the text refers to; `now` is the current time on that clock. */
function reading(date: DateText, now: number): number | undefined {
  const nowDay = Math.floor(now / DAY);
  const shift = plus(date.shift, date.counted);
  const days = calendarDay(date, nowDay, shift);
  if (days === undefined) return undefined;
  const present = date.midnight ? 0 : now - nowDay * DAY;
  const time = date.time ? date.time.hour * 3_600 + date.time.minute * 60 + date.time.second : present;
  const seconds = plusWorkdays(days, shift.workdays) * DAY + time + shift.seconds;
  return inRange(seconds) ? seconds : undefined;
}

/** "now", "+2 hours": without calendar units the instant is exact, even in the repeated hour of autumn. */
function isElapsed(date: DateText): boolean {
  const { years, months, days, workdays } = plus(date.shift, date.counted);
  const calendar = date.midnight || date.time || date.weekday || date.edge || date.nth;
  return !calendar && date.month === undefined && !years && !months && !days && !workdays;
}

/** With a day and a time of day nothing is taken from the current time. */
export const isFixed = ({ year, month, day, midnight, time }: DateText): boolean =>
  year !== undefined && month !== undefined && day !== undefined && (midnight || time !== undefined);

interface Clock {
  readonly now: number;
  readonly toInstant: (reading: number) => number;
}

/** The clock that a text refers to: UTC for Unix seconds, else the zone in the text, else the given one. */
function clockOf(date: DateText, now: Instant, zone: string): Clock {
  if (date.unix !== undefined) return { now: date.unix, toInstant: (seconds) => seconds };
  const present = secondsOf(now);
  if (date.zone?.kind === 'offset') {
    const ahead = date.zone.seconds;
    return { now: present + ahead, toInstant: (seconds) => seconds - ahead };
  }
  const name = date.zone?.name ?? zone;
  return { now: present + offsetAtSecond(present, name), toInstant: (seconds) => instantSecond(seconds, name) };
}

function resolveSecond(date: DateText, now: Instant, zone: string): number | undefined {
  if (isElapsed(date)) {
    const exact = (date.unix ?? secondsOf(now)) + date.shift.seconds + date.counted.seconds;
    return inRange(exact) ? exact : undefined;
  }
  const clock = clockOf(date, now, zone);
  const read = inRange(clock.now) ? reading(date, clock.now) : undefined;
  const second = read === undefined ? undefined : clock.toInstant(read);
  return second !== undefined && inRange(second) ? second : undefined;
}

/** The instant of a date. `zone` applies if the text has none. */
export function resolveInstant(
  date: DateText,
  at: { readonly now: Instant; readonly zone: string },
): Instant | undefined {
  const second = resolveSecond(date, at.now, at.zone);
  return second === undefined ? undefined : wallOf(second);
}

/**
 * The wall-clock time in `zone`. With 'honour' a text with its own zone or offset is converted to `zone`; with 'ignore' its
 * zone is dropped and the time kept as written, and Unix seconds give UTC. A time in the spring gap is returned as
 * written: `toInstant` moves it.
 */
export function resolveWall(
  date: DateText,
  at: { readonly now: Instant; readonly zone: string; readonly offsets: 'honour' | 'ignore' },
): Wall | undefined {
  const meant = at.offsets === 'ignore' ? { ...date, zone: undefined } : date;
  const fixed = meant.zone !== undefined || (date.unix !== undefined && at.offsets === 'honour');
  if (fixed || (date.unix === undefined && isElapsed(meant))) {
    const second = resolveSecond(meant, at.now, at.zone);
    const wall = second === undefined ? undefined : second + offsetAtSecond(second, at.zone);
    return wall !== undefined && inRange(wall) ? wallOf(wall) : undefined;
  }
  const clock = clockOf(meant, at.now, at.zone);
  const seconds = inRange(clock.now) ? reading(meant, clock.now) : undefined;
  return seconds === undefined ? undefined : wallOf(seconds);
}
