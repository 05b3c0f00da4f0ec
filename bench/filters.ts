// Every filter of the list of events, with values that match about the same number of events at any size, and the usual
// pairs of filters. Scenarios and query plans use these; a new filter is one entry.
import { type Actor, anonymous } from '../src/core/actor.js';
import type { Given } from '../src/core/field.js';
import { DAY, secondsOf, wallOf } from '../src/core/time/clock.js';
import type { Engine } from '../src/storage/engine.js';
import { matchesPerFilter } from './calendar/flags.js';
import { flagged, sizes } from './data.js';

export const editor: Actor = { id: 2, name: 'editor', role: 'editor' };
export const author: Actor = { id: 3, name: 'author3', role: 'author' };

interface DateRange {
  readonly start_date: string;
  readonly end_date: string;
}

/** Values found in a store that match a known number of events. */
export interface FilterValues {
  readonly window: DateRange;
  readonly featured: DateRange;
  readonly draft: DateRange;
  /** Days before or after which there are that many events. */
  readonly firstStart: string;
  readonly lastStart: string;
  readonly firstEnd: string;
  readonly lastEnd: string;
  /** Public events, evenly spread over the calendar. */
  readonly ids: readonly number[];
  readonly slugs: readonly string[];
  readonly now: string;
}

export interface Filter {
  readonly name: string;
  readonly input: (known: FilterValues) => Given;
  readonly actor?: Actor;
}

const dayAfter = (day: string, days: number): string => wallOf(secondsOf(`${day} 00:00:00`) + days * DAY).slice(0, 10);

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
  { name: 'search', input: () => ({ search: flagged.word }) },
  { name: 'categories', input: () => ({ categories: String(flagged.category) }) },
  { name: 'tags', input: () => ({ tags: String(flagged.tag) }) },
  { name: 'venue', input: () => ({ venue: String(flagged.venue) }) },
  { name: 'organizer', input: () => ({ organizer: String(flagged.organizer) }) },
  { name: 'featured', input: ({ featured }) => ({ featured: 'true', ...featured }) },
  { name: 'status', input: ({ draft }) => ({ status: 'draft', ...draft }), actor: editor },
  { name: 'include', input: ({ ids }) => ({ include: ids.slice(0, 50).join(',') }) },
  { name: 'post_parent', input: () => ({ post_parent: String(flagged.parent) }) },
  { name: 'order', input: ({ window }) => ({ ...window, order: 'desc' }) },
  { name: 'orderby title', input: ({ window }) => ({ ...window, orderby: 'title' }) },
  { name: 'orderby modified', input: ({ window }) => ({ ...window, orderby: 'modified' }) },
];

/** Where both set the same parameter, the second wins. */
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

/** Lists whose total is a large part of the calendar, so that their cost grows with it. */
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
  { name: 'a top-level category', input: () => ({ categories: '1' }) },
  { name: 'a common tag', input: () => ({ tags: String(sizes.categories + 1) }) },
  { name: 'featured', input: () => ({ featured: 'true' }) },
  { name: 'status=draft, editor', input: () => ({ status: 'draft' }), actor: editor },
];

export const actorOf = ({ actor = anonymous }: Filter): Actor => actor;

const published = "status = 'publish' and listing = 0";

/** Dates are days of the site, whose time zone is UTC here. */
export async function findFilterValues({ readConnection }: Engine, now: string): Promise<FilterValues> {
  const cell = async (sql: string): Promise<string | undefined> => {
    const rows = await readConnection.all({ sql, values: [] });
    return rows[0] && String(rows[0][0]);
  };
  const day = async (sql: string): Promise<string> => ((await cell(sql)) ?? now).slice(0, 10);
  const nth = (column: string, where: string, direction: '' | 'desc', from = '') =>
    day(
      `select ${column} from events where ${where}${from && ` and ${column} >= '${from}'`}` +
        ` order by ${column} ${direction} limit 1 offset ${matchesPerFilter}`,
    );
  const threeYearsAgo = wallOf(secondsOf(now) - 1_095 * DAY).slice(0, 10);
  const windowOf = async (where: string, from: string): Promise<DateRange> => ({
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
    draft: await windowOf("status = 'draft' and listing = 0", await startOf("status = 'draft'")),
    firstStart: await nth('start_date', published, ''),
    lastStart: await nth('start_date', published, 'desc'),
    firstEnd: await nth('end_date', published, ''),
    lastEnd: await nth('end_date', published, 'desc'),
    ids: scattered.map(([id]) => Number(id)),
    slugs: scattered.map(([, slug]) => String(slug)),
    now,
  };

  /** Three years ago, or the earliest date if there are too few events since then. */
  async function startOf(where: string): Promise<string> {
    const since = await cell(`select count(*) from events where ${where} and start_date >= '${threeYearsAgo}'`);
    return Number(since) > 1.5 * matchesPerFilter ? threeYearsAgo : earliest;
  }
}
