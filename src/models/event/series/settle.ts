// Settles the rule of a series, which depends on its start and its time zone. Pure.
import { readParam } from '../../../core/problem.js';
import { plusSeconds, secondsBetween, type Wall } from '../../../core/time/clock.js';
import { ruleOf } from '../../../core/time/recurrence.js';
import { fittingStart, recurrenceOf } from '../../../core/time/recurrence-settle.js';
import { ruleText } from '../../../core/time/rule.js';
import { shiftRule } from '../../../core/time/rule-edit.js';
import type { EventRow } from '../columns.js';
import type { SeriesRule } from '../series-rule.js';
import { isMaster, masterListing } from './rows.js';

interface SeriesGiven {
  readonly recurrence?: unknown;
  /** Moves the start to the first date of the rule. */
  readonly align?: boolean;
}

/** The dates of an event as read, before the time zone is applied. */
export interface Readings {
  readonly start: Wall;
  readonly end: Wall;
  readonly timezone: string;
  readonly all_day: boolean;
}

interface SettledSeries {
  readonly readings: Readings;
  /** Absent if the rule stays as it is. */
  readonly rule?: { readonly listing: number; readonly recurrence: SeriesRule | undefined; readonly horizon?: '' };
}

const forField = <Result>(read: () => Result): Result => readParam('recurrence', read);

export function settleSeries(
  given: SeriesGiven,
  stored: EventRow | undefined,
  readings: Readings,
  hidden: boolean,
): SettledSeries {
  const { start, timezone } = readings;
  if (given.recurrence === undefined) return { readings, ...shiftedRule(stored, start) };
  const parsed = forField(() => recurrenceOf(given.recurrence, { zone: timezone, start, allDay: readings.all_day }));
  if (!parsed) {
    const wasSeries = stored !== undefined && isMaster(stored);
    return { readings, ...(wasSeries && { rule: { listing: Number(hidden), recurrence: undefined, horizon: '' } }) };
  }
  const first = forField(() => fittingStart(parsed, start, given.align === true));
  const follows = stored?.recurrence?.follows;
  return {
    readings: { ...readings, start: first, end: plusSeconds(readings.end, secondsBetween(start, first)) },
    rule: { listing: masterListing, recurrence: { start: first, ...parsed, ...(follows && { follows }) } },
  };
}

/** A series that moves to another time of day keeps its days. */
function shiftedRule(stored: EventRow | undefined, start: Wall): Pick<SettledSeries, 'rule'> {
  const before = stored?.recurrence;
  if (!before || before.start === start) return {};
  const seconds = secondsBetween(before.start, start);
  const moved = (wall: Wall): Wall => plusSeconds(wall, seconds);
  const rule = ruleOf(before);
  const recurrence: SeriesRule = {
    ...before,
    start,
    rule: rule ? forField(() => ruleText(shiftRule(rule, seconds, before.start))) : '',
    dates: before.dates.map((date) => ({ start: moved(date.start), ...(date.end && { end: moved(date.end) }) })),
    except: before.except.map((moment) => (moment.length > 10 ? moved(moment) : moment)),
  };
  return { rule: { listing: masterListing, recurrence } };
}
