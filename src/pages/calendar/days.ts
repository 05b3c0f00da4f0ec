// Days, weeks and months as paths name them. Pure; days are calendar dates without a time zone. Only the years 1970 to
// 2100 have pages.
import { civilDay, DAY, dayNumber, daysInMonth, padded, secondsOf, weekdayOf } from '../../core/time/clock.js';

/** `YYYY-MM-DD` */
export type Day = string;

const firstYear = 1970;
const lastYear = 2100;

/** Days since 1970-01-01. */
export const numberOf = (day: Day): number => secondsOf(`${day} 00:00:00`) / DAY;

export function dayAt(number: number): Day {
  const { year, month, day } = civilDay(number);
  return `${String(year).padStart(4, '0')}-${padded(month)}-${padded(day)}`;
}

export const plusDays = (day: Day, days: number): Day => dayAt(numberOf(day) + days);

const within = (year: number): boolean => year >= firstYear && year <= lastYear;

export const isWithin = (day: Day): boolean => within(Number(day.slice(0, 4)));

export function readDay(text: string): Day | undefined {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined || !within(year)) return undefined;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month) ? text : undefined;
}

/** `YYYY-MM` */
export type Month = string;

export const monthOf = (day: Day): Month => day.slice(0, 7);

export const readMonth = (text: string): Month | undefined => (readDay(`${text}-01`) ? text : undefined);

export const firstOf = (month: Month): Day => `${month}-01`;

export function lastOf(month: Month): Day {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return `${month}-${padded(daysInMonth(year, number))}`;
}

export function plusMonths(month: Month, months: number): Month {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const count = year * 12 + number - 1 + months;
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${padded((count % 12) + 1)}`;
}

/** The first day of the week that contains this day; weekday 0 is Sunday. */
export const startOfWeek = (day: Day, firstWeekday: number): Day =>
  plusDays(day, -((weekdayOf(numberOf(day)) - firstWeekday + 7) % 7));

export const daysFrom = (first: Day, count: number): readonly Day[] => {
  const number = numberOf(first);
  return Array.from({ length: count }, (_, at) => dayAt(number + at));
};

/** The full weeks that contain days of a month. */
export function weeksOf(month: Month, firstWeekday: number): readonly (readonly Day[])[] {
  const first = startOfWeek(firstOf(month), firstWeekday);
  const weeks = Math.floor((numberOf(lastOf(month)) - numberOf(first)) / 7) + 1;
  return Array.from({ length: weeks }, (_, at) => daysFrom(plusDays(first, 7 * at), 7));
}

const thursday = 4;

/** ISO 8601 week, `2026-W47`: the year and week of its Thursday, whatever weekday the locale starts with. */
export function weekName(days: readonly Day[]): string {
  const middle = days.find((day) => weekdayOf(numberOf(day)) === thursday) ?? '';
  const year = Number(middle.slice(0, 4));
  return `${middle.slice(0, 4)}-W${padded(Math.floor((numberOf(middle) - dayNumber(year, 1, 1)) / 7) + 1)}`;
}

/** Reads a week by its ISO name or by one of its days. */
export function readWeek(text: string, firstWeekday: number): readonly Day[] | undefined {
  const [, year, week] = (/^(\d{4})-W(\d\d)$/.exec(text) ?? []).map(Number);
  const inside = year === undefined || week === undefined ? readDay(text) : thursdayOf(year, week);
  return inside && isWithin(inside) ? daysFrom(startOfWeek(inside, firstWeekday), 7) : undefined;
}

function thursdayOf(year: number, week: number): Day | undefined {
  const first = dayNumber(year, 1, 1);
  const number = first + ((thursday - weekdayOf(first) + 7) % 7) + 7 * (week - 1);
  return week >= 1 && civilDay(number).year === year ? dayAt(number) : undefined;
}
