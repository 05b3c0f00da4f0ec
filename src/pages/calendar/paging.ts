// Paging parameters of lists: page number, and upcoming or past events.
import type { Given } from '../../core/field.js';
import { positive } from '../../core/kinds/number.js';
import { invalidParam, readParam } from '../../core/problem.js';
import { plusDays } from './days.js';
import type { Pair } from './filters.js';
import type { PageRequest } from './page-request.js';

/** Page number and `past` from the query. */
export function readPaging({ query, call }: PageRequest): { readonly page: number; readonly past: boolean } {
  const { page = '1', past = '' } = query;
  if (past !== '' && past !== '0' && past !== '1') throw invalidParam('past', 'Must be 1 or 0.');
  return { page: readParam('page', () => positive.read(page, call)), past: past === '1' };
}

/** Date filters: events that have not ended, events from a day on, or past events, latest first. */
export function timesOf({ today }: PageRequest, past: boolean, date: string | undefined): Given {
  if (past) return { start_date: '0001-01-01', end_date: plusDays(today, -1), order: 'desc' };
  return date ? { ends_after: plusDays(date, -1) } : {};
}

/** The same without the order, for a file of these events. */
export const datesOf = ({ order: _, ...dates }: Given): Given => dates;

export const pastPairs = (past: boolean): readonly Pair[] => (past ? [['past', '1']] : []);
