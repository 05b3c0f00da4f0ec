// Readings of RFC 5545 in which other programs differ from ours. A difference that none of them explains is a fault.
import { DAY, secondsOf, type Wall, yearOf } from '../../src/core/time/clock.js';
import type { Rule } from '../../src/core/time/rule.js';
import { firstWeekOf } from '../../src/core/time/rule-days.js';

export type Oracle = 'dateutil' | 'rrule-temporal';

export interface Reading {
  readonly of: readonly Oracle[];
  readonly about: string;
  readonly applies: (rule: Rule, start: Wall) => boolean;
}

const isNumbered = ({ byDay }: Rule): boolean => byDay.some(({ nth }) => nth !== 0);

/** The week of the start belongs to the year before or after. */
function isInOtherYear({ weekStart }: Rule, start: Wall): boolean {
  const [day, year] = [Math.floor(secondsOf(start) / DAY), yearOf(start)];
  return day < firstWeekOf(year, weekStart) || day >= firstWeekOf(year + 1, weekStart);
}

/** The first that applies counts. */
export const readings: readonly Reading[] = [
  {
    of: ['dateutil'],
    about: 'BYWEEKNO without BYDAY: it takes all days of the week, we take the weekday of the start (RFC 5545)',
    applies: ({ byWeekNo, byDay, byMonthDay, byYearDay }) =>
      byWeekNo.length > 0 && byDay.length + byMonthDay.length + byYearDay.length === 0,
  },
  {
    of: ['rrule-temporal'],
    about: 'BYWEEKNO with BYMONTHDAY, BYYEARDAY or BYMONTH: it ignores one of them, we apply all',
    applies: ({ byWeekNo, byMonthDay, byYearDay, byMonth }) =>
      byWeekNo.length > 0 && byMonthDay.length + byYearDay.length + byMonth.length > 0,
  },
  {
    of: ['dateutil', 'rrule-temporal'],
    about: 'First year of BYWEEKNO: they take the calendar year of the start, we take the year of its week (libical)',
    applies: (rule, start) => rule.byWeekNo.length > 0 && isInOtherYear(rule, start),
  },
  {
    of: ['dateutil', 'rrule-temporal'],
    about: 'INTERVAL and BYSETPOS with BYWEEKNO: they count in calendar years, we count in years of weeks (libical)',
    applies: ({ byWeekNo, interval, bySetPos }) => byWeekNo.length > 0 && (interval > 1 || bySetPos.length > 0),
  },
  {
    of: ['dateutil'],
    about: 'BYWEEKNO=52 and 53: it leaves out days in January of some years, we do not (ISO 8601)',
    applies: ({ byWeekNo }) => byWeekNo.some((week) => week === 52 || week === 53 || week < 0),
  },
  {
    of: ['dateutil'],
    about: 'BYSETPOS in the first week: it forms the set from the start on, we form it from the whole week',
    applies: ({ freq, bySetPos }) => freq === 'WEEKLY' && bySetPos.length > 0,
  },
  {
    of: ['dateutil'],
    about: 'BYDAY with and without numbers: it takes days that match both, we take days that match one of them',
    applies: (rule) => isNumbered(rule) && rule.byDay.some(({ nth }) => nth === 0),
  },
  {
    of: ['rrule-temporal'],
    about: 'BYYEARDAY with BYDAY or BYMONTHDAY: it ignores the other part, we apply both',
    applies: ({ byYearDay, byDay, byMonthDay }) => byYearDay.length > 0 && byDay.length + byMonthDay.length > 0,
  },
  {
    of: ['rrule-temporal'],
    about: 'YEARLY with a numbered BYDAY: it ignores BYMONTHDAY or counts into the next year, we do not',
    applies: (rule) => rule.freq === 'YEARLY' && isNumbered(rule),
  },
  {
    of: ['rrule-temporal'],
    about: 'SKIP with BYDAY: it compares the weekday before the day moves, we compare it afterwards (RFC 7529)',
    applies: ({ skip, byDay }) => skip !== 'OMIT' && byDay.length > 0,
  },
  {
    of: ['rrule-temporal'],
    about: 'SKIP with several days of the month: it leaves out days that move, we do not (RFC 7529)',
    applies: ({ skip, byMonthDay }) => skip !== 'OMIT' && byMonthDay.length > 1,
  },
];

/** Undefined if nothing explains the difference. */
export const readingFor = (rule: Rule, start: Wall, oracle: Oracle): Reading | undefined =>
  readings.find((reading) => reading.of.includes(oracle) && reading.applies(rule, start));
