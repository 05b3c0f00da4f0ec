// Turns a date as written into a clock reading or an instant. Results outside the years 0001..9999 do not
// exist: both functions then answer undefined, and the text counts as unreadable.
import {
  civilDay,
  DAY,
  dayNumber,
  daysInMonth,
  type Instant,
  inRange,
  secondsOf,
  textOf,
  type Wall,
  weekdayOf,
} from './clock.js';
import { type DateText, plus, type WeekdayRule } from './grammar/part.js';
import type { Shift } from './grammar/words.js';
import { instantSecond } from './zone.js';
import { offsetAtSecond } from './zone-offset.js';

const modulo = (n: number, size: number): number => ((n % size) + size) % size;

/** Day number of a month and day that may lie outside their year and month: 30 February is 2 March. */
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

/** Counts Monday to Friday; a weekend counts as the working day it follows in the direction of the count. */
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

/** The day before workdays are counted. */
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
  // PHP finds the weekday first and moves by months afterwards; so do we, though "monday next month" may be a Thursday.
  const from = civilDay(start);
  return rolledDay(from.year + shift.years, from.month + shift.months, from.day + shift.days);
}

/** Seconds on the clock the text speaks of, where `now` is that clock's present reading. */
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

/** "now", "+2 hours": no calendar is involved, so the instant is exact even where clocks show an hour twice. */
function isElapsed(date: DateText): boolean {
  const { years, months, days, workdays } = plus(date.shift, date.counted);
  const calendar = date.midnight || date.time || date.weekday || date.edge || date.nth;
  return !calendar && date.month === undefined && !years && !months && !days && !workdays;
}

interface Clock {
  readonly now: number;
  readonly toInstant: (reading: number) => number;
}

/** The clock a text is read on: Unix seconds speak of UTC at that moment, others of their own zone or the given one. */
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

/** The instant meant: a text without a zone is read in `zone`, zones and offsets in the text are honoured. */
export function resolveInstant(
  date: DateText,
  at: { readonly now: Instant; readonly zone: string },
): Instant | undefined {
  const second = resolveSecond(date, at.now, at.zone);
  return second === undefined ? undefined : textOf(second);
}

/**
 * The clock reading in `zone`. With 'honour' a text that names its instant is converted to `zone`; with
 * 'ignore' its zone is dropped and the reading kept as written, Unix seconds giving the UTC reading.
 * A reading skipped in spring is returned as written: toInstant moves it.
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
    return wall !== undefined && inRange(wall) ? textOf(wall) : undefined;
  }
  const clock = clockOf(meant, at.now, at.zone);
  const seconds = inRange(clock.now) ? reading(meant, clock.now) : undefined;
  return seconds === undefined ? undefined : textOf(seconds);
}
