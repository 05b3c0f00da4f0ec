// Fits a recurrence to the start of its event.
import type { Budget } from '../budget.js';
import { Invalid } from '../problem.js';
import { startOfDay, type Wall } from './clock.js';
import { firstFit, parseRecurrence, type Recurrence, ruleOf } from './recurrence.js';

export interface RecurringEvent {
  readonly zone: string;
  /** Midnight of its day for an all-day event. */
  readonly start: Wall;
  readonly allDay: boolean;
}

/** An all-day event has whole days only. */
function onWholeDays(recurrence: Recurrence): Recurrence {
  const rule = ruleOf(recurrence);
  if (rule && rule.byHour.length + rule.byMinute.length > 0)
    throw new Invalid('An all-day event has no time of day. Remove BYHOUR and BYMINUTE.');
  const dates = recurrence.dates.map(({ start, end }) => ({
    start: startOfDay(start),
    ...(end !== undefined && { end: `${end.slice(0, 10)} 23:59:59` }),
  }));
  const byDay = new Map(dates.map((date) => [date.start, date]));
  const except = [...new Set(recurrence.except.map((day) => day.slice(0, 10)))];
  return { ...recurrence, dates: [...byDay.values()], except };
}

/** Parses the recurrence of an event; undefined for none. */
export function recurrenceOf(input: unknown, { zone, start, allDay }: RecurringEvent): Recurrence | undefined {
  const recurrence = parseRecurrence(input, zone, start);
  return recurrence && allDay ? onWholeDays(recurrence) : recurrence;
}

/** The start, if it is one of the dates. Otherwise it moves to the first date after it, or is rejected without `align`. */
export function fittingStart(recurrence: Recurrence, start: Wall, align: boolean, budget?: Budget): Wall {
  const first = firstFit(recurrence, start, budget);
  if (first === start || align) return first;
  throw new Invalid(`The start does not fit the recurrence. The nearest date is ${first}. Use it, or send align=true.`);
}
