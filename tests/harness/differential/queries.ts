// Query parameters of lists and single records: every filter, order and page, alone and combined.
import fc from 'fast-check';
import { latitude, longitude, some } from './bodies.js';
import { moment } from './moments.js';
import { idOf, type Path, reference } from './references.js';
import { name, pick, search, weighed } from './texts.js';

type Arbitraries = Readonly<Record<string, fc.Arbitrary<unknown>>>;

const ids = (path: Path): fc.Arbitrary<unknown> =>
  weighed<unknown>([3, idOf(path)], [2, fc.array(idOf(path), { minLength: 1, maxLength: 4 })]);
const terms = (path: Path): fc.Arbitrary<unknown> => {
  const one = weighed<unknown>([4, idOf(path)], [4, reference(path, 'slug', 'name')], [1, name]);
  return weighed<unknown>([3, one], [2, fc.array(one, { minLength: 1, maxLength: 3 })]);
};
const word = pick('true', 'false', 'yes', 'no', '1', '0', '', 'x');
const flag = pick('true', 'false', '1', '0', 'x');
const order = pick('asc', 'desc', 'ASC', 'desc', 'x');
const someStatuses = ['publish', 'any', 'draft', 'draft,pending', 'private', 'trash', 'future', 'publish,trash'];
const statuses = pick('publish', 'any', ...someStatuses, 'x', '');

const radius = pick('0.001', '1', '5.5', '40', '300', '2500', '20040', '0', 'x');
/** Around a point, often in the order of the distance. */
const around = fc
  .tuple(latitude, longitude, some({ geoloc_radius: radius, geoloc: flag, orderby: pick('distance') }, 2))
  .map(([geoloc_lat, geoloc_lng, more]) => ({ geoloc_lat, geoloc_lng, ...more }));

const paging: Arbitraries = {
  page: pick('1', '1', '2', '2', '2', '3', '9', '0', 'x', '2147483647', '2147483648'),
  per_page: pick('1', '2', '3', '5', '50', '100', '1000', '0', 'x'),
};
const shaping: Arbitraries = {
  _fields: pick('id', 'id,title,slug', 'events.id,total', 'venue.venue,tags', 'x'),
  _envelope: pick('1', ''),
  _pretty: pick('1'),
};

const places: Arbitraries = {
  search,
  event: idOf('events'),
  has_events: word,
  only_with_upcoming: word,
  status: statuses,
};

const termFilters = (path: Path): Arbitraries => ({
  search: weighed<string>([3, search], [2, name]),
  exclude: ids(path),
  include: ids(path),
  order,
  orderby: pick('name', 'slug', 'id', 'term_id', 'count', 'description', 'include', 'parent', 'x'),
  hide_empty: weighed<string>([4, pick('0', 'false')], [1, flag]),
  post: idOf('events'),
  event: idOf('events'),
  slug: weighed<unknown>([2, reference(path, 'slug')], [1, name]),
});

const filters: Readonly<Record<Path, Arbitraries>> = {
  events: {
    start_date: weighed<string>([3, pick('2020-01-01', '0001-01-01')], [4, moment]),
    end_date: moment,
    starts_before: moment,
    starts_after: moment,
    ends_before: moment,
    ends_after: moment,
    strict_dates: word,
    search,
    categories: terms('categories'),
    tags: terms('tags'),
    venue: ids('venues'),
    organizer: ids('organizers'),
    featured: flag,
    status: statuses,
    include: ids('events'),
    post_parent: idOf('events'),
    ticketed: pick('false', 'true'),
    geoloc: flag,
    geoloc_lat: latitude,
    geoloc_radius: radius,
    order,
    orderby: pick('start_date', 'title', 'title', 'modified', 'id', 'distance', 'x'),
    context: pick('edit', 'view'),
  },
  venues: places,
  organizers: places,
  categories: { ...termFilters('categories'), parent: idOf('categories') },
  tags: termFilters('tags'),
};

export type Query = Readonly<Record<string, unknown>>;

const together = (...parts: readonly fc.Arbitrary<Query>[]): fc.Arbitrary<Query> =>
  fc.tuple(...parts).map((all) => Object.assign({}, ...all) as Query);

const widePlaces = together(fc.constant({ per_page: '100' }), some({ search }, 2), some({ status: statuses }, 6));

/** A search, or an order over a wide list, alone: the more filters, the fewer records are left to disagree on. */
const wide: Readonly<Record<Path, fc.Arbitrary<Query>>> = {
  events: together(
    fc.constant({ start_date: '0001-01-01', end_date: '9999-12-31', per_page: '100' }),
    some({ context: pick('edit') }, 2),
    weighed<Query>(
      [3, some({ search, orderby: pick('title', 'modified', 'id', 'start_date'), order }, 2)],
      [1, together(around, some({ order }, 2))],
      [0.5, some({ geoloc: flag, ticketed: flag }, 2)],
    ),
  ),
  venues: widePlaces,
  organizers: widePlaces,
  categories: together(
    fc.constant({ per_page: '100', hide_empty: '0' }),
    some({ search, orderby: pick('name', 'slug', 'count', 'description', 'parent'), order }, 2),
  ),
  tags: together(
    fc.constant({ per_page: '100', hide_empty: '0' }),
    some({ search, orderby: pick('name', 'slug', 'count', 'description'), order }, 2),
  ),
};

export const listQuery = (path: Path): fc.Arbitrary<Query> =>
  weighed<Query>(
    [3, wide[path]],
    [4, together(some(filters[path], path === 'events' ? 9 : 5), some(paging, 4), some(shaping, 40))],
  );

export const readQuery: fc.Arbitrary<Query> = together(
  some({ password: pick('open sesame', 'öffne “dich”\\', 'wrong', ''), context: pick('edit', 'view') }, 6),
  some(shaping, 20),
);
