// The URLs in links and subscriptions to calendars of The Events Calendar: `/events/category/music/month/2027-05/`,
// `/events/?ical=1`, `/?feed=rss2&post_type=tribe_events`. Parses path and query into a description. Pure.

import type { Given } from '../../core/field.js';
import { decodePart } from '../../core/text/decode-part.js';
import type { LinkedFilter } from '../calendar/filters.js';

export type OldView = 'list' | 'month' | 'week' | 'day' | 'places';
export type OldFeed = 'ics' | 'rss' | 'atom';

export interface OldUrl {
  /** Slug of an event, or of a series. */
  readonly event?: string | undefined;
  readonly series?: string | undefined;
  /** Slugs of a category and of all its ancestors, separated by slashes. */
  readonly categoryPath?: string | undefined;
  /** Slugs. */
  readonly category?: string | undefined;
  readonly tag?: string | undefined;
  readonly venue?: string | undefined;
  readonly organizer?: string | undefined;
  readonly view?: OldView | undefined;
  /** `YYYY-MM-DD` or `YYYY-MM` in a path; any text in a query. */
  readonly date?: string | undefined;
  /** Among the dates of an event on one day. */
  readonly number?: string | undefined;
  readonly past?: boolean | undefined;
  readonly featured?: true | undefined;
  readonly search?: string | undefined;
  /** The value of `event_ids`. */
  readonly ids?: unknown;
  readonly page?: number | undefined;
  /** Absent: a page. */
  readonly feed?: OldFeed | undefined;
  /** For Outlook: descriptions as HTML, no name of the calendar. */
  readonly outlook?: true | undefined;
}

const views: Readonly<Record<string, OldView>> = {
  list: 'list',
  photo: 'list',
  summary: 'list',
  upcoming: 'list',
  past: 'list',
  month: 'month',
  week: 'week',
  day: 'day',
  today: 'day',
  map: 'places',
};

const feeds: Readonly<Record<string, OldFeed>> = { feed: 'rss', rss: 'rss', rss2: 'rss', atom: 'atom' };

const entry = <T>(table: Readonly<Record<string, T>>, name = ''): T | undefined =>
  Object.hasOwn(table, name.toLowerCase()) ? table[name.toLowerCase()] : undefined;

const viewNamed = (name: string): Pick<OldUrl, 'view' | 'past'> | undefined => {
  const view = entry(views, name);
  return view && { view, ...(name.toLowerCase() === 'past' && { past: true }) };
};

/** Undefined for a URL that is none of these. */
export function readOldAddress(path: string, query: Given): OldUrl | undefined {
  const [root = '', ...parts] = path.split('/').filter(Boolean).map(decodePart);
  const found = entry(roots, root)?.(parts);
  return found && withQuery(found, query, root === '');
}

type Parse = (parts: readonly string[]) => OldUrl | undefined;

const linkedTo =
  (kind: LinkedFilter | 'series'): Parse =>
  ([slug, ...rest]) =>
    slug === undefined ? undefined : withTail({ [kind]: slug }, rest);

const roots: Readonly<Record<string, Parse>> = {
  '': () => ({}),
  events: archive,
  event: eventPath,
  venue: linkedTo('venue'),
  organizer: linkedTo('organizer'),
  tag: linkedTo('tag'),
  series: linkedTo('series'),
  feed: (parts) => withTail({}, ['feed', ...parts]),
};

/** `/events/…`: all events, those of a category, or those with a tag. */
function archive(parts: readonly string[]): OldUrl | undefined {
  const [first, ...rest] = parts;
  if (first?.toLowerCase() === 'tag') return linkedTo('tag')(rest);
  if (first?.toLowerCase() !== 'category') return withTail({}, parts);
  const end = rest.findIndex((part, at) => at > 0 && isTailWord(part));
  const slugs = rest.slice(0, end < 0 ? rest.length : end);
  return slugs.length > 0
    ? withTail({ categoryPath: slugs.join('/'), category: slugs.at(-1) }, rest.slice(slugs.length))
    : undefined;
}

/** `/event/<slug>/<date>/<number>/ical/`, all but the slug optional. `/event/feed/` is the feed of all events. */
function eventPath([event, ...parts]: readonly string[]): OldUrl | undefined {
  if (event === undefined) return undefined;
  if (event.toLowerCase() === 'feed') return withTail({}, [event, ...parts]);
  const [, date, number, ical] =
    /^(?:(\d{4}-\d\d-\d\d)\/(?:([1-9]\d{0,2})\/)?)?(ical\/)?$/i.exec(joinedPath(parts)) ?? [];
  if (parts.length > 0 && !date && !ical) return undefined;
  return { event, date, number, ...(ical && { feed: 'ics' }) };
}

const joinedPath = (parts: readonly string[]): string => parts.map((part) => `${part}/`).join('');

const datePath = /^\d{4}-\d\d(-\d\d)?$/;

const isTailWord = (part: string): boolean =>
  entry(views, part) !== undefined || datePath.test(part) || /^(featured|page|ical|feed)$/i.test(part);

/** The end of a path: view, date, `featured`, page and format, each at most once. */
function withTail(found: OldUrl, [part, ...rest]: readonly string[]): OldUrl | undefined {
  if (part === undefined) return found;
  const word = part.toLowerCase();
  const view = viewNamed(word);
  if (view && !found.view && !found.date) return withTail({ ...found, ...view }, rest);
  if (datePath.test(part) && !found.date)
    return withTail({ view: part.length === 7 ? 'month' : 'day', ...found, date: part }, rest);
  if (word === 'featured' && !found.featured) return withTail({ ...found, featured: true }, rest);
  if (word === 'page' && !found.page && /^[1-9]\d{0,5}$/.test(rest[0] ?? ''))
    return withTail({ ...found, page: Number(rest[0]) }, rest.slice(1));
  if (word === 'ical') return rest.length === 0 ? { ...found, feed: 'ics' } : undefined;
  const feed = word === 'feed' && rest.length <= 1 ? entry(feeds, rest[0] ?? word) : undefined;
  return feed && { ...found, feed };
}

const feedNames = ['ical', 'outlook-ical', 'feed'];
const filterNames = [
  ...['event_ids', 'eventDisplay', 'eventDate', 'tribe-bar-date', 'tribe-bar-search'],
  ...['tribe_events_cat', 'tribe_events', 'tribe_venue', 'tribe_organizer'],
];

const hasAny = (query: Given, names: readonly string[]): boolean => names.some((name) => Object.hasOwn(query, name));

/** The query asks for a feed, whatever the path is. */
export const namesFeed = (query: Given): boolean => hasAny(query, feedNames);

/** The query makes the URL of an own page an old one. */
export const hasOldNames = (query: Given): boolean => hasAny(query, [...feedNames, ...filterNames]);

const textIn = (query: Given, ...names: readonly string[]): string | undefined => {
  const values = names.map((name) => query[name]);
  return values.find((value): value is string => typeof value === 'string' && value !== '');
};

/** The path takes precedence. */
function withQuery(found: OldUrl, query: Given, isHome: boolean): OldUrl | undefined {
  const home = isHome ? homeQuery(query) : {};
  const named = feedIn(query, found);
  if (!home || !named) return undefined;
  const display = viewNamed(textIn(query, 'eventDisplay') ?? '');
  return {
    ...home,
    ...found,
    category: found.category ?? textIn(query, 'tribe_events_cat'),
    date: found.date ?? textIn(query, 'tribe-bar-date', 'eventDate'),
    search: textIn(query, 'tribe-bar-search'),
    ids: query.event_ids,
    // Past events are a list: `/events/list/?eventDisplay=past`.
    ...((!found.view || found.view === display?.view) && display),
    ...named,
  };
}

/** Undefined for an unknown feed. `ical` counts with any value, `0` too. */
function feedIn(query: Given, { event }: OldUrl): Pick<OldUrl, 'feed' | 'outlook'> | undefined {
  if (query['outlook-ical'] !== undefined) return { feed: 'ics', outlook: true };
  if (query.ical !== undefined) return { feed: 'ics' };
  if (query.feed === undefined) return {};
  const feed = entry(feeds, textIn(query, 'feed') ?? '');
  // The feed of an event there has its comments.
  return feed && event === undefined ? { feed } : undefined;
}

/** The home page names records in the query. Undefined for other types of posts; a record by `p` has a redirect of its
 * own. */
function homeQuery(query: Given): OldUrl | undefined {
  const { post_type: type = 'tribe_events', p } = query;
  if (type !== 'tribe_events' || p !== undefined) return undefined;
  return {
    event: textIn(query, 'tribe_events'),
    venue: textIn(query, 'tribe_venue'),
    organizer: textIn(query, 'tribe_organizer'),
  };
}
