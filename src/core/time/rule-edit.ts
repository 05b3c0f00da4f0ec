// Changes of a rule that keep its dates: splitting a series in two, and moving it to another time of day.
import { Invalid } from '../problem.js';
import { DAY, plusSeconds, secondsOf, startOfDay, type Wall } from './clock.js';
import { expand } from './expand.js';
import type { Rule } from './rule.js';
import { withImpliedParts } from './rule-days.js';

export interface SplitRule {
  /** Undefined if the rule has no date before the split. */
  readonly before: Rule | undefined;
  /** Undefined if the rule has no date from the split on, which happens at an extra date after its end. */
  readonly after: Rule | undefined;
}

const withoutEnd = ({ count: _count, until: _until, ...rule }: Rule): Rule => rule;

/** The first date of the rule from a day on. Undefined if there is none. */
const firstDate = (rule: Rule, start: Wall, from: Wall): Wall | undefined =>
  expand(rule, start, { from, limit: 1 }).next().value ?? undefined;

/** Days that are looked through for the last date before a split, growing while there is none. */
const firstWindowDays = 366;

/** The last date of the rule before a moment, read from its end: a long rule has more dates than one call may expand. */
function lastBefore(rule: Rule, start: Wall, at: Wall): Wall | undefined {
  const to = plusSeconds(at, -1);
  for (let days = firstWindowDays; ; days *= 4) {
    const from = [start, plusSeconds(at, -days * DAY)].sort()[1] ?? start;
    const last = [...expand(rule, start, { from, to })].at(-1);
    if (last !== undefined || from === start) return last;
  }
}

/**
 * Splits at a date. `before` keeps the start and ends with its last date before `at`; `after` starts at its first date from
 * `at` on and has the remaining COUNT, or the same UNTIL.
 */
export function endRuleBefore(rule: Rule, start: Wall, at: Wall): SplitRule {
  const counted = rule.count !== undefined;
  const done = counted ? [...expand(rule, start, { to: plusSeconds(at, -1) })] : [];
  const last = counted ? done.at(-1) : lastBefore(rule, start, at);
  const next = firstDate(rule, start, at);
  const open = withoutEnd(rule);
  if (next === undefined) return { before: last === undefined ? undefined : rule, after: undefined };
  const before = last === undefined ? undefined : { ...open, ...(counted ? { count: done.length } : { until: last }) };
  // With SKIP a date can lie on another day than the start, so that the day of the start must become explicit.
  const from = rule.skip === 'OMIT' ? open : withImpliedParts(open, start);
  const end = counted ? { count: (rule.count ?? 0) - done.length } : rule.until !== undefined && { until: rule.until };
  const after = { ...from, ...end };
  // SKIP=FORWARD with INTERVAL: the date belongs to the month before it, which `after` cannot express.
  if (firstDate(after, next, next) !== next) throw new Invalid('SKIP=FORWARD cannot be split at this date.');
  return { before, after };
}

/**
 * Moves a rule by a difference in time of day that leaves every date on its day: UNTIL, BYHOUR and BYMINUTE move along.
 * `start` is the start before the change, which must fit the rule.
 */
export function shiftRule(rule: Rule, seconds: number, start: Wall): Rule {
  const ofStart = secondsOf(start) - secondsOf(startOfDay(start));
  const hours = rule.byHour.length ? rule.byHour : [Math.floor(ofStart / 3_600)];
  const minutes = rule.byMinute.length ? rule.byMinute : [Math.floor(ofStart / 60) % 60];
  const moved = hours.flatMap((hour) => minutes.map((minute) => hour * 3_600 + minute * 60 + (ofStart % 60) + seconds));
  if (moved.some((time) => time < 0 || time >= DAY))
    throw new Invalid('The time of a series can only change within the day. Send a new rule.');
  const movedHours = [...new Set(moved.map((time) => Math.floor(time / 3_600)))].sort((a, b) => a - b);
  const movedMinutes = [...new Set(moved.map((time) => Math.floor(time / 60) % 60))].sort((a, b) => a - b);
  // BYHOUR and BYMINUTE give every combination: 10:30 and 11:00 have no rule of their own.
  if (movedHours.length * movedMinutes.length !== moved.length)
    throw new Invalid('BYHOUR and BYMINUTE cannot express the moved times. Send a new rule.');
  const wholeDay = rule.until?.endsWith('23:59:59');
  return {
    ...rule,
    ...(rule.until !== undefined && !wholeDay && { until: plusSeconds(rule.until, seconds) }),
    ...(rule.byHour.length > 0 && { byHour: movedHours }),
    ...(rule.byMinute.length > 0 && { byMinute: movedMinutes }),
  };
}
