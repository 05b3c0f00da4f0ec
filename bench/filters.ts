// Every filter of a list of events with values that match about the same number of events at any size, and the pairs in
// which filters are usually asked for. Lines and plans go through these; a new filter is one line.
import { type Actor, anonymous } from '../src/core/actor.js';
import type { Given } from '../src/core/field.js';
import { DAY, secondsOf, textOf } from '../src/core/time/clock.js';
import type { Engine } from '../src/storage/engine.js';
import { wanted } from './calendar/marked.js';
import { marked, sizes } from './data.js';

export const editor: Actor = { id: 2, name: 'editor', role: 'editor' };
export const author: Actor = { id: 3, name: 'author3', role: 'author' };

interface Window {
  readonly start_date: string;
  readonly end_date: string;
}

/** What a store was found to hold. */
export interface Known {
  readonly window: Window;
  readonly featured: Window;
  readonly draft: Window;
  /** Days before or after which there are so many. */
  readonly firstStart: string;
  readonly lastStart: string;
  readonly firstEnd: string;
  readonly lastEnd: string;
  /** Public events, from all over. */
  readonly ids: readonly number[];
  readonly slugs: readonly string[];
  readonly now: string;
}

export interface Filter {
  readonly name: string;
  readonly input: (known: Known) => Given;
  readonly actor?: Actor;
}

const dayAfter = (day: string, days: number): string => textOf(secondsOf(`${day} 00:00:00`) + days * DAY).slice(0, 10);

export const filters: readonly Filter[] = [
  { name: 'start_date, end_date', input: ({ window }) => ({ ...window }) },
  { name: 'strict_dates', input: ({ window }) => ({ ...window, strict_dates: 'true' }) },
  { name: 'starts_before', input: ({ firstStart }) => ({ starts_before: firstStart }) },
  { name: 'starts_after', input: ({ lastStart }) => ({ starts_after: lastStart }) },
  { name: 'ends_before', input: ({ firstEnd }) => ({ ends_before: firstEnd }) },
  { name: 'ends_after', input: ({ lastEnd }) => ({ ends_after: lastEnd }) },
  {
    name: 'starts_after, starts_before',
    input: ({ window }) => ({ starts_after: dayAfter(window.start_date, -1), starts_before: window.end_date }),
  },
  {
    name: 'ends_after, ends_before',
    input: ({ window }) => ({ ends_after: dayAfter(window.start_date, -1), ends_before: window.end_date }),
  },
  {
    name: 'ends_after, starts_before',
    input: ({ window }) => ({ ends_after: window.start_date, starts_before: window.end_date }),
  },
  { name: 'search', input: () => ({ search: marked.word }) },
  { name: 'categories', input: () => ({ categories: String(marked.category) }) },
  { name: 'tags', input: () => ({ tags: String(marked.tag) }) },
  { name: 'venue', input: () => ({ venue: String(marked.venue) }) },
  { name: 'organizer', input: () => ({ organizer: String(marked.organizer) }) },
  { name: 'featured', input: ({ featured }) => ({ featured: 'true', ...featured }) },
  { name: 'status', input: ({ draft }) => ({ status: 'draft', ...draft }), actor: editor },
  { name: 'include', input: ({ ids }) => ({ include: ids.slice(0, 50).join(',') }) },
  { name: 'post_parent', input: () => ({ post_parent: String(marked.parent) }) },
  { name: 'order', input: ({ window }) => ({ ...window, order: 'desc' }) },
  { name: 'orderby title', input: ({ window }) => ({ ...window, orderby: 'title' }) },
  { name: 'orderby modified', input: ({ window }) => ({ ...window, orderby: 'modified' }) },
];

/** The later of two wins where both say the same. */
export const pairs: readonly (readonly [string, string])[] = [
  ['start_date, end_date', 'categories'],
  ['start_date, end_date', 'tags'],
  ['start_date, end_date', 'venue'],
  ['start_date, end_date', 'organizer'],
  ['start_date, end_date', 'search'],
  ['starts_after', 'categories'],
  ['ends_after', 'venue'],
  ['featured', 'categories'],
  ['featured', 'venue'],
  ['categories', 'tags'],
  ['categories', 'venue'],
  ['categories', 'search'],
  ['venue', 'organizer'],
  ['venue', 'search'],
  ['status', 'organizer'],
  ['status', 'search'],
  ['orderby title', 'categories'],
  ['orderby modified', 'status'],
];

export function pairOf([one, other]: readonly [string, string]): Filter {
  const [first, second] = [one, other].map((name) => filters.find((filter) => filter.name === name));
  if (!first || !second) throw new Error(`There is no filter ${first ? other : one}.`);
  const actor = first.actor ?? second.actor;
  return {
    name: `${one} + ${other}`,
    input: (known) => ({ ...first.input(known), ...second.input(known) }),
    ...(actor && { actor }),
  };
}

/** Lists whose total is most of what there is: their cost grows with the calendar. */
export const wide: readonly Filter[] = [
  { name: 'no filter', input: () => ({}) },
  { name: 'no filter, editor', input: () => ({}), actor: editor },
  { name: 'no filter, author', input: () => ({}), actor: author },
  { name: 'all years', input: () => ({ start_date: '1990-01-01', end_date: '2100-01-01' }) },
  {
    name: 'all years, by title',
    input: () => ({ start_date: '1990-01-01', end_date: '2100-01-01', orderby: 'title' }),
  },
  { name: 'a common word', input: () => ({ search: 'lighthouse' }) },
  { name: 'a category at the top', input: () => ({ categories: '1' }) },
  { name: 'a favourite tag', input: () => ({ tags: String(sizes.categories + 1) }) },
  { name: 'featured', input: () => ({ featured: 'true' }) },
  { name: 'status=draft, editor', input: () => ({ status: 'draft' }), actor: editor },
];

export const actorOf = ({ actor = anonymous }: Filter): Actor => actor;

const published = "status = 'publish' and hide_from_listings = 0";

/** Finds the values. Dates are days of the site, which keeps UTC here. */
export async function learn({ readConnection }: Engine, now: string): Promise<Known> {
  const cell = async (sql: string): Promise<string | undefined> => {
    const rows = await readConnection.all({ sql, values: [] });
    return rows[0] && String(rows[0][0]);
  };
  const day = async (sql: string): Promise<string> => ((await cell(sql)) ?? now).slice(0, 10);
  const nth = (column: string, where: string, direction: '' | 'desc', from = '') =>
    day(
      `select ${column} from events where ${where}${from && ` and ${column} >= '${from}'`}` +
        ` order by ${column} ${direction} limit 1 offset ${wanted}`,
    );
  const threeYearsAgo = textOf(secondsOf(now) - 1_095 * DAY).slice(0, 10);
  const windowOf = async (where: string, from: string): Promise<Window> => ({
    start_date: from,
    end_date: await nth('start_date', where, '', from),
  });
  const earliest = '1990-01-01';
  const step = Math.max(1, Math.floor(Number(await cell('select count(*) from events')) / 5_000));
  const some = await readConnection.all({
    sql: `select id, slug from events where id % ${step} = 0 and ${published} and password = '' order by id`,
    values: [],
  });
  const scattered = some.map((_, at) => some[(at * 1_231) % some.length] ?? []);
  return {
    window: await windowOf(published, threeYearsAgo),
    featured: await windowOf(`${published} and featured = 1 and password = ''`, await startOf('featured = 1')),
    draft: await windowOf("status = 'draft' and hide_from_listings = 0", await startOf("status = 'draft'")),
    firstStart: await nth('start_date', published, ''),
    lastStart: await nth('start_date', published, 'desc'),
    firstEnd: await nth('end_date', published, ''),
    lastEnd: await nth('end_date', published, 'desc'),
    ids: scattered.map(([id]) => Number(id)),
    slugs: scattered.map(([, slug]) => String(slug)),
    now,
  };

  /** Three years ago, or the beginning where there are too few since then. */
  async function startOf(where: string): Promise<string> {
    const since = await cell(`select count(*) from events where ${where} and start_date >= '${threeYearsAgo}'`);
    return Number(since) > 1.5 * wanted ? threeYearsAgo : earliest;
  }
}
