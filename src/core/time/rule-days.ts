// The days of a recurrence rule, period by period: a day, week, month or year. Days are numbers since 1970-01-01.
import { civilDay, dayNumber, daysInMonth, type Wall, weekdayOf } from './clock.js';
import type { NthWeekday, Rule } from './rule.js';

const modulo = (n: number, size: number): number => ((n % size) + size) % size;

/** The first and last day within which BYDAY counts. */
interface Range {
  readonly first: number;
  readonly last: number;
}

const monthOf = (year: number, month: number): Range => {
  const first = dayNumber(year, month, 1);
  return { first, last: first + daysInMonth(year, month) - 1 };
};

const yearOf = (year: number): Range => ({ first: dayNumber(year, 1, 1), last: dayNumber(year, 12, 31) });

/** First day of week 1: the first week with at least four days in the year. */
export function firstWeekOf(year: number, weekStart: number): number {
  const first = dayNumber(year, 1, 1);
  const before = modulo(weekdayOf(first) - weekStart, 7);
  return first - before + (before > 3 ? 7 : 0);
}

/** The year that the week of a day belongs to; around New Year it can differ from the calendar year. */
function weekYearOf(day: number, weekStart: number): number {
  const { year } = civilDay(day);
  if (day < firstWeekOf(year, weekStart)) return year - 1;
  return day >= firstWeekOf(year + 1, weekStart) ? year + 1 : year;
}

/** The parts that the start adds: its weekday, day or month, where the rule does not select days itself. */
export function withImpliedParts(rule: Rule, start: Wall): Rule {
  const { freq, byMonth, byWeekNo } = rule;
  if (freq === 'DAILY' || rule.byDay.length || rule.byMonthDay.length || rule.byYearDay.length) return rule;
  const [year, month, day] = [Number(start.slice(0, 4)), Number(start.slice(5, 7)), Number(start.slice(8, 10))];
  if (freq === 'WEEKLY' || byWeekNo.length)
    return { ...rule, byDay: [{ weekday: weekdayOf(dayNumber(year, month, day)), nth: 0 }] };
  const months = freq === 'YEARLY' && byMonth.length === 0 ? [month] : byMonth;
  return { ...rule, byMonth: months, byMonthDay: [day] };
}

function weekdaysIn({ first, last }: Range, byDay: readonly NthWeekday[]): number[] {
  const days: number[] = [];
  for (const { weekday, nth } of byDay) {
    const earliest = first + modulo(weekday - weekdayOf(first), 7);
    const latest = last - modulo(weekdayOf(last) - weekday, 7);
    const day = nth > 0 ? earliest + 7 * (nth - 1) : latest + 7 * (nth + 1);
    if (nth !== 0 && day >= first && day <= last) days.push(day);
    if (nth === 0) for (let every = earliest; every <= latest; every += 7) days.push(every);
  }
  return days;
}

/** BYMONTHDAY in one month. SKIP decides about days that the month does not have. */
function monthDaysIn({ first, last }: Range, { byMonthDay, skip }: Rule): number[] {
  return byMonthDay.flatMap((n) => {
    const day = n > 0 ? first + n - 1 : last + n + 1;
    if (day >= first && day <= last) return [day];
    if (skip === 'OMIT') return [];
    return [skip === 'BACKWARD' ? last : last + 1];
  });
}

const counts = (list: readonly number[], value: number, length: number): boolean =>
  list.length === 0 || list.includes(value) || list.includes(value - length - 1);

function hasWeekday(day: number, { byDay, freq, byMonth }: Rule): boolean {
  if (byDay.length === 0) return true;
  const weekday = weekdayOf(day);
  return byDay.some((one) => {
    if (one.weekday !== weekday || one.nth === 0) return one.weekday === weekday;
    const { year, month } = civilDay(day);
    const { first, last } = freq === 'YEARLY' && byMonth.length === 0 ? yearOf(year) : monthOf(year, month);
    return one.nth > 0 ? Math.floor((day - first) / 7) + 1 === one.nth : Math.floor((last - day) / 7) + 1 === -one.nth;
  });
}

/** All BY parts as conditions on one day. */
function fits(day: number, rule: Rule): boolean {
  const { byMonth, byMonthDay, byYearDay } = rule;
  if (!hasWeekday(day, rule)) return false;
  if (byMonth.length === 0 && byMonthDay.length === 0 && byYearDay.length === 0) return true;
  const { year, month, day: ofMonth } = civilDay(day);
  if (byMonth.length && !byMonth.includes(month)) return false;
  const { first, last } = yearOf(year);
  return counts(byMonthDay, ofMonth, daysInMonth(year, month)) && counts(byYearDay, day - first + 1, last - first + 1);
}

/** The days of a period that have to be looked at, and those of them that the rule selects, in no order. */
interface Candidates {
  readonly looked: readonly number[];
  readonly selected: readonly number[];
}

const filtered = (looked: readonly number[], rule: Rule): Candidates => ({
  looked,
  selected: looked.filter((day) => fits(day, rule)),
});

function inMonths(months: readonly Range[], rule: Rule): Candidates {
  if (rule.byMonthDay.length === 0) {
    const days = months.flatMap((month) => weekdaysIn(month, rule.byDay));
    return { looked: days, selected: days };
  }
  const looked = months.flatMap((month) => monthDaysIn(month, rule));
  return { looked, selected: looked.filter((day) => hasWeekday(day, rule)) };
}

const allMonths = Array.from({ length: 12 }, (_, n) => n + 1);

function inYear(year: number, rule: Rule): Candidates {
  const { byMonth, byWeekNo, byYearDay, byMonthDay, byDay, weekStart } = rule;
  if (byWeekNo.length) {
    const first = firstWeekOf(year, weekStart);
    const weeks = (firstWeekOf(year + 1, weekStart) - first) / 7;
    const numbers = byWeekNo.map((n) => (n > 0 ? n : weeks + n + 1)).filter((n) => n >= 1 && n <= weeks);
    return filtered(
      numbers.flatMap((n) => weekdaysIn({ first: first + 7 * (n - 1), last: first + 7 * n - 1 }, everyWeekday)),
      rule,
    );
  }
  const whole = yearOf(year);
  if (byYearDay.length) {
    const days = byYearDay.map((n) => (n > 0 ? whole.first + n - 1 : whole.last + n + 1));
    return filtered(
      days.filter((day) => day >= whole.first && day <= whole.last),
      rule,
    );
  }
  if (byMonthDay.length || byMonth.length) {
    const months = byMonth.length ? byMonth : allMonths;
    return inMonths(
      months.map((month) => monthOf(year, month)),
      rule,
    );
  }
  const days = weekdaysIn(whole, byDay);
  return { looked: days, selected: days };
}

const everyWeekday = Array.from({ length: 7 }, (_, weekday) => ({ weekday, nth: 0 }));

export interface Periods {
  /** Number of the period that contains this day, or of one shortly before it. */
  indexBefore(day: number): number;
  firstDay(index: number): number;
  days(index: number): Candidates;
}

/** The periods of a rule whose implied parts are set. Period 0 contains the start. */
export function periodsOf(rule: Rule, startDay: number): Periods {
  const { freq, interval, weekStart, byWeekNo, byMonth } = rule;
  const evenly = (first: number, length: number, days: Periods['days']): Periods => ({
    indexBefore: (day) => Math.floor((day - first) / length),
    firstDay: (index) => first + index * length,
    days,
  });
  if (freq === 'DAILY') {
    return evenly(startDay, interval, (index) => filtered([startDay + index * interval], rule));
  }
  if (freq === 'WEEKLY') {
    const first = startDay - modulo(weekdayOf(startDay) - weekStart, 7);
    const length = 7 * interval;
    const offsets = rule.byDay.map(({ weekday }) => modulo(weekday - weekStart, 7));
    return evenly(first, length, (index) => {
      const days = offsets.map((offset) => first + index * length + offset);
      return byMonth.length ? filtered(days, rule) : { looked: days, selected: days };
    });
  }
  const start = civilDay(startDay);
  if (freq === 'MONTHLY') {
    const origin = start.year * 12 + start.month - 1;
    const yearAndMonth = (index: number) => {
      const months = origin + index * interval;
      return { year: Math.floor(months / 12), month: modulo(months, 12) + 1 };
    };
    return {
      indexBefore: (day) => {
        const { year, month } = civilDay(day);
        // SKIP=FORWARD reaches the first day of the next month, hence one period earlier.
        return Math.floor((year * 12 + month - 1 - origin) / interval) - 1;
      },
      firstDay: (index) => monthOf(yearAndMonth(index).year, yearAndMonth(index).month).first,
      days: (index) => {
        const { year, month } = yearAndMonth(index);
        if (byMonth.length && !byMonth.includes(month)) return { looked: [], selected: [] };
        return inMonths([monthOf(year, month)], rule);
      },
    };
  }
  const origin = byWeekNo.length ? weekYearOf(startDay, weekStart) : start.year;
  return {
    // A day in January can belong to the last week of the year before.
    indexBefore: (day) => Math.floor((civilDay(day).year - origin) / interval) - 1,
    firstDay: (index) => {
      const year = origin + index * interval;
      return byWeekNo.length ? firstWeekOf(year, weekStart) : yearOf(year).first;
    },
    days: (index) => inYear(origin + index * interval, rule),
  };
}
