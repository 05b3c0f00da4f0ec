// The recurrence of an event: a rule, extra dates and exceptions, on the wall clock of the event.
import type { Budget } from '../budget.js';
import { Invalid } from '../problem.js';
import { plusYears, type Wall } from './clock.js';
import { expand, type Span } from './expand.js';
import { recurrenceParts } from './recurrence-input.js';
import type { Moment } from './recurrence-moment.js';
import { isEndless, parseRule, type Rule, ruleText } from './rule.js';

export interface ExtraDate {
  readonly start: Wall;
  /** Only if the duration differs from that of the event. */
  readonly end?: Wall;
}

/** In normal form: dates and exceptions are sorted and without duplicates. */
export interface Recurrence {
  /** Empty for a list of dates without a rule. */
  readonly rule: string;
  readonly dates: readonly ExtraDate[];
  /** Days, which except every date on them, or starts. */
  readonly except: readonly string[];
}

const maxYearsToFirstDate = 30;

/** A day alone gets the time of day of the start. */
const atTimeOf = ({ wall, isDay }: Moment, start: Wall | undefined): Wall =>
  isDay && start !== undefined ? `${wall.slice(0, 10)} ${start.slice(11)}` : wall;

function extraDate(from: Moment, to: Moment | undefined, eventStart: Wall | undefined): ExtraDate {
  const start = atTimeOf(from, eventStart);
  if (to === undefined) return { start };
  const end = to.isDay ? `${to.wall.slice(0, 10)} 23:59:59` : to.wall;
  if (end < start) throw new Invalid('An extra date must not end before it starts.');
  return { start, end };
}

/**
 * The normal form of a recurrence in any spelling; undefined for an empty one, which means no recurrence. Extra dates
 * without a time are at the time of day of `start`, or at midnight without it.
 */
export function parseRecurrence(input: unknown, zone: string, start?: Wall): Recurrence | undefined {
  const parts = recurrenceParts(input, zone);
  if (parts.rule === '' && parts.dates.length === 0 && parts.except.length === 0) return undefined;
  const rule = parts.rule === '' ? '' : ruleText(parseRule(parts.rule, zone));
  const dates = new Map(
    parts.dates.map(({ start: from, end }) => {
      const date = extraDate(from, end, start);
      return [date.start, date] as const;
    }),
  );
  const except = parts.except.map(({ wall, isDay }) => (isDay ? wall.slice(0, 10) : wall));
  return {
    rule,
    dates: [...dates.values()].sort((a, b) => (a.start < b.start ? -1 : 1)),
    except: [...new Set(except)].sort(),
  };
}

/** The parsed rule; undefined for a list of dates. The normal form has no time in UTC, so that no zone is needed. */
export const ruleOf = ({ rule }: Recurrence): Rule | undefined => (rule === '' ? undefined : parseRule(rule, 'UTC'));

/** Both inputs ascend; of equal starts the extra date counts, because it can have an end. */
function* merged(starts: Iterator<Wall>, dates: readonly ExtraDate[]): Generator<ExtraDate> {
  let at = 0;
  for (let next = starts.next(); ; ) {
    const extra = dates[at];
    if (next.done && !extra) return;
    if (extra && (next.done || extra.start <= next.value)) {
      yield extra;
      at += 1;
      if (!next.done && next.value === extra.start) next = starts.next();
    } else if (!next.done) {
      yield { start: next.value };
      next = starts.next();
    }
  }
}

/** All dates in ascending order: the rule, or the start if there is none, and the extra dates, without the exceptions. */
export function* datesOf(recurrence: Recurrence, start: Wall, span: Span = {}): Generator<ExtraDate> {
  const { from = '', to = '9999', limit = Number.POSITIVE_INFINITY } = span;
  const inSpan = (wall: Wall): boolean => wall >= from && wall <= to;
  const rule = ruleOf(recurrence);
  const { limit: _limit, ...unlimited } = span;
  const starts = rule ? expand(rule, start, unlimited) : [start].filter(inSpan).values();
  const dates = recurrence.dates.filter((date) => inSpan(date.start));
  const except = new Set(recurrence.except);
  let yielded = 0;
  for (const date of merged(starts, dates)) {
    if (yielded >= limit) return;
    if (except.size > 0 && (except.has(date.start) || except.has(date.start.slice(0, 10)))) continue;
    yield date;
    yielded += 1;
  }
}

function firstOf(recurrence: Recurrence, start: Wall, from: Wall, budget: Budget | undefined): Wall {
  const to = plusYears(start, maxYearsToFirstDate);
  const { value } = datesOf(recurrence, start, { from, to, limit: 1, budget }).next();
  if (value) return value.start;
  throw new Invalid(`The recurrence has no date within ${maxYearsToFirstDate} years of its start.`, 'recurrence-empty');
}

/**
 * The first date of the rule and the extra dates at or after the start: equal to the start if that fits. Exceptions do not
 * count, because the first date of a series can be skipped; a recurrence without any date is rejected.
 */
export function firstFit(recurrence: Recurrence, start: Wall, budget?: Budget): Wall {
  firstOf(recurrence, start, '', budget);
  return firstOf({ ...recurrence, except: [] }, start, start, budget);
}

export interface Extent {
  readonly count: number;
  readonly last: Wall;
}

/** Number of dates and the last one; undefined if the rule has no end. */
export function extentOf(recurrence: Recurrence, start: Wall): Extent | undefined {
  const rule = ruleOf(recurrence);
  if (rule && isEndless(rule)) return undefined;
  let [count, last] = [0, start];
  for (const date of datesOf(recurrence, start)) {
    count += 1;
    last = date.start;
  }
  return { count, last };
}
