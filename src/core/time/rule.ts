// Recurrence rules (RFC 5545 section 3.3.10, SKIP of RFC 7529): data, parser and normal form. Rules know no zone: UNTIL in
// UTC is converted to the wall clock once, here.

import { Invalid } from '../problem.js';
import type { Wall } from './clock.js';
import { basicFormat, readDigits } from './ical-value.js';
import { toWall } from './zone.js';

export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof frequencies)[number];

/** A weekday (0 is Sunday); `nth` counts it within the month or year, from the end if negative, 0 for every one. */
export interface NthWeekday {
  readonly weekday: number;
  readonly nth: number;
}

/** All lists are sorted and without duplicates; an empty list means that the rule does not have the part. */
export interface Rule {
  readonly freq: Frequency;
  readonly interval: number;
  readonly count?: number;
  /** Last possible start, inclusive. */
  readonly until?: Wall;
  readonly byMonth: readonly number[];
  readonly byWeekNo: readonly number[];
  readonly byYearDay: readonly number[];
  readonly byMonthDay: readonly number[];
  readonly byDay: readonly NthWeekday[];
  readonly byHour: readonly number[];
  readonly byMinute: readonly number[];
  readonly bySetPos: readonly number[];
  /** First day of the week, 0 is Sunday. */
  readonly weekStart: number;
  /** A day that its month does not have (31 April) is left out, or replaced by the last day before or the first after. */
  readonly skip: 'OMIT' | 'BACKWARD' | 'FORWARD';
}

const maxCharacters = 4_000;
const maxTimesPerDay = 24;
const weekdays: readonly string[] = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

type NumberList = 'byMonth' | 'byWeekNo' | 'byYearDay' | 'byMonthDay' | 'byHour' | 'byMinute' | 'bySetPos';

/** Of the numbers in a list; `signed` ones also count from the end and have no 0. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly signed?: true;
}

const lists: Readonly<Record<string, Bounds & { readonly key: NumberList }>> = {
  BYMONTH: { key: 'byMonth', min: 1, max: 12 },
  BYWEEKNO: { key: 'byWeekNo', min: 1, max: 53, signed: true },
  BYYEARDAY: { key: 'byYearDay', min: 1, max: 366, signed: true },
  BYMONTHDAY: { key: 'byMonthDay', min: 1, max: 31, signed: true },
  BYHOUR: { key: 'byHour', min: 0, max: 23 },
  BYMINUTE: { key: 'byMinute', min: 0, max: 59 },
  BYSETPOS: { key: 'bySetPos', min: 1, max: 366, signed: true },
};

const needs = (part: string, other: string): Invalid => new Invalid(`${part} needs ${other}.`);
const conflict = (part: string, other: string): Invalid => new Invalid(`${part} cannot be combined with ${other}.`);

const known = new Set([...Object.keys(lists), 'FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'WKST', 'RSCALE', 'SKIP']);

/** The parts by name. Forgives lower case, blanks, a `RRULE:` prefix and a trailing semicolon. */
export function splitParts(text: string, names: ReadonlySet<string>): ReadonlyMap<string, string> {
  if (text.length > maxCharacters) throw new Invalid(`The rule must be ${maxCharacters} characters or fewer.`);
  const plain = text.replace(/\s+/g, '').toUpperCase();
  const parts = new Map<string, string>();
  for (const part of plain.replace(/^RRULE:/, '').split(';')) {
    if (part === '') continue;
    const [name = '', value = '', ...rest] = part.split('=');
    if (!names.has(name)) throw new Invalid(`The rule has an unknown part: ${name.slice(0, 40)}.`);
    if (parts.has(name)) throw new Invalid(`${name} is given twice.`);
    if (value === '' || rest.length > 0) throw needs(name, 'a value');
    parts.set(name, value);
  }
  return parts;
}

export function readNumber(name: string, text: string, { min, max }: Bounds): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw new Invalid(`${name} must be a number from ${min} to ${max}.`);
  return value;
}

/** From the beginning first, then from the end: 1, 15, -2, -1. */
const fromBeginningFirst = (a: number, b: number): number => Number(a < 0) - Number(b < 0) || a - b;

/** Sorted and without duplicates. */
export function readList(name: string, text: string | undefined, list: Bounds): readonly number[] {
  if (text === undefined) return [];
  const values = text.split(',').map((item) => {
    const [, sign = '', digits = ''] = (list.signed ? /^([+-]?)(\d{1,5})$/ : /^()(\d{1,5})$/).exec(item) ?? [];
    const size = digits === '' ? Number.NaN : Number(digits);
    if (size >= list.min && size <= list.max) return sign === '-' ? -size : size;
    if (list.signed) throw new Invalid(`${name} takes numbers from 1 to ${list.max} and from -${list.max} to -1.`);
    throw new Invalid(`${name} takes numbers from ${list.min} to ${list.max}.`);
  });
  return [...new Set(values)].sort(fromBeginningFirst);
}

const mondayFirst = (weekday: number): number => (weekday + 6) % 7;

export function readWeekday(name: string, text: string): number {
  const weekday = weekdays.indexOf(text);
  if (weekday < 0) throw new Invalid(`${name} takes weekdays: MO, TU, WE, TH, FR, SA, SU.`);
  return weekday;
}

function readWeekdays(text: string | undefined): readonly NthWeekday[] {
  const found = new Map<string, NthWeekday>();
  for (const item of text?.split(',') ?? []) {
    const [, sign = '', digits = '', name = ''] = /^([+-]?)(\d{0,3})([A-Z]*)$/.exec(item) ?? [];
    const weekday = readWeekday('BYDAY', name);
    const size = Number(digits);
    if (digits === '' ? sign !== '' : size < 1 || size > 53)
      throw new Invalid('BYDAY counts weekdays from 1 to 53 and from -53 to -1.');
    const day = { weekday, nth: sign === '-' ? -size : size };
    found.set(weekdayText(day), day);
  }
  return [...found.values()].sort(
    (a, b) => fromBeginningFirst(a.nth, b.nth) || mondayFirst(a.weekday) - mondayFirst(b.weekday),
  );
}

/** A date is the whole day. In UTC it is converted to the wall clock of the zone. */
function readUntil(text: string, zone: string): Wall {
  const value = readDigits(text);
  if (!value) throw new Invalid('UNTIL must be a date such as 20271231 or 20271231T180000Z.');
  if (value.isDate) return `${value.wall.slice(0, 10)} 23:59:59`;
  return value.isUtc ? toWall(value.wall, zone) : value.wall;
}

function readFrequency(text: string | undefined): Frequency {
  if (text === undefined) throw needs('The rule', 'FREQ');
  const freq = frequencies.find((known) => known === text);
  if (!freq) throw new Invalid('FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.');
  return freq;
}

function readSkip(parts: ReadonlyMap<string, string>): Rule['skip'] {
  const [scale, skip] = [parts.get('RSCALE'), parts.get('SKIP')];
  if (scale !== undefined && scale !== 'GREGORIAN') throw new Invalid('RSCALE must be GREGORIAN.');
  if (skip === undefined) return 'OMIT';
  if (scale === undefined) throw needs('SKIP', 'RSCALE=GREGORIAN');
  if (skip !== 'OMIT' && skip !== 'BACKWARD' && skip !== 'FORWARD')
    throw new Invalid('SKIP must be OMIT, BACKWARD or FORWARD.');
  return skip;
}

export function parseRule(text: string, zone: string): Rule {
  const parts = splitParts(text, known);
  const freq = readFrequency(parts.get('FREQ'));
  const [interval, count, until] = [parts.get('INTERVAL'), parts.get('COUNT'), parts.get('UNTIL')];
  if (count !== undefined && until !== undefined) throw conflict('COUNT', 'UNTIL');
  const numbers = Object.entries(lists).map(
    ([name, list]) => [list.key, readList(name, parts.get(name), list)] as const,
  );
  const skip = readSkip(parts);
  const rule: Rule = {
    freq,
    interval: interval === undefined ? 1 : readNumber('INTERVAL', interval, { min: 1, max: 1_000 }),
    ...(count !== undefined && { count: readNumber('COUNT', count, { min: 1, max: 10_000 }) }),
    ...(until !== undefined && { until: readUntil(until, zone) }),
    ...(Object.fromEntries(numbers) as Record<NumberList, readonly number[]>),
    byDay: readWeekdays(parts.get('BYDAY')),
    weekStart: readWeekday('WKST', parts.get('WKST') ?? 'MO'),
    // Daily and weekly rules produce no day that does not exist.
    skip: freq === 'MONTHLY' || freq === 'YEARLY' ? skip : 'OMIT',
  };
  refuseCombinations(rule);
  return rule;
}

/** How many times of day the rule has, before BYSETPOS selects. */
export const timesPerDay = ({ byHour, byMinute }: Rule): number =>
  Math.max(byHour.length, 1) * Math.max(byMinute.length, 1);

/** The combinations that RFC 5545 forbids, and those that have no single meaning. */
function refuseCombinations(rule: Rule): void {
  const { freq, byMonth, byWeekNo, byYearDay, byMonthDay, byDay, byHour, byMinute, bySetPos, skip } = rule;
  if (byWeekNo.length && freq !== 'YEARLY') throw needs('BYWEEKNO', 'FREQ=YEARLY');
  if (byYearDay.length && freq !== 'YEARLY') throw needs('BYYEARDAY', 'FREQ=YEARLY');
  if (byMonthDay.length && freq === 'WEEKLY') throw conflict('BYMONTHDAY', 'FREQ=WEEKLY');
  const maxNth = Math.max(0, ...byDay.map(({ nth }) => Math.abs(nth)));
  if (maxNth > 0 && (freq === 'DAILY' || freq === 'WEEKLY'))
    throw needs('BYDAY with a number', 'FREQ=MONTHLY or FREQ=YEARLY');
  if (maxNth > 0 && byWeekNo.length) throw conflict('BYDAY with a number', 'BYWEEKNO');
  if (maxNth > 5 && (freq === 'MONTHLY' || byMonth.length))
    throw new Invalid('BYDAY counts the weekdays of a month from 1 to 5 and from -5 to -1.');
  // Programs disagree whether such a list is a union, an intersection or only its numbered weekdays.
  if (maxNth > 0 && freq === 'YEARLY' && byMonth.length === 0 && byDay.some(({ nth }) => nth === 0))
    throw needs('BYDAY with and without numbers', 'FREQ=MONTHLY or BYMONTH');
  const others = [byMonth, byWeekNo, byYearDay, byMonthDay, byDay, byHour, byMinute];
  if (bySetPos.length && others.every((list) => list.length === 0)) throw needs('BYSETPOS', 'another BY part');
  if (timesPerDay(rule) > maxTimesPerDay)
    throw new Invalid(`BYHOUR and BYMINUTE give more than ${maxTimesPerDay} times a day.`);
  if (skip === 'OMIT') return;
  if (byWeekNo.length) throw conflict('SKIP', 'BYWEEKNO');
  if (byYearDay.some((day) => Math.abs(day) === 366)) throw conflict('SKIP', 'BYYEARDAY=366');
  if (skip === 'FORWARD' && bySetPos.length && (byHour.length || byMinute.length))
    throw conflict('SKIP=FORWARD with BYSETPOS', 'BYHOUR or BYMINUTE');
  if (byMonthDay.some((day) => day < -28)) throw conflict('SKIP', 'BYMONTHDAY below -28');
}

const weekdayText = ({ weekday, nth }: NthWeekday): string => `${nth === 0 ? '' : nth}${weekdays[weekday]}`;

/** The normal form: fixed order, no part at its default, UNTIL as wall-clock time. */
export function ruleText(rule: Rule): string {
  const parts: readonly (readonly [string, string | number | undefined])[] = [
    ['RSCALE', rule.skip === 'OMIT' ? undefined : 'GREGORIAN'],
    ['FREQ', rule.freq],
    ['INTERVAL', rule.interval === 1 ? undefined : rule.interval],
    ...Object.entries(lists).map(([name, { key }]) => [name, rule[key].join(',')] as const),
    ['BYDAY', rule.byDay.map(weekdayText).join(',')],
    ['WKST', rule.weekStart === 1 ? undefined : weekdays[rule.weekStart]],
    ['SKIP', rule.skip === 'OMIT' ? undefined : rule.skip],
    ['COUNT', rule.count],
    ['UNTIL', rule.until === undefined ? undefined : basicFormat(rule.until)],
  ];
  return parts.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name}=${value}`])).join(';');
}

export const isEndless = ({ count, until }: Rule): boolean => count === undefined && until === undefined;
