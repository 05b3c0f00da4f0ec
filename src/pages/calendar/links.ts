// URLs of the pages. Links keep the active filters and the requested language.
import type { Day, Month } from './days.js';
import { type Filters, type Pair, pairsOf } from './filters.js';
import type { PageRequest } from './page-request.js';

/** The URL of an unpublished record already has a query. */
export function withQuery(path: string, pairs: readonly Pair[]): string {
  const query = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path;
}

/** A link below the site's path. */
export const hrefOf = ({ pageSite, lang }: PageRequest, path: string, pairs: readonly Pair[] = []): string =>
  pageSite.path + withQuery(path, lang === undefined ? pairs : [...pairs, ['lang', lang]]);

/** The page of a record, from the `url` of its body. */
export const recordHref = (request: PageRequest, url: string): string => hrefOf(request, siteAddress(request, url));

/** Own absolute URLs as paths, so that links stay on the host that served the page. */
export const localHref = ({ pageSite }: PageRequest, url: string): string =>
  url.startsWith(`${pageSite.site.baseUrl}/`) ? `${pageSite.path}${url.slice(pageSite.site.baseUrl.length)}` : url;

const siteAddress = ({ pageSite }: PageRequest, url: string): string => url.slice(pageSite.site.baseUrl.length);

/** A page of the calendar with these filters. */
export const viewHref = (request: PageRequest, filters: Filters, path: string, more: readonly Pair[] = []): string =>
  hrefOf(request, path, [...pairsOf(filters), ...more]);

export const withoutDate = (filters: Filters): Filters => ({ ...filters, date: undefined, when: undefined });

export const monthPath = (month: Month): string => `/calendar/month/${month}`;
export const weekPath = (name: string): string => `/calendar/week/${name}`;
export const dayPath = (day: Day): string => `/calendar/day/${day}`;

export const dayHref = (request: PageRequest, filters: Filters, day: Day): string =>
  viewHref(request, withoutDate(filters), dayPath(day));

/** Absolute URL, for canonical and alternate links. Sites in several languages have one for each; that of the default
 * language does not name it. */
export function publicUrl(
  { call: { site, language: current } }: PageRequest,
  path: string,
  pairs: readonly Pair[],
  language = current,
): string {
  const isDefault = language === undefined || language === site.languages[0];
  return site.baseUrl + withQuery(path, isDefault ? pairs : [...pairs, ['lang', language]]);
}
