// Finds paths in the responses of the old side: pages of lists, records by ID and by slug, and lists filtered by values
// that records have.
import { isObject } from '../core/is-object.js';
import { parseUrl } from '../core/text/parse-url.js';
import { replayablePath, routeOf, sitePath } from './path.js';
import type { PathSource } from './sources.js';

const events = '/wp-json/tribe/events/v1';
const wordpress = '/wp-json/wp/v2';
/** The first year that the old side accepts, and the last one of most calendars. */
const allDates = 'start_date=1971-01-01&end_date=2100-12-31';

const starts: readonly string[] = [
  `${events}/events`,
  `${events}/events?${allDates}&per_page=50`,
  `${events}/venues`,
  `${events}/organizers`,
  `${events}/categories`,
  `${events}/tags`,
  `${wordpress}/tribe_events`,
  `${wordpress}/tribe_venue`,
  `${wordpress}/tribe_organizer`,
  `${wordpress}/tribe_events_cat`,
  `${wordpress}/tags`,
  `${wordpress}/media`,
  `${events}/events?featured=true&${allDates}`,
  `${events}`,
  `${events}/events/999999999`,
  `${events}/events?page=100000`,
  `${events}/events?page=0`,
  `${events}/events?start_date=nonsense`,
];

const lists = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;
/** Their names in the API of WordPress, which lists upcoming events only and has all of them by ID. */
const wordpressNames = {
  events: 'tribe_events',
  venues: 'tribe_venue',
  organizers: 'tribe_organizer',
  categories: 'tribe_events_cat',
  tags: 'tags',
} as const;
/** Lists whose records have a slug in their path. */
const bySlug: readonly string[] = ['events', 'venues', 'organizers'];

type JsonObject = Readonly<Record<string, unknown>>;
const objectsIn = (value: unknown): readonly JsonObject[] => [value].flat().filter(isObject);
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
const isSlug = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Of paths that were found; each kind keeps as many as may be sent. */
const maxKnown = 1_000_000;

/** At most `limit` paths. Routes take turns, so that a small limit covers all of them; every fourth path is a single event, of
 * which a site has most. */
export function crawlSource(limit: number): PathSource {
  const known = new Set<string>();
  const queues = new Map<string, string[]>();
  let sent = 0;
  const add = (target: string): void => {
    const path = known.size < maxKnown ? replayablePath(target) : undefined;
    if (path === undefined || known.has(path)) return;
    const key = kindOf(path);
    const queue = queues.get(key) ?? [];
    if (queue.length === limit) return;
    known.add(path);
    queue.push(path);
    queues.set(key, queue);
  };
  starts.forEach(add);
  return {
    next: async () => {
      if (sent >= limit) return undefined;
      sent += 1;
      const key = sent % 4 === 0 && queues.has(singleEvents) ? singleEvents : queues.keys().next().value;
      const queue = queues.get(key ?? '');
      if (key === undefined || queue === undefined) return undefined;
      // From both ends: lists are sorted, and the first records alone would be the oldest ones.
      const path = queue.length % 2 ? queue.shift() : queue.pop();
      // To the end of the order, or away if nothing is left.
      queues.delete(key);
      if (queue.length) queues.set(key, queue);
      return path;
    },
    read: (path, body, headers) => {
      for (const target of targetsIn(path, body, headers)) add(target);
    },
  };
}

const singleEvents = `${events}/events/{id}?`;

/** The route with the names of its filters. */
const kindOf = (path: string): string => {
  const query = new URLSearchParams(path.split('?')[1] ?? '');
  return `${routeOf(path)}?${[...query.keys()].sort().join('&')}`;
};

function* targetsIn(path: string, body: unknown, headers: Readonly<Record<string, string>>): Generator<string> {
  const route = routeOf(path);
  if (route.startsWith(wordpress)) {
    if (!Array.isArray(body)) return;
    for (const { id } of objectsIn(body)) if (isId(id)) yield `${route}/${id}`;
    yield* nextPage(path, Number(headers['x-wp-totalpages']));
  } else if (isObject(body)) {
    for (const name of lists) {
      for (const record of objectsIn(body[name])) yield* targetsOf(name, record);
    }
    yield* linkedPage(body.next_rest_url);
  }
}

/** A page that the old side links to: on itself only, since the path is all that is used. */
function* linkedPage(address: unknown): Generator<string> {
  const url = typeof address === 'string' ? parseUrl(address) : undefined;
  if (!url) return;
  const query = new URLSearchParams(url.search);
  query.delete('rest_route');
  yield `${sitePath(url)}?${query}`;
}

function* nextPage(path: string, pages: number): Generator<string> {
  const [plain = '', search = ''] = path.split('?');
  const query = new URLSearchParams(search);
  const page = Number(query.get('page') ?? 1);
  if (!(page < pages)) return;
  query.set('page', String(page + 1));
  yield `${plain}?${query}`;
}

function* targetsOf(list: (typeof lists)[number], record: JsonObject): Generator<string> {
  const { id, slug } = record;
  if (isId(id)) {
    yield `${events}/${list}/${id}`;
    yield `${wordpress}/${wordpressNames[list]}/${id}`;
  }
  if (bySlug.includes(list) && isSlug(slug)) yield `${events}/${list}/by-slug/${encodeURIComponent(slug)}`;
  if (list === 'events') {
    yield* filtersOf(record);
    return;
  }
  if (!isId(id)) return;
  const filter = { venues: 'venue', organizers: 'organizer', categories: 'categories', tags: 'tags' }[list];
  yield `${events}/events?${filter}=${id}&${allDates}`;
}

function* filtersOf(event: JsonObject): Generator<string> {
  if (isId(event.id)) yield filtered('include', String(event.id));
  for (const { slug } of objectsIn(event.categories)) if (isSlug(slug)) yield filtered('categories', slug);
  for (const { slug } of objectsIn(event.tags)) if (isSlug(slug)) yield filtered('tags', slug);
  const [day] = String(event.start_date).split(' ');
  if (day && /^\d{4}-\d\d-\d\d$/.test(day)) yield `${events}/events?start_date=${day}&end_date=${day}%2023:59:59`;
  const [word] = String(event.title).match(/[a-z]{4,}/i) ?? [];
  if (word) yield filtered('search', word);
}

const filtered = (name: string, value: string): string =>
  `${events}/events?${name}=${encodeURIComponent(value)}&${allDates}`;
