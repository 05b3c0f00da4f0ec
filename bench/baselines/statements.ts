// The best hand-written statement for a page of a list and for one record, each with all links.
import type { EngineName } from '../store/fixtures.js';

const json: Readonly<Record<EngineName, (cells: string, order: string) => string>> = {
  embedded: (cells, order) => `json_group_array(json_array(${cells}) order by ${order})`,
  postgres: (cells, order) => `coalesce(json_agg(json_build_array(${cells}) order by ${order}), '[]'::json)`,
};

const post = 'id author status date_utc modified_utc slug description name phone website';
const places = {
  venues: `${post} address city country province state zip stateprovince show_map show_map_link`,
  organizers: `${post} email`,
};
const terms = { categories: 'id name slug description count parent', tags: 'id name slug description count' };

const cellsOf = (names: string, alias: string): string =>
  names
    .split(' ')
    .map((name) => `${alias}.${name}`)
    .join(', ');

function linked(engine: EngineName, table: string, names: string, visible: string, order: string): string {
  const rows = json[engine](cellsOf(names, 't'), order);
  return `(select ${rows} from event_${table} l join ${table} t on t.id = l.target where l.owner = e.id${visible})`;
}

const columns =
  'id author status date_utc modified_utc slug description title excerpt all_day start_date end_date utc_start_date ' +
  'utc_end_date timezone cost website show_map show_map_link hide_from_listings sticky featured password';

/** The cells of an event, in the order that `shape.ts` reads them. */
const cells = (engine: EngineName): string =>
  [
    cellsOf(columns, 'e'),
    linked(engine, 'venues', places.venues, " and t.status = 'publish'", 'l.position'),
    linked(engine, 'organizers', places.organizers, " and t.status = 'publish'", 'l.position'),
    linked(engine, 'categories', terms.categories, '', 't.name_key, t.id'),
    linked(engine, 'tags', terms.tags, '', 't.name_key, t.id'),
  ].join(', ');

const numbered = (engine: EngineName, sql: string): string => {
  let place = 0;
  return engine === 'postgres' ? sql.replace(/\?/g, () => `$${++place}`) : sql;
};

/**
 * Events within a range of days. Bound values: from, to, to; twice, for the total and for the page. An event that ends
 * before the end of the range also starts before it, which bounds the index on both sides.
 */
const window = "status = 'publish' and listing = 0 and start_date >= ? and start_date <= ? and end_date <= ?";

/** Pages of the same list, narrowed by a link or a word. Bound values: those of the window and of the filter, twice, and the
 * number of events to skip. */
const filters: Readonly<Record<EngineName, Readonly<Record<ListKind, string>>>> = {
  embedded: {
    ...{ day: '', categories: linkedTo('categories'), tags: linkedTo('tags'), venue: linkedTo('venues') },
    search: " and password = '' and e.id in (select rowid from events_fts where events_fts match ?)",
  },
  postgres: {
    ...{ day: '', categories: linkedTo('categories'), tags: linkedTo('tags'), venue: linkedTo('venues') },
    search: " and password = '' and e.id in (select s.id from events_search s where s.words like ?)",
  },
};

/** Kinds of lists that differ by the filter besides their days. */
export const listKinds = ['day', 'categories', 'tags', 'venue', 'search'] as const;
export type ListKind = (typeof listKinds)[number];

function linkedTo(table: string): string {
  return ` and password = '' and e.id in (select l.owner from event_${table} l where l.target = ?)`;
}

const pages = (engine: EngineName): Readonly<Record<ListKind, string>> => {
  const sqlOf = (filter: string) =>
    `select ${cells(engine)}, (select count(*) from events e where ${window}${filter}) from events e
     where ${window}${filter} order by start_date, id limit 10 offset ?`;
  return Object.fromEntries(
    listKinds.map((kind) => [kind, numbered(engine, sqlOf(filters[engine][kind]))]),
  ) as Readonly<Record<ListKind, string>>;
};

export const statementsFor = (engine: EngineName) => ({
  window: numbered(
    engine,
    `select ${cells(engine)}, (select count(*) from events where ${window}) from events e
     where ${window} order by start_date, id limit 10`,
  ),
  byId: numbered(engine, `select ${cells(engine)} from events e where id = ?`),
  bySlug: numbered(engine, `select ${cells(engine)} from events e where slug = ?`),
  ...pages(engine),
});
