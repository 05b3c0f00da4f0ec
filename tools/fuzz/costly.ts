// Requests of at most 16 kB that are built to cost: many words, IDs and filters, odd orders, deep pages, feeds, long headers,
// recurrence rules, deep nesting, batches and MCP.
import type { Random } from '../../bench/calendar/random.js';
import type { Caller } from './case.js';
import type { Sent } from './http.js';

const maxBytes = 16_000;
const native = '/cal/events/v1';
const mounts = [native, '/wp-json/tribe/events/v1'];
const letters = [...'aeioulnrstdmcpgbfhvky'];
const longPeriod = { start_date: '2000-01-01', end_date: '2090-12-31' };

const many = <Item>(count: number, make: (at: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, at) => make(at));
const ids = (random: Random, max = 30_000): string =>
  many(random.pick([1, 40, 2_000]), () => random.integer(1, max)).join(',');

function words(random: Random): string {
  const signs = random.pick([[''], ['-'], ['', '-']]);
  const length = random.pick([1, 1, 2, 2, 3, 60]);
  const word = () => `${random.pick(signs)}${many(length, () => random.pick(letters)).join('')}`;
  return many(random.pick([1, 4, 8, 16, 40]), word)
    .join(' ')
    .slice(0, 200);
}

/** Filters of lists of events, each with values that select much, or little after a long way. */
const filters: readonly ((random: Random) => Readonly<Record<string, string>>)[] = [
  (random) => ({ search: words(random) }),
  (random) => ({ search: words(random) }),
  (random) => ({ city: random.pick(['a', 'xy', 'e', 'zz top']) }),
  (random) => ({ include: ids(random) }),
  (random) => ({ venue: ids(random, 2_000) }),
  (random) => ({ organizer: ids(random, 4_000) }),
  (random) => ({ categories: ids(random, 190), tags: ids(random, 2_000) }),
  (random) => ({ featured: random.pick(['true', 'false']) }),
  (random) => ({ geoloc_lat: '47.5', geoloc_lng: '8.5', geoloc_radius: random.pick(['1', '300', '20000']) }),
  (random) => ({ near: '47.5,8.5', radius: random.pick(['1', '20000']) }),
  (random) => ({ post_parent: String(random.integer(1, 30_000)) }),
  (random) => ({ status: random.pick(['publish,draft,private,pending', 'trash', 'draft']) }),
  () => longPeriod,
  () => longPeriod,
  () => ({ strict_dates: 'true', starts_after: '1990-01-01', ends_before: '2090-01-01' }),
  (random) => ({ occurrences: random.pick(['next', 'all', 'first', 'series']) }),
  (random) => ({ context: random.pick(['edit', 'view']) }),
  (random) => ({ page: String(random.pick([2, 150, 390, 1e9])), per_page: '50' }),
  (random) => ({ offset: String(random.pick([100, 9_000, 19_000])) }),
];
const orders = ['start_date', 'title', 'modified', 'id', 'distance', 'date', 'slug'];

function listQuery(random: Random): string {
  const chosen = many(random.integer(1, 4), () => random.pick(filters)(random));
  const order = random.happens(0.6) ? { orderby: random.pick(orders), order: random.pick(['asc', 'desc']) } : {};
  return `?${new URLSearchParams(Object.assign({}, ...chosen, order))}`.slice(0, maxBytes - 500);
}

const paths = [
  ...mounts.flatMap((mount) =>
    ['/events', '/events', '/venues', '/organizers', '/categories', '/tags'].map((path) => mount + path),
  ),
  ...['events.ics', 'events.csv', 'events.rss', 'events.atom', 'events.jsonld', 'events.ndjson', 'media'].map(
    (path) => `${native}/${path}`,
  ),
  ...['tribe_events', 'tribe_venue', 'tribe_organizer', 'tribe_events_cat', 'tags'].map(
    (path) => `/wp-json/wp/v2/${path}`,
  ),
  ...[
    '/calendar/list',
    '/calendar/month',
    '/calendar/week',
    '/calendar/day',
    '/calendar/map',
    '/calendar',
    `${native}/changes`,
  ],
];

const headerNames = [
  ...[
    'accept',
    'accept-encoding',
    'accept-language',
    'authorization',
    'cookie',
    'content-type',
    'if-none-match',
    'prefer',
  ],
  ...['range', 'origin', 'x-forwarded-for', 'forwarded', 'content-disposition', 'idempotency-key', 'if-modified-since'],
];
const pieces = [
  ' ',
  '\t',
  ',',
  ';',
  '=',
  '"',
  'a',
  'a,',
  'q=0.1,',
  'a;q=0.',
  '*/*;q=1, ',
  'en-US,',
  '"x", ',
  'a=b; ',
  '%20',
  '::',
  '.',
  '\\"',
];
const headerStarts = [
  '',
  'text/calendar;q=x',
  'text/html, ',
  'multipart/form-data; boundary=',
  'Basic ',
  'Bearer ',
  'en;q=',
  'W/"',
  'attachment; filename="',
];

function longHeader(random: Random): Readonly<Record<string, string>> {
  const piece = random.pick(pieces);
  const value = `${random.pick(headerStarts)}${piece.repeat(Math.floor(14_000 / piece.length))}x`;
  return { [random.pick(headerNames)]: value };
}

const rules = [
  'FREQ=DAILY;COUNT=10000;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=-366',
  'FREQ=MONTHLY;INTERVAL=999;BYDAY=5FR;BYMONTH=2',
  'FREQ=SECONDLY;COUNT=100000',
  `FREQ=YEARLY;BYYEARDAY=${many(366, (day) => day + 1).join(',')};BYSETPOS=${many(366, (day) => day + 1).join(',')}`,
  'RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD;BYMONTH=2;BYMONTHDAY=29,30,31',
];

/** Extra and removed dates in other years and zones. */
const datesOf = (random: Random, zone: string): string =>
  many(400, () => `${random.pick(['EXDATE', 'RDATE'])}${zone}:${random.integer(1_600, 9_000)}0101T090000`).join('\n');

function recurring(random: Random): object {
  const zone = random.pick(['', ';TZID=Europe/Berlin', ';TZID=America/New_York']);
  const rule = random.happens(0.5) ? random.pick(rules) : `RRULE:${random.pick(rules)}\n${datesOf(random, zone)}`;
  return {
    title: 'x',
    start_date: '2027-05-04 09:00',
    end_date: '2027-05-04 10:00',
    timezone: random.pick(['Europe/Berlin', 'UTC', 'Africa/Casablanca']),
    recurrence: rule.slice(0, maxBytes - 1_000),
  };
}

const nestings = ['[', '{"a":', '{"description":[', '"\\u0000', '[1,', '{"a":{},'];
const markups = ['<b>', '<a href=x>', '<!--', '<p style="', '&lt;', '<svg><g>', '</b>', '<table><tr><td>'];

function costlyBody(random: Random): { readonly path: string; readonly body: string } {
  const repeated = (piece: string) => piece.repeat(Math.floor(15_000 / piece.length));
  const json = (value: unknown): string => JSON.stringify(value);
  const tool = (name: string, args: object) =>
    json({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
  return random.pick([
    () => ({ path: `${native}/events/recurrence-preview`, body: json(recurring(random)) }),
    () => ({ path: `${native}/events?dry_run=true`, body: json(recurring(random)) }),
    () => ({
      path: `${native}/events?dry_run=true`,
      body: json({ title: 'x', start_date: '2027-05-04', description: repeated(random.pick(markups)) }),
    }),
    () => ({
      path: random.pick([`${native}/events`, `${native}/batch`, '/mcp', `${native}/session`]),
      body: repeated(random.pick(nestings)),
    }),
    () => ({
      path: `${native}/batch?dry_run=true`,
      body: json({
        operations: many(100, () => ({
          method: 'POST',
          path: '/events',
          body: { title: 'x', start_date: '2027-05-04' },
        })),
      }),
    }),
    () => ({
      path: '/mcp',
      body: tool('list_events', { search: words(random), from: '2000-01-01', to: '2090-01-01', limit: 50 }),
    }),
    () => ({ path: '/mcp', body: tool('preview_recurrence', recurring(random)) }),
    () => ({
      path: '/mcp',
      body: tool(random.pick(['list_places', 'list_organizers', 'list_categories']), { search: words(random) }),
    }),
  ])();
}

export type Signed = (caller: Caller) => Readonly<Record<string, string>>;

export function costlyRequest(random: Random, caller: Caller, signed: Signed): Sent {
  const share = random.next();
  const headers = signed(caller);
  if (share < 0.6) return { method: 'GET', url: `${random.pick(paths)}${listQuery(random)}`, headers };
  if (share < 0.75) {
    const url = random.pick(['/healthz', `${native}/events`, `${native}/events.ics`, '/calendar/list', '/mcp']);
    return { method: random.pick(['GET', 'POST']), url, headers: { ...headers, ...longHeader(random) } };
  }
  const { path, body } = costlyBody(random);
  return {
    method: 'POST',
    url: path,
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body,
  };
}
