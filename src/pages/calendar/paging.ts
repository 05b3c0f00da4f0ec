// Paging parameters of lists: page number, and upcoming or past events.
import type { Given } from '../../core/field.js';
import { positive } from '../../core/kinds/number.js';
import { invalidParam, readParam } from '../../core/problem.js';
import { type Day, plusDays, startOfWeek } from './days.js';
import type { Filters, Pair, When } from './filters.js';
import type { PageRequest } from './page-request.js';

/** Page number and `past` from the query. */
export function readPaging({ query, call }: PageRequest): { readonly page: number; readonly past: boolean } {
  const { page = '1', past = '' } = query;
  if (past !== '' && past !== '0' && past !== '1') throw invalidParam('past', 'Must be 1 or 0.');
  return { page: readParam('page', () => positive.read(page, call)), past: past === '1' };
}

/** First and last day: the rest of this week, and its weekend. */
function daysOf({ today, locale }: PageRequest, when: When): readonly [Day, Day] {
  const saturday = plusDays(startOfWeek(today, 1), 5);
  switch (when) {
    case 'today':
      return [today, today];
    case 'weekend':
      return [today > saturday ? today : saturday, plusDays(saturday, 1)];
    case 'week':
      return [today, plusDays(startOfWeek(today, locale.weekStart), 6)];
  }
}

/** Date filters: events that have not ended, events on certain days or from a day on, or past events, latest first. */
export function timesOf(
  request: PageRequest,
  past: boolean,
  { date, when }: Partial<Pick<Filters, 'date' | 'when'>> = {},
): Given {
  if (past) return { start_date: '0001-01-01', end_date: plusDays(request.today, -1), order: 'desc' };
  if (!when) return date ? { ends_after: plusDays(date, -1) } : {};
  const [first, last] = daysOf(request, when);
  return { ends_after: plusDays(first, -1), starts_before: last };
}

/** The same without the order, for a file of these events. */
export const datesOf = ({ order: _, ...dates }: Given): Given => dates;

export const pastPairs = (past: boolean): readonly Pair[] => (past ? [['past', '1']] : []);
