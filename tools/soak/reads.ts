// The reads of visitors: lists, records, pages and feeds of all kinds.
import type { Random } from '../../bench/calendar/random.js';

/** Records of the calendar that no write removes. */
export interface Known {
  readonly events: readonly { readonly id: number; readonly path: string }[];
  readonly venues: readonly number[];
  readonly organizers: readonly number[];
  readonly categories: readonly number[];
  readonly tags: readonly number[];
}

export interface Read {
  readonly path: string;
  readonly isSignedIn?: boolean;
  /** Text at the end of a complete response. */
  readonly end?: string;
  /** Reads a piece at a time with pauses between. */
  readonly isSlow?: boolean;
}

type MakeRead = (random: Random, known: Known) => Read;

export const api = '/cal/events/v1';
const dayMs = 86_400_000;

const dayAfter = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

function windowOf(random: Random): string {
  const from = random.integer(-400, 400);
  return `start_date=${dayAfter(from)}&end_date=${dayAfter(from + random.pick([1, 2, 7, 14, 31, 90]))}`;
}

const allYears = 'start_date=1990-01-01&end_date=2100-01-01';
const words = ['music', 'market', 'harbour', 'concert', 'film', 'garden', 'lighthouse', 'walk'];

const filterOf = (random: Random, known: Known): string =>
  random.pick([
    () => `categories=${random.pick(known.categories)}`,
    () => `tags=${random.pick(known.tags)}`,
    () => `venue=${random.pick(known.venues)}`,
    () => `organizer=${random.pick(known.organizers)}`,
    () => `search=${random.pick(words)}`,
    () => 'featured=true',
  ])();

/** How often each is chosen, and its name in the report. */
const kinds: readonly (readonly [name: string, weight: number, make: MakeRead])[] = [
  ['lists', 250, (random) => ({ path: `${api}/events?${windowOf(random)}&per_page=${random.pick([5, 10, 20, 50])}` })],
  ['lists', 80, (random) => ({ path: `${api}/events?${allYears}&per_page=5&page=${random.integer(1, 10)}` })],
  ['lists', 100, (random, known) => ({ path: `${api}/events?${filterOf(random, known)}` })],
  ['lists', 30, (random) => ({ path: `/wp-json/tribe/events/v1/events?${windowOf(random)}` })],
  ['lists', 20, () => ({ path: '/wp-json/wp/v2/tribe_events?per_page=10' })],
  ['lists', 20, (random) => ({ path: `${api}/${random.pick(['venues', 'organizers', 'categories', 'tags'])}` })],
  ['records', 200, (random, known) => ({ path: `${api}/events/${random.pick(known.events).id}` })],
  ['pages', 80, (random, known) => ({ path: random.pick(known.events).path })],
  ['pages', 30, (random) => ({ path: `/calendar/month/${dayAfter(random.integer(-200, 200)).slice(0, 7)}` })],
  ['pages', 30, (random) => ({ path: `/calendar/day/${dayAfter(random.integer(-200, 200))}` })],
  ['pages', 30, (random) => ({ path: random.pick(['/', '/calendar/list', '/calendar/places', '/docs', '/admin']) })],
  ['pages', 5, () => ({ path: '/sitemap.xml' })],
  ['feeds', 20, (random, known) => ({ path: `${api}/categories/${random.pick(known.categories)}/events.ics` })],
  ['feeds', 20, (random) => ({ path: `${api}/events.${random.pick(['rss', 'atom', 'jsonfeed'])}` })],
  ['feeds', 20, (random, known) => ({ path: `${api}/events/${random.pick(known.events).id}.ics` })],
  ['signed in', 20, () => ({ path: `${api}/events?status=draft&${allYears}`, isSignedIn: true })],
  ['signed in', 20, () => ({ path: `${api}/revisions?per_page=20`, isSignedIn: true })],
  ['signed in', 10, () => ({ path: `${api}/statistics`, isSignedIn: true })],
  ['signed in', 10, () => ({ path: `${api}/imports`, isSignedIn: true })],
];
const totalWeight = kinds.reduce((sum, [, weight]) => sum + weight, 0);

export function pickRead(random: Random, known: Known): readonly [name: string, read: Read] {
  let left = random.next() * totalWeight;
  for (const [name, weight, make] of kinds) {
    left -= weight;
    if (left < 0) return [name, make(random, known)];
  }
  return ['pages', { path: '/' }];
}

/** A feed of the whole calendar, each a different version, so that it is generated; or the complete export. */
export function pickLongFeed(random: Random): Read {
  const isSlow = random.happens(0.3);
  if (random.happens(0.1)) return { path: `${api}/export.ndjson`, isSignedIn: true, end: '\n', isSlow };
  const [suffix, end] = random.pick([
    ['ics', 'END:VCALENDAR\r\n'],
    ['csv', '\n'],
    ['ndjson', '}\n'],
    ['jscalendar', ']}\n'],
  ] as const);
  const path = `${api}/events.${suffix}?starts_after=0001-01-02&series=flat&v=${random.integer(0, 1e9)}`;
  return { path, end, isSlow };
}

interface Listed {
  readonly id: number;
  readonly url: string;
}

/** Public records of the running service. */
export async function findKnown(address: string): Promise<Known> {
  const list = async (resource: string): Promise<readonly Listed[]> => {
    const window = resource === 'events' ? `&start_date=${dayAfter(-300)}&end_date=${dayAfter(300)}` : '';
    const response = await fetch(`${address}${api}/${resource}?per_page=100${window}`);
    if (!response.ok) throw new Error(`${resource}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as Record<string, readonly Listed[]>)[resource] ?? [];
  };
  const idsIn = async (resource: string) => (await list(resource)).map(({ id }) => id);
  const events = [];
  for (const { id, url } of await list('events')) {
    const path = new URL(url).pathname;
    // Some are protected by a password.
    if ((await fetch(`${address}${api}/events/${id}`)).status === 200) events.push({ id, path });
  }
  return {
    events,
    venues: await idsIn('venues'),
    organizers: await idsIn('organizers'),
    categories: await idsIn('categories'),
    tags: await idsIn('tags'),
  };
}
