// Rules (RFC 5545) that the controls of the widget can express, to and from text. Other rules are entered as text. Pure.
import { isWall, plus } from '../wall-clock';

export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof frequencies)[number];

export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof weekdays)[number];

/** A day within a month: by number, from the end if negative, or by weekday (the second, the last: -1). */
export type MonthDay = { readonly day: number } | { readonly nth: number; readonly weekday: Weekday };

export type Ending =
  | { readonly type: 'never' }
  /** Last day, `YYYY-MM-DD`. */
  | { readonly type: 'until'; readonly day: string }
  | { readonly type: 'count'; readonly count: number };

export interface SimpleRule {
  readonly frequency: Frequency;
  readonly interval: number;
  /** Of a weekly rule. */
  readonly days: readonly Weekday[];
  /** Of a monthly or yearly rule. A yearly one is in the month of the start. */
  readonly on: MonthDay;
  /** From 1 to 12; empty for every month. Of all but yearly rules. */
  readonly months: readonly number[];
  readonly end: Ending;
}

export const maxInterval = 1_000;
export const maxCount = 10_000;

const daySeconds = 86_400;
const numbersIn = (wall: string): readonly number[] => wall.slice(0, 10).split('-').map(Number);

export function weekdayOf(wall: string): Weekday {
  const date = new Date(`${wall.slice(0, 10)}T00:00:00Z`);
  return weekdays[(date.getUTCDay() + 6) % 7] ?? 'MO';
}

export const monthOf = (wall: string): number => numbersIn(wall)[1] ?? 1;

/** The months of the year; with `month` switched on. */
export const withMonth = (months: readonly number[], month: number): readonly number[] =>
  [...new Set([...months, month])].sort((one, other) => one - other);

/** The ways to name the day of a start within its month: 26 May 2027 is day 26, the fourth Wednesday and the last one. */
export function monthDaysOf(start: string): readonly MonthDay[] {
  const [, month = 1, day = 1] = numbersIn(start);
  const weekday = weekdayOf(start);
  const isInMonth = (days: number) => numbersIn(plus(`${start.slice(0, 10)} 00:00:00`, days * daySeconds))[1] === month;
  const nth = Math.ceil(day / 7);
  return [
    { day },
    ...(isInMonth(1) ? [] : [{ day: -1 }]),
    // Not every month has a fifth one.
    ...(nth < 5 ? [{ nth, weekday }] : []),
    ...(isInMonth(7) ? [] : [{ nth: -1, weekday }]),
  ];
}

export const monthDayKey = (on: MonthDay): string => ('day' in on ? `${on.day}` : `${on.nth}${on.weekday}`);

/** The rule of a new choice: the day of the start, without an end. */
export const initialRule = (frequency: Frequency, start: string, end: Ending = { type: 'never' }): SimpleRule => ({
  frequency,
  interval: 1,
  days: [weekdayOf(start)],
  on: monthDaysOf(start)[0] ?? { day: 1 },
  months: [],
  end,
});

const partsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .replace(/\s+/g, '')
      .toUpperCase()
      .replace(/^RRULE:/, '')
      .split(';')
      .filter(Boolean)
      .map((part) => {
        const [name = '', value = ''] = part.split('=');
        return [name, value] as const;
      }),
  );

const isWeekday = (text: string): text is Weekday => weekdays.some((known) => known === text);

function readDays(text: string | undefined, start: string): readonly Weekday[] | undefined {
  if (text === undefined) return [weekdayOf(start)];
  const days = text.split(',');
  return days.every(isWeekday) ? weekdays.filter((day) => days.includes(day)) : undefined;
}

function readMonthDay(parts: ReadonlyMap<string, string>, start: string): MonthDay | undefined {
  const [byDay, byMonthDay] = [parts.get('BYDAY'), parts.get('BYMONTHDAY')];
  if (byDay !== undefined && byMonthDay !== undefined) return undefined;
  if (byMonthDay !== undefined) return /^-?\d{1,2}$/.test(byMonthDay) ? { day: Number(byMonthDay) } : undefined;
  if (byDay === undefined) return { day: Number(start.slice(8, 10)) };
  const [, nth = '', weekday = ''] = /^(-?\d)([A-Z]{2})$/.exec(byDay) ?? [];
  return isWeekday(weekday) ? { nth: Number(nth), weekday } : undefined;
}

function readMonths(text: string | undefined): readonly number[] | undefined {
  if (text === undefined) return [];
  const months = text.split(',').map(Number);
  const isMonth = (month: number) => Number.isInteger(month) && month >= 1 && month <= 12;
  return months.every(isMonth) ? [...new Set(months)].sort((one, other) => one - other) : undefined;
}

/** A time of day in UNTIL, as in a series that was split, must not exclude the date on that day. */
function readEnding(parts: ReadonlyMap<string, string>, start: string): Ending | undefined {
  const [count, until] = [parts.get('COUNT'), parts.get('UNTIL')];
  if (count !== undefined && until !== undefined) return undefined;
  if (count !== undefined) return /^\d{1,5}$/.test(count) ? { type: 'count', count: Number(count) } : undefined;
  if (until === undefined) return { type: 'never' };
  const [, year, month, day, time = '235959'] = /^(\d{4})(\d\d)(\d\d)(?:T(\d{6}))?$/.exec(until) ?? [];
  if (!year || time < start.slice(11).replaceAll(':', '')) return undefined;
  return { type: 'until', day: `${year}-${month}-${day}` };
}

const partsByFrequency: Readonly<Record<Frequency, readonly string[]>> = {
  DAILY: ['BYMONTH'],
  WEEKLY: ['BYDAY', 'BYMONTH'],
  MONTHLY: ['BYDAY', 'BYMONTHDAY', 'BYMONTH'],
  YEARLY: ['BYDAY', 'BYMONTHDAY', 'BYMONTH'],
};

/** Undefined if the controls cannot express the rule. Parts that the rule does not have follow from the start. */
export function readRule(text: string, start: string): SimpleRule | undefined {
  if (!isWall(start)) return undefined;
  const parts = partsOf(text);
  const frequency = frequencies.find((known) => known === parts.get('FREQ'));
  if (!frequency) return undefined;
  const known = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', ...partsByFrequency[frequency]];
  if (![...parts.keys()].every((name) => known.includes(name))) return undefined;
  const interval = Number(parts.get('INTERVAL') ?? 1);
  const days = frequency === 'WEEKLY' ? readDays(parts.get('BYDAY'), start) : [weekdayOf(start)];
  const on = readMonthDay(frequency === 'WEEKLY' ? new Map() : parts, start);
  const end = readEnding(parts, start);
  const months = frequency === 'YEARLY' ? [] : readMonths(parts.get('BYMONTH'));
  if (!Number.isInteger(interval) || interval < 1 || !days || !on || !months || !end) return undefined;
  // Without a month, a yearly rule by day means every month, and by weekday the whole year.
  const month = parts.get('BYMONTH');
  const isDayOfMonth = parts.has('BYDAY') || parts.has('BYMONTHDAY');
  const isInMonth = isDayOfMonth ? month === String(Number(start.slice(5, 7))) : month === undefined;
  if (frequency === 'YEARLY' && !isInMonth) return undefined;
  return { frequency, interval, days, on, months, end };
}

function endParts(end: Ending): readonly string[] {
  switch (end.type) {
    case 'never':
      return [];
    case 'until':
      return [`UNTIL=${end.day.replaceAll('-', '')}`];
    case 'count':
      return [`COUNT=${end.count}`];
  }
}

const monthDayPart = (on: MonthDay): string => ('day' in on ? `BYMONTHDAY=${on.day}` : `BYDAY=${on.nth}${on.weekday}`);

function dayParts({ frequency, days, on }: SimpleRule, start: string): readonly string[] {
  switch (frequency) {
    case 'DAILY':
      return [];
    case 'WEEKLY':
      return [`BYDAY=${days.join(',')}`];
    case 'MONTHLY':
      return [monthDayPart(on)];
    case 'YEARLY':
      return [`BYMONTH=${Number(start.slice(5, 7))}`, monthDayPart(on)];
  }
}

export const writeRule = (rule: SimpleRule, start: string): string =>
  [
    `FREQ=${rule.frequency}`,
    ...(rule.interval > 1 ? [`INTERVAL=${rule.interval}`] : []),
    ...(rule.months.length > 0 ? [`BYMONTH=${rule.months.join(',')}`] : []),
    ...dayParts(rule, start),
    ...endParts(rule.end),
  ].join(';');

/**
 * The rule of a series whose start moves to another day: a weekly rule exchanges the weekday unless it has the new one, a
 * monthly or yearly one names the new day in the same way; a rule for some months gets the new one. Undefined if the controls cannot express the rule.
 */
export function moveRule(text: string, from: string, to: string): string | undefined {
  const rule = readRule(text, from);
  if (!rule || !isWall(to)) return undefined;
  const [before, after] = [weekdayOf(from), weekdayOf(to)];
  const months = rule.months.length > 0 ? withMonth(rule.months, monthOf(to)) : [];
  const isSameDay = rule.frequency === 'DAILY' || (rule.frequency === 'WEEKLY' && rule.days.includes(after));
  const stays = isSameDay && months.length === rule.months.length;
  if (stays || from.slice(0, 10) === to.slice(0, 10)) return text;
  const days = weekdays.filter((day) => day === after || (day !== before && rule.days.includes(day)));
  return writeRule({ ...rule, days, months, on: namedLike(rule.on, monthDaysOf(to)) ?? rule.on }, to);
}

/** By number or by weekday, and from the same end of the month if possible. */
function namedLike(on: MonthDay, ways: readonly MonthDay[]): MonthDay | undefined {
  const isFromEnd = (way: MonthDay) => monthDayKey(way).startsWith('-');
  const alike = ways.filter((way) => 'day' in way === 'day' in on);
  return alike.find((way) => isFromEnd(way) === isFromEnd(on)) ?? alike[0];
}
