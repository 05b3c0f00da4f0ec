// English words of the choices in the recurrence widget. The words of a whole rule come from the API. Pure.
import type { Frequency, MonthDay, Weekday } from './rule';

export const weekdayNames: Readonly<Record<Weekday, string>> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};

export const frequencyLabels: Readonly<Record<Frequency, string>> = {
  DAILY: 'Daily',
  WEEKLY: 'Weekly',
  MONTHLY: 'Monthly',
  YEARLY: 'Yearly',
};

const units: Readonly<Record<Frequency, string>> = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' };

/** “weeks” after “Every 2”. */
export const unitOf = (frequency: Frequency, interval: number): string =>
  interval === 1 ? units[frequency] : `${units[frequency]}s`;

const ordinals: Readonly<Record<number, string>> = {
  1: 'first',
  2: 'second',
  3: 'third',
  4: 'fourth',
  5: 'fifth',
};
const ordinalOf = (nth: number): string => ordinals[nth] ?? `${nth}th`;

/** “second”, or “second last” from the end. */
function positionOf(nth: number): string {
  if (nth === -1) return 'last';
  return nth < 0 ? `${ordinalOf(-nth)} last` : ordinalOf(nth);
}

const monthName = (start: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'long' }).format(new Date(`${start.slice(0, 10)}T00:00:00Z`));

/** “day 13”, “the second Thursday”, “the last day”; with the month of the start for a yearly rule. */
export function monthDayText(on: MonthDay, frequency: Frequency, start: string): string {
  const month = frequency === 'YEARLY' ? monthName(start) : undefined;
  const ofMonth = month ? ` of ${month}` : '';
  if ('weekday' in on) return `the ${positionOf(on.nth)} ${weekdayNames[on.weekday]}${ofMonth}`;
  if (on.day < 0) return `the ${positionOf(on.day)} day${ofMonth}`;
  return month ? `${on.day} ${month}` : `day ${on.day}`;
}
