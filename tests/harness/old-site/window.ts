// The default window of the list of events, and the addresses that name it.
import { endOfDay, plusYears, startOfDay } from '../../../src/core/time/clock.js';
import { toWall } from '../../../src/core/time/zone.js';
import { rest, type Site } from './bodies.js';

/** From the local day of the last minute of yesterday in UTC, to the end of the day in two years. */
export function defaultWindow({ now, data }: Pick<Site, 'now' | 'data'>): {
  readonly from: string;
  readonly to: string;
} {
  const yesterday = new Date(Date.parse(`${now.slice(0, 10)}T00:00:00Z`) - 60_000).toISOString();
  const from = startOfDay(toWall(yesterday.slice(0, 19).replace('T', ' '), data.zone));
  return { from, to: endOfDay(plusYears(now, 2)) };
}

interface ListAddress {
  readonly collection: string;
  readonly query: URLSearchParams;
  readonly page: number;
  readonly pages: number;
  readonly perPage: number;
  /** Parameters in effect, also if nobody asked for them. */
  readonly effective: Readonly<Record<string, string>>;
}

const raw = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** `rest_url` has raw values, the other two encoded ones with the page at their end. Terms have no parameters at all. */
export function addressesOf(site: Site, { collection, query, page, pages, perPage, effective }: ListAddress) {
  const base = rest(site, `${collection}/`);
  const isTerms = collection === 'categories' || collection === 'tags';
  const filters = ['venue', 'organizer', 'featured'].flatMap((name) => {
    const value = query.get(name);
    return collection !== 'events' || value === null || value === 'false'
      ? []
      : [[name, value === 'true' ? '1' : value]];
  });
  const shown = isTerms ? {} : { per_page: String(perPage), ...effective, ...Object.fromEntries(filters) };
  const at = (number: number): string => {
    const values = { ...shown, ...(number > 1 && { page: String(number) }) };
    return Object.keys(values).length ? `${base}?${new URLSearchParams(values)}` : base;
  };
  const own = { page: String(page), ...shown };
  return {
    rest_url: isTerms ? base : `${base}?${filters.length ? new URLSearchParams(own) : raw(own)}`,
    ...(page < pages && { next_rest_url: at(page + 1) }),
    ...(page > 1 && { previous_rest_url: at(page - 1) }),
  };
}
