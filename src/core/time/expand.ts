// The dates of a recurrence rule. Everything happens on the wall clock; `toInstant` applies the zone afterwards, so that an
// event at 19:00 stays at 19:00 when the clocks change.
import { type Budget, spend } from '../budget.js';
import { Invalid } from '../problem.js';
import { DAY, LAST_SECOND, secondsOf, startOfDay, type Wall, wallOf } from './clock.js';
import type { Rule } from './rule.js';
import { periodsOf, withImpliedParts } from './rule-days.js';

export interface Span {
  readonly from?: Wall;
  /** Inclusive. */
  readonly to?: Wall;
  /** Maximum number of dates. */
  readonly limit?: number;
  /** Of a task that expands many rules: candidate days are spent. */
  readonly budget?: Budget | undefined;
}

/** Per call, so that the same rules are valid on every machine. A period counts as one day, or as its dates if it has more. */
export const maxCandidateDays = 40_000;

const ascending = (a: number, b: number): number => a - b;

/** Seconds after midnight. The start gives the hour, minute and second that the rule does not have. */
function timesOf({ byHour, byMinute }: Rule, start: Wall): readonly number[] {
  const seconds = secondsOf(start) - secondsOf(startOfDay(start));
  const hours = byHour.length ? byHour : [Math.floor(seconds / 3_600)];
  const minutes = byMinute.length ? byMinute : [Math.floor(seconds / 60) % 60];
  return hours.flatMap((hour) => minutes.map((minute) => hour * 3_600 + minute * 60 + (seconds % 60))).sort(ascending);
}

/** Most rules have one time of day, for which no inner list is needed. */
function secondsOn(days: readonly number[], times: readonly number[]): readonly number[] {
  if (times.length > 1) return days.flatMap((day) => times.map((time) => day * DAY + time));
  const [time = 0] = times;
  return days.map((day) => day * DAY + time);
}

/** BYSETPOS selects from all dates of a period, also from those before the start. */
function atPositions(seconds: readonly number[], positions: readonly number[]): readonly number[] {
  if (positions.length === 0) return seconds;
  const picked = positions.flatMap((n) => seconds[n > 0 ? n - 1 : seconds.length + n] ?? []);
  return [...new Set(picked)].sort(ascending);
}

/**
 * The dates of a rule in ascending order, without duplicates; the start is one of them only if it fits the rule. `from`
 * jumps to its period, except with COUNT, where the dates before it have to be counted.
 */
export function* expand(rule: Rule, start: Wall, span: Span = {}): Generator<Wall> {
  const { count = Number.POSITIVE_INFINITY, until, bySetPos } = rule;
  const { from = start, to, limit = Number.POSITIVE_INFINITY } = span;
  const first = secondsOf(start);
  const shown = secondsOf(from);
  const last = Math.min(LAST_SECOND, ...[until, to].flatMap((wall) => (wall === undefined ? [] : [secondsOf(wall)])));
  const times = timesOf(rule, start);
  const periods = periodsOf(withImpliedParts(rule, start), Math.floor(first / DAY));
  // SKIP=FORWARD may reach the start from the month before it.
  const earliest = rule.skip === 'FORWARD' && rule.interval === 1 ? -1 : 0;
  const jump = rule.count === undefined && shown > first ? periods.indexBefore(Math.floor(shown / DAY)) : earliest;
  let candidatesLeft = maxCandidateDays;
  let [counted, yielded] = [0, 0];
  let previous = Number.NEGATIVE_INFINITY;
  for (let index = Math.max(jump, earliest); limit > 0 && periods.firstDay(index) * DAY <= last; index++) {
    const { looked, selected } = periods.days(index);
    const days = selected.length < 2 ? selected : [...new Set(selected)].sort(ascending);
    const candidates = Math.max(looked.length, days.length * times.length, 1);
    spend(span.budget, candidates);
    candidatesLeft -= candidates;
    if (candidatesLeft < 0)
      throw new Invalid(`The rule covers more than ${maxCandidateDays} days or dates. Use a nearer end.`);
    const seconds = secondsOn(days, times);
    for (const second of atPositions(seconds, bySetPos)) {
      if (second < first || second <= previous) continue;
      if (second > last || counted === count) return;
      previous = second;
      counted += 1;
      if (second < shown) continue;
      yield wallOf(second);
      yielded += 1;
      if (yielded === limit) return;
    }
    if (counted === count) return;
  }
}
