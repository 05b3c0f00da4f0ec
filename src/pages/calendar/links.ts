// Addresses of the pages. Every link keeps the filters that still hold and the language that was asked for.
import type { Day, Month } from './days.js';
import { type Filters, type Pair, pairsOf } from './filters.js';
import type { Visit } from './visit.js';

/** Records without a public address have a query in it already. */
function withQuery(path: string, pairs: readonly Pair[]): string {
  const query = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path;
}

/** An address below the site's path. */
export const hrefOf = ({ place, lang }: Visit, path: string, pairs: readonly Pair[] = []): string =>
  place.path + withQuery(path, lang === undefined ? pairs : [...pairs, ['lang', lang]]);

/** The page of a record, from the address that its body tells. */
export const recordHref = (visit: Visit, url: string): string => hrefOf(visit, siteAddress(visit, url));

/** Addresses of our own below the site's path, so that they lead to wherever the page was read. */
export const localHref = ({ place }: Visit, url: string): string =>
  url.startsWith(`${place.site.baseUrl}/`) ? `${place.path}${url.slice(place.site.baseUrl.length)}` : url;

const siteAddress = ({ place }: Visit, url: string): string => url.slice(place.site.baseUrl.length);

/** A page of the calendar under these filters. Views with a day of their own need none beside it. */
export const viewHref = (visit: Visit, filters: Filters, path: string, more: readonly Pair[] = []): string =>
  hrefOf(visit, path, [...pairsOf(filters), ...more]);

export const withoutDate = (filters: Filters): Filters => ({ ...filters, date: undefined });

export const monthPath = (month: Month): string => `/calendar/month/${month}`;
export const weekPath = (name: string): string => `/calendar/week/${name}`;
export const dayPath = (day: Day): string => `/calendar/day/${day}`;

export const dayHref = (visit: Visit, filters: Filters, day: Day): string =>
  viewHref(visit, withoutDate(filters), dayPath(day));

/** The whole address, for what is read outside of the page. Pages in several languages have one for each. */
export function publicUrl({ call }: Visit, path: string, pairs: readonly Pair[], language = call.language): string {
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
