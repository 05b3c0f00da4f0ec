// Addresses of the pages. Every link keeps the filters that still hold and the language that was asked for.
import type { Day, Month } from './days.js';
import { type Filters, type Pair, pairsOf } from './filters.js';
import type { PageRequest } from './page-request.js';

/** Records without a public address have a query in it already. */
function withQuery(path: string, pairs: readonly Pair[]): string {
  const query = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path;
}

/** An address below the site's path. */
export const hrefOf = ({ pageSite, lang }: PageRequest, path: string, pairs: readonly Pair[] = []): string =>
  pageSite.path + withQuery(path, lang === undefined ? pairs : [...pairs, ['lang', lang]]);

/** The page of a record, from the address that its body tells. */
export const recordHref = (request: PageRequest, url: string): string => hrefOf(request, siteAddress(request, url));

/** Addresses of our own below the site's path, so that they lead to wherever the page was read. */
export const localHref = ({ pageSite }: PageRequest, url: string): string =>
  url.startsWith(`${pageSite.site.baseUrl}/`) ? `${pageSite.path}${url.slice(pageSite.site.baseUrl.length)}` : url;

const siteAddress = ({ pageSite }: PageRequest, url: string): string => url.slice(pageSite.site.baseUrl.length);

/** A page of the calendar under these filters. Views with a day of their own need none beside it. */
export const viewHref = (request: PageRequest, filters: Filters, path: string, more: readonly Pair[] = []): string =>
  hrefOf(request, path, [...pairsOf(filters), ...more]);

export const withoutDate = (filters: Filters): Filters => ({ ...filters, date: undefined });

export const monthPath = (month: Month): string => `/calendar/month/${month}`;
export const weekPath = (name: string): string => `/calendar/week/${name}`;
export const dayPath = (day: Day): string => `/calendar/day/${day}`;

export const dayHref = (request: PageRequest, filters: Filters, day: Day): string =>
  viewHref(request, withoutDate(filters), dayPath(day));

/** The whole address, for what is read outside of the page. Pages in several languages have one for each. */
export function publicUrl(
  { call }: PageRequest,
  path: string,
  pairs: readonly Pair[],
  language = call.language,
): string {
  const several = call.site.languages.length > 1 && language !== undefined;
  return call.site.baseUrl + withQuery(path, several ? [...pairs, ['lang', language]] : pairs);
}

/** Where there may be a map of it, for people to follow. */
export function mapUrl(point: { lat: number; lng: number } | undefined, address: string): string | undefined {
  if (point) {
    const [lat, lng] = [point.lat, point.lng].map((degrees) => degrees.toFixed(5));
    return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=16/${lat}/${lng}`;
  }
  return address ? `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}` : undefined;
}
