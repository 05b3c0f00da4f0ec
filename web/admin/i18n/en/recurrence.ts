// Texts of the recurrence of an event. The words of a whole rule come from the API.
import type { Frequency, MonthDay, Weekday } from '../../widgets/recurrence/rule';

const ordinals: Readonly<Record<number, string>> = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', 5: 'fifth' };
const ordinalOf = (nth: number): string => ordinals[nth] ?? `${nth}th`;

/** “second”, or “second last” from the end. */
function positionOf(nth: number): string {
  if (nth === -1) return 'last';
  return nth < 0 ? `${ordinalOf(-nth)} last` : ordinalOf(nth);
}

const units: Readonly<Record<Frequency, string>> = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' };

export const recurrence = {
  weekdays: {
    MO: 'Monday',
    TU: 'Tuesday',
    WE: 'Wednesday',
    TH: 'Thursday',
    FR: 'Friday',
    SA: 'Saturday',
    SU: 'Sunday',
  } as Readonly<Record<Weekday, string>>,
  /** Fits on a button. */
  shortWeekday: (name: string) => name.slice(0, 3),
  frequencies: { DAILY: 'Daily', WEEKLY: 'Weekly', MONTHLY: 'Monthly', YEARLY: 'Yearly' } as Readonly<
    Record<Frequency, string>
  >,
  none: 'Does not repeat',
  chosenDates: 'On chosen dates',
  custom: 'Custom rule',
  startFirst: 'Enter a start first.',
  rule: 'Rule (iCalendar RRULE)',
  dates: 'Dates',
  extraAndSkipped: 'Extra and skipped dates',
  moreDates: 'More dates',
  extraDates: 'Extra dates',
  skippedDates: 'Skipped dates',
  add: 'Add',
  addTo: (label: string) => `Add to ${label}`,
  remove: (date: string) => `Remove ${date}`,
  time: (label: string) => `${label}: time`,
  /** Whether a rule in words already says how many dates it has. */
  saysCount: (text: string, count: number) => text.includes(`${count} time`),
  count: (count: number) => (count === 1 ? '1 date' : `${count} dates`),
  nextDates: 'Next dates',
  firstDates: 'First dates',
  skip: (date: string) => `Skip ${date}`,
  every: 'Every',
  /** “weeks” after “Every 2”. */
  unit: (frequency: Frequency, interval: number) => (interval === 1 ? units[frequency] : `${units[frequency]}s`),
  on: 'On',
  days: 'Weekdays',
  months: 'Only in these months',
  ends: 'Ends',
  never: 'never',
  until: 'on a date',
  after: 'after a number of dates',
  lastDay: 'Last day',
  numberOfDates: 'Number of dates',
  /** “day 13”, “the second Thursday”, “the last day”; with the name of the month for a yearly rule. */
  monthDay: (on: MonthDay, month: string | undefined): string => {
    const ofMonth = month ? ` of ${month}` : '';
    if ('weekday' in on) return `the ${positionOf(on.nth)} ${recurrence.weekdays[on.weekday]}${ofMonth}`;
    if (on.day < 0) return `the ${positionOf(on.day)} day${ofMonth}`;
    return month ? `${on.day} ${month}` : `day ${on.day}`;
  },
};
