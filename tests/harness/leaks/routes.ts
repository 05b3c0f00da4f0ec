// The GET routes of a server as it registers them, and requests for each: every value of their parameters that the calendar
// has. A route with a parameter that is unknown here fails the scan, so that no new route is left out.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { feedTypes } from '../../../src/core/format.js';
import { prefixes } from '../client.js';
import type { MarkedCalendar } from './records.js';

/** Calls `start` and returns the GET routes of the server that it builds. */
export async function recordRoutes(start: () => Promise<void>): Promise<readonly string[]> {
  const urls = new Set<string>();
  const onRoute = ({ method, url }: RouteOptions) => {
    if ([method].flat().includes('GET')) urls.add(url);
  };
  const onServer = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', onRoute);
  };
  subscribe('fastify.initialization', onServer);
  await start();
  unsubscribe('fastify.initialization', onServer);
  return [...urls].sort();
}

const resourceNames: Readonly<Record<string, string>> = {
  tribe_events: 'events',
  tribe_venue: 'venues',
  tribe_organizer: 'organizers',
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
};

const suffixes = Object.keys(feedTypes);

/** One format of each form in which records are written. */
const someSuffixes = ['ics', 'ndjson', 'csv', 'jsonld'];

/** URLs that the home page, pages of records and all other paths answer for old sites. */
function oldAddresses({ slugs, ids, days }: MarkedCalendar): readonly string[] {
  const events = (slugs.events ?? []).flatMap((slug) => [
    `event/${slug}/ical/`,
    `event/${slug}/?ical=1`,
    `event/${slug}/?outlook-ical=1`,
    `series/${slug}/?ical=1`,
    `?tribe_events=${slug}&ical=1`,
  ]);
  const dates = days.flatMap((day) => [
    `event/open-series/${day}/?ical=1`,
    `event/guarded-series/${day}/ical/`,
    `event/draft-series/${day}/?ical=1`,
  ]);
  const linked = ['venue', 'organizer'].flatMap((kind) =>
    (slugs[`${kind}s`] ?? []).flatMap((slug) => [`${kind}/${slug}/?ical=1`, `?tribe_${kind}=${slug}&ical=1`]),
  );
  const posts = ['events', 'venue', 'organizer'].flatMap((kind) =>
    (ids[kind === 'events' ? kind : `${kind}s`] ?? []).map((id) => `?post_type=tribe_${kind}&p=${id}`),
  );
  const untyped = Object.values(ids).flatMap((some) => some.map((id) => `?p=${id}`));
  return [
    ...[...events, ...dates, ...linked, ...posts, ...untyped],
    ...['events/?ical=1', 'events/list/?ical=1', 'events/month/2027-07/?ical=1', 'events/feed/', 'feed/', 'feed/atom/'],
    ...[`events/?ical=1&event_ids=${(ids.events ?? []).join(',')}`, '?feed=rss2&post_type=tribe_events'],
    ...['events/?ical=1&tribe-bar-date=1999-01-01', 'events/photo/', 'events/map/'],
  ];
}

type Values = readonly (string | number)[];

/** How much is read: rights decide which records a caller sees, and hardly how formats and pages write them. */
export interface Extent {
  /** Callers without any record of their own. */
  readonly isReader: boolean;
  readonly allFormats: boolean;
  readonly allPages: boolean;
}

/** Values of one parameter; `before` is the part of the path in front of it, and only dates have pages below a date. */
function valuesOf(name: string, before: string, isDated: boolean, calendar: MarkedCalendar): Values | undefined {
  const { ids, slugs, series, days, files } = calendar;
  const parts = before.split('/').filter(Boolean);
  const last = parts.at(-1) ?? '';
  const collection = last === 'by-slug' ? (parts.at(-2) ?? '') : last;
  const resource = resourceNames[collection] ?? collection;
  switch (name) {
    case 'id':
      return ids[resource] ?? [1, 2, 3];
    case 'occurrence_of':
      return series;
    case 'venue':
      return ids.venues;
    case 'organizer':
      return ids.organizers;
    case 'categories':
    case 'tags':
      return [1];
    case 'delivery':
      return [1];
    case 'user':
      return ['me', 1, 2, 3];
    case 'slug':
      return slugs[resource] ?? ['tribe_events', 'publish', 'draft', 'tribe_events_cat'];
    case 'part':
      if (isDated) return ['open-series', 'guarded-series', 'draft-series'];
      return slugs[resource] ?? (last === 'month' ? ['2027-07', '2027-08'] : ['2027-07-01', ...days, 'events']);
    case 'day':
    case 'date':
      return days;
    case 'number':
      return [1];
    case 'format':
      return suffixes;
    case 'name':
      return files;
    case 'shape':
      return ['16x9', '4x3', '1x1'];
    case 'card':
      return ['any.png'];
    case 'file':
      return ['pages', 'events', 'venues', 'organizers', 'categories', 'tags', 'series'].map((one) => `${one}-1.xml`);
    case '*':
      return before === '/' ? oldAddresses(calendar) : ['1', 'demo/list'];
    default:
      return undefined;
  }
}

/** A parameter of the router's syntax, with its pattern. */
const parameter = /:(\w+)(\((?:[^()]|\([^)]*\))*\))?|\*/;

const apiPrefixes = [...Object.values(prefixes), '/wp-json/wp/v2'];
export const isApi = (route: string): boolean => apiPrefixes.some((prefix) => route.startsWith(prefix));

/** Some paths of a page are enough for callers whose session only opens previews. */
const isPreview = (path: string): boolean => /[?&]p=/.test(path);

export function readsOf(route: string, calendar: MarkedCalendar, extent: Extent): readonly string[] {
  const { allFormats, allPages } = extent;
  const paths = pathsOf(route, calendar).filter((path) => allFormats || isWanted(path));
  const read = allPages || isApi(route) ? paths : [...paths.slice(0, 2), ...paths.filter(isPreview)];
  const queries = queriesOf(route, calendar, extent);
  return read.flatMap((path) => queries.map((query) => withQuery(path, query)));
}

const isWanted = (path: string): boolean =>
  !suffixes.some((suffix) => path.endsWith(`.${suffix}`)) || someSuffixes.some((suffix) => path.endsWith(`.${suffix}`));

const withQuery = (path: string, query: string): string =>
  query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;

/** All paths of a route. */
export function pathsOf(route: string, calendar: MarkedCalendar): readonly string[] {
  if (route.includes(':source') && route.includes(':external_id'))
    return calendar.externalIds
      .slice(0, 6)
      .map(([source, id]) => route.replace(/:source.*/, `${encodeURIComponent(source)}/${id}`));
  const found = parameter.exec(route);
  if (!found) return [route];
  const before = route.slice(0, found.index);
  const values = valuesOf(found[1] ?? '*', before, route.includes('/:day'), calendar);
  if (!values) throw new Error(`the scan has no values for ${found[0]} of ${route}`);
  return values.flatMap((value) => pathsOf(`${before}${value}${route.slice(found.index + found[0].length)}`, calendar));
}

const window = 'start_date=1970-01-01&end_date=2100-01-01&per_page=100';

/** Parameters that could show more than a plain request does. */
function queriesOf(
  route: string,
  { ids, slugs, address }: MarkedCalendar,
  { isReader, allFormats }: Extent,
): readonly string[] {
  if (route === '/oembed') return (slugs.events ?? []).map((slug) => `url=${address}/event/${slug}/`);
  const own = isReader ? [] : ['context=edit'];
  if (!isApi(route)) return [''];
  const isList = /\/(events|venues|organizers|media|users|tribe_\w+|occurrences)(\.:format.*)?$/.test(route);
  if (route.endsWith('/changes'))
    return ['limit=500', 'limit=500&occurrences=series', 'limit=500&status=any', 'limit=500&include=id'];
  if (!isList) return ['', ...own];
  if (route.includes(':format') && !allFormats) return [`${window}&status=any`, `${window}&context=edit&series=rule`];
  const included = (ids.events ?? []).slice(0, 100).join(',');
  return [
    window,
    `${window}&status=publish,draft,pending,private,future,trash`,
    ...(isReader ? [] : [`${window}&context=edit&status=any`]),
    `include=${included}&per_page=100`,
    ...(route.includes('/wp/v2/') ? ['_embed=1&per_page=100&orderby=modified', 'status=any'] : []),
    ...(/\/events$/.test(route) ? [`${window}&occurrences=series`, `${window}&order=desc&orderby=title`] : []),
    ...(route.includes(':format') ? [`${window}&series=rule&html=1`] : []),
  ];
}
