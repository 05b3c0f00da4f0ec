// The parameters of the feed with the events that an old URL names. Pure.
import type { Given } from '../../core/field.js';
import { type Day, firstOf, lastOf, monthOf, plusDays, readDay, readMonth, startOfWeek } from '../calendar/days.js';
import type { OldUrl } from './parse.js';

/** Parameters that do not select events. */
export const formParams = ({ feed, outlook }: OldUrl): Given => ({
  ...(outlook && { html: '1' }),
  // One entry per date: these subscriptions never had rules.
  ...(feed === 'ics' ? { series: 'flat', download: '1' } : { order: 'start' }),
});

/** Undefined if the date is not a day or month of the calendar. Leaves out the records that the URL names by slug. */
export function feedQueryFor(address: OldUrl, today: Day, firstWeekday: number): Given | undefined {
  const { search, featured, ids } = address;
  const dates = ids === undefined ? datesFor(address, today, firstWeekday) : { include: ids };
  return (
    dates && { ...dates, ...(search && { search }), ...(featured && { featured: 'true' }), ...formParams(address) }
  );
}

function datesFor(address: OldUrl, today: Day, firstWeekday: number): Given | undefined {
  const { view = 'list', date } = address;
  if (view === 'month') {
    const month = readMonth(date === undefined ? monthOf(today) : date.slice(0, 7));
    return month === undefined ? undefined : during(firstOf(month), lastOf(month));
  }
  if (view === 'day' || view === 'week') {
    const day = readDay(date ?? today);
    if (day === undefined) return undefined;
    const first = view === 'day' ? day : startOfWeek(day, firstWeekday);
    return during(first, view === 'day' ? day : plusDays(first, 6));
  }
  return listDates(address, today);
}

/** Events that take place on at least one of these days. */
const during = (first: Day, last: Day): Given => ({ ends_after: plusDays(first, -1), starts_before: last });

function listDates({ feed, date, past }: OldUrl, today: Day): Given {
  const since = date && (readMonth(date) ? firstOf(date) : date);
  // The list reports a date that it cannot read.
  if (since && !readDay(since)) return { start_date: since };
  if (past) return { start_date: '0001-01-01', end_date: plusDays(since ?? today, -1) };
  // Calendar apps keep recent events, news readers show what comes next.
  const first = since ?? (feed === 'ics' ? undefined : today);
  return first ? { ends_after: plusDays(first, -1) } : {};
}
