// The rule of a series as a schema.org Schedule.
import { DAY, secondsBetween } from '../../core/time/clock.js';
import { ruleOf } from '../../core/time/recurrence.js';
import type { NthWeekday, Rule } from '../../core/time/rule.js';
import { withImpliedParts } from '../../core/time/rule-days.js';
import { iso, toInstant } from '../../core/time/zone.js';
import type { EventRow } from '../../models/event/columns.js';

const units = { DAILY: 'D', WEEKLY: 'W', MONTHLY: 'M', YEARLY: 'Y' } as const;
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The URL of a weekday. A counted one is written as in iCalendar, which schema.org allows: `2TU`, `-1FR`. */
const dayText = ({ weekday, nth }: NthWeekday): string =>
  nth === 0 ? `https://schema.org/${weekdays[weekday]}` : `${nth}${weekdays[weekday]?.slice(0, 2).toUpperCase()}`;

/** A Schedule has one time of day, knows neither weeks nor positions, and counts days of the month from 1 only. */
function isExpressible({ freq, interval, weekStart, skip, ...rule }: Rule): boolean {
  const unknown = [rule.byWeekNo, rule.byYearDay, rule.bySetPos, rule.byHour, rule.byMinute];
  // With a longer interval, the first day of the week decides which weeks count.
  const isUsualWeek = freq !== 'WEEKLY' || interval === 1 || weekStart === 1;
  return (
    isUsualWeek && skip === 'OMIT' && unknown.every(({ length }) => length === 0) && rule.byMonthDay.every((n) => n > 0)
  );
}

const isoDuration = (seconds: number, allDay: boolean): string =>
  allDay ? `P${Math.ceil(seconds / DAY)}D` : `PT${Math.round(seconds / 60)}M`;

/** Undefined if the rule cannot be expressed. `skipped` has original starts of dates that do not take place as the rule says. */
export function scheduleOf({ recurrence, end_date, timezone, all_day }: EventRow, skipped: readonly string[]) {
  const rule = recurrence && ruleOf(recurrence);
  if (!rule || !isExpressible(rule)) return undefined;
  const { start, except } = recurrence;
  const { byDay, byMonth, byMonthDay } = withImpliedParts(rule, start);
  const exceptDate = [...new Set([...except, ...skipped])]
    .sort()
    .map((moment) => (all_day || moment.length === 10 ? moment.slice(0, 10) : isoAt(moment, timezone)));
  return {
    '@type': 'Schedule',
    repeatFrequency: `P${rule.interval}${units[rule.freq]}`,
    ...(byDay.length && { byDay: byDay.map(dayText) }),
    ...(byMonth.length && { byMonth }),
    ...(byMonthDay.length && { byMonthDay }),
    startDate: start.slice(0, 10),
    ...(rule.until && { endDate: rule.until.slice(0, 10) }),
    ...(rule.count && { repeatCount: rule.count }),
    ...(!all_day && { startTime: start.slice(11), endTime: end_date.slice(11) }),
    duration: isoDuration(secondsBetween(start, end_date), all_day),
    scheduleTimezone: timezone,
    ...(exceptDate.length && { exceptDate }),
  };
}

const isoAt = (wall: string, zone: string): string => iso(toInstant(wall, zone).instant, zone);
