// The page of this calendar with the same content as an old URL. Pure.
import type { SiteSettings } from '../../core/site.js';
import { firstOf, readDay, readMonth } from '../calendar/days.js';
import { linkedFilters, type Pair } from '../calendar/filters.js';
import { dayPath, monthPath, weekPath } from '../calendar/links.js';
import type { OldUrl } from './parse.js';

export interface PageTarget {
  /** Below the path of the site. */
  readonly path: string;
  readonly pairs: readonly Pair[];
}

type ListSettings = Pick<SiteSettings, 'defaultView' | 'eventsPerPage'>;

/** Undefined if the date is not a day or month of the calendar. */
export function pageFor(address: OldUrl, settings: ListSettings): PageTarget | undefined {
  const { event, series } = address;
  if (series !== undefined) return { path: `/event/${encodeURIComponent(series)}/all`, pairs: [] };
  if (event !== undefined) return { path: eventPath(event, address), pairs: [] };
  return recordPage(address, settings) ?? viewPage(address, settings);
}

/** Links to dates of a series may have the date in the query. */
function eventPath(slug: string, { date = '', number }: OldUrl): string {
  const day = readDay(date);
  const dated = day ? [day, ...(number ? [number] : [])] : [];
  return encodedPath('event', slug, ...dated);
}

const encodedPath = (...parts: readonly string[]): string => `/${parts.map(encodeURIComponent).join('/')}/`;

/** The list of one venue, organizer, category or tag is on its own page. */
function recordPage(address: OldUrl, { eventsPerPage }: ListSettings): PageTarget | undefined {
  const { view = 'list', date, search, featured } = address;
  const [kind, ...others] = linkedFilters.filter((name) => address[name]);
  if (!kind || others.length > 0 || view !== 'list' || date || search || featured) return undefined;
  const path = kind === 'category' ? categoryPath(address) : encodedPath(kind, address[kind] ?? '');
  return path === undefined ? undefined : { path, pairs: pagingOf(address, eventsPerPage) };
}

/** The ancestors of a category in the query are not known. */
const categoryPath = ({ categoryPath: path }: OldUrl): string | undefined =>
  path && encodedPath('events', 'category', ...path.split('/').filter(Boolean));

function viewPage(address: OldUrl, { defaultView, eventsPerPage }: ListSettings): PageTarget | undefined {
  const { view = 'list', date, search, featured } = address;
  const pairs: readonly (readonly [string, string | undefined])[] = [
    ['search', search],
    ...linkedFilters.map((name) => [name, address[name]] as const),
    ['featured', featured && '1'],
  ];
  const filters = pairs.flatMap(([name, value]): Pair[] => (value ? [[name, value]] : []));
  switch (view) {
    case 'month':
      return dated('/calendar/month', date && readMonth(date.slice(0, 7)), monthPath, address, filters);
    case 'week':
      return dated('/calendar/week', date && readDay(date), weekPath, address, filters);
    case 'day':
      return dated('/calendar/day', date && readDay(date), dayPath, address, filters);
    case 'places':
      return { path: '/calendar/places', pairs: [...filters, ...dayPairs(date)] };
    case 'list': {
      const all = [...filters, ...(address.past ? [] : dayPairs(date)), ...pagingOf(address, eventsPerPage)];
      const isHome = all.length === 0 && (address.view === undefined || defaultView === 'list');
      return { path: isHome ? '/' : '/calendar/list', pairs: all };
    }
  }
}

/** Without a date, the page of the current month, week or day. */
function dated(
  current: string,
  date: string | undefined,
  pathAt: (date: string) => string,
  { date: given }: OldUrl,
  pairs: readonly Pair[],
): PageTarget | undefined {
  if (given && !date) return undefined;
  return { path: date ? pathAt(date) : current, pairs };
}

/** The page reports a date that it cannot read. */
const dayPairs = (date: string | undefined): readonly Pair[] =>
  date ? [['date', readMonth(date) ? firstOf(date) : date]] : [];

/** Events per page there. */
const oldPerPage = 10;

/** Past events, and the page that contains the first event of the old one. */
function pagingOf({ past, page = 1 }: OldUrl, perPage: number): readonly Pair[] {
  const number = Math.floor(((page - 1) * oldPerPage) / perPage) + 1;
  return [...(past ? ([['past', '1']] as const) : []), ...(number > 1 ? ([['page', String(number)]] as const) : [])];
}
