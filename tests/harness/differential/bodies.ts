// Bodies of create and update requests: mostly valid, sometimes with one invalid value.
import fc from 'fast-check';
import { moment, span } from './moments.js';
import { idOf, type Path, reference } from './references.js';
import { html, line, name, pick, termName, weighed } from './texts.js';

type Values = Readonly<Record<string, unknown>>;
type Arbitraries = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Stands for several fields that come together. */
const together = 'together';

/** Some of the fields, each with the chance of one in `rarity`. */
export const some = (fields: Arbitraries, rarity: number): fc.Arbitrary<Values> =>
  fc
    .record(
      Object.fromEntries(
        Object.entries(fields).map(([key, value]) => [
          key,
          weighed<unknown>([rarity - 1, fc.constant(undefined)], [1, value]),
        ]),
      ),
    )
    .map((values) => {
      const { [together]: more, ...given } = values;
      return Object.fromEntries(
        Object.entries({ ...given, ...(more as Values | undefined) }).filter(([, value]) => value !== undefined),
      );
    });

const flag = pick<unknown>(true, false, true, false, 'true', '0', 1, 0);
const status = pick('publish', 'publish', 'publish', 'draft', 'pending', 'private', 'future', 'trash');
const author = weighed<unknown>([8, pick<unknown>(1, 3, 5, 7, 9)], [1, pick<unknown>(0, 2, 99, 'x')]);
const website = weighed<string>(
  [9, pick('https://fair.example/', 'http://münchen.example/ü?q=%25&a=b#c', 'https://x.example/\\', '')],
  [1, pick('x', 'javascript:1')],
);

const post: Arbitraries = { author, date: moment, date_utc: moment, description: html, status };

/** A small stock, so that places coincide; around the date line, the poles and zero. */
export const latitude = weighed<unknown>(
  [6, pick<unknown>(0, '0', -17.5, '52.52', 52.4, 89.99, -90, 0.1)],
  [2, fc.double({ min: -90, max: 90, noNaN: true }).map((value) => value.toFixed(9))],
  [0.3, pick<unknown>('', 91, 'x')],
);
export const longitude = weighed<unknown>(
  [6, pick<unknown>(0, '0', 179.95, '-179.95', 180, -180, 13.4, 13.1)],
  [2, fc.double({ min: -180, max: 180, noNaN: true }).map((value) => value.toFixed(9))],
  [0.3, pick<unknown>('', -181, 'x')],
);
/** Both, or now and then only one of them. */
const place = weighed<Values>(
  [6, fc.record({ geo_lat: latitude, geo_lng: longitude })],
  [0.5, fc.record({ geo_lat: latitude })],
  [0.5, fc.constant({ geo_lat: '', geo_lng: '' })],
);

const venueFields: Arbitraries = {
  venue: name,
  ...post,
  show_map: flag,
  show_map_link: flag,
  address: line,
  city: line,
  country: weighed<string>([2, pick('US', 'united states', 'Österreich', '')], [1, line]),
  province: line,
  state: line,
  zip: weighed<string>([1, pick('05001', '0', '1e3')], [1, line]),
  phone: line,
  stateprovince: line,
  website,
  [together]: place,
  image: pick<unknown>('', '', '', 5),
};

const ticket = fc
  .tuple(
    name,
    some(
      {
        price: pick<unknown>(0, '12.50', 7, 1e9, '', -1, 'x', 0.00001),
        currency: pick<unknown>('EUR', 'chf', '', 'ABC'),
        url: pick<unknown>('https://t.example/ü?q=%25', '', 'ftp://t.example/'),
        capacity: pick<unknown>(0, '5', 100, -1),
        provider: pick<unknown>('woo', 'RSVP', 'two words'),
      },
      4,
    ),
  )
  .map(([given, rest]) => ({ ...rest, name: given }));

const organizerFields: Arbitraries = {
  organizer: name,
  ...post,
  phone: line,
  website,
  email: line,
  image: pick<unknown>('', '', '', 5),
};

const termFields: Arbitraries = {
  name: termName,
  description: html,
  slug: weighed<unknown>(
    [3, name],
    [1, reference('tags', 'slug')],
    [1, reference('categories', 'slug')],
    [1, pick('', '--')],
  ),
};

const several = (one: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  weighed<unknown>([3, one], [4, fc.array(one, { maxLength: 4 })], [0.5, pick<unknown>('', [], {}, 0)]);

const linked = (path: Path, fields: Arbitraries, title: string): fc.Arbitrary<unknown> =>
  several(
    weighed<unknown>(
      [6, idOf(path)],
      [3, fc.tuple(name, some(fields, 6)).map(([given, rest]) => ({ ...rest, [title]: given }))],
      [1, fc.tuple(reference(path, 'name'), some(fields, 12)).map(([given, rest]) => ({ ...rest, [title]: given }))],
      [0.3, some(fields, 4)],
    ),
  );

const termsOf = (path: Path): fc.Arbitrary<unknown> =>
  several(weighed<unknown>([4, idOf(path)], [2, reference(path, 'slug', 'name')], [3, name]));

const zones = ['Europe/Paris', 'UTC', 'UTC+5:30', 'UTC-9.5', 'Asia/Kathmandu', 'America/New_York', '', 'Nowhere'];

const eventFields: Arbitraries = {
  title: name,
  ...post,
  slug: weighed<unknown>([3, name], [2, reference('events', 'slug')], [1, pick('', '--', 'fair')]),
  excerpt: html,
  timezone: pick(...zones),
  all_day: flag,
  image: pick<unknown>('', '', '', 'http://127.0.0.1/a.png'),
  cost: pick<unknown>('', '5', '€5 – €12', 'free', '1,234.50 USD', 'ask \\ us', "'", '🎉', ['3', 7], 12.5, 0, '0'),
  website,
  show_map: flag,
  show_map_link: flag,
  hide_from_listings: pick<unknown>(false, false, true, 'false'),
  sticky: flag,
  featured: flag,
  tickets: weighed<unknown>([4, fc.array(ticket, { maxLength: 3 })], [2, ticket], [1, pick<unknown>('', [], {}, 5)]),
  categories: termsOf('categories'),
  tags: termsOf('tags'),
  venue: linked('venues', venueFields, 'venue'),
  organizer: linked('organizers', organizerFields, 'organizer'),
  parent: weighed<unknown>([3, idOf('events')], [1, pick<unknown>(0)]),
};

interface Shape {
  readonly fields: Arbitraries;
  /** Required fields. */
  readonly least: fc.Arbitrary<Values>;
}

const shapes: Readonly<Record<Path, Shape>> = {
  events: { fields: eventFields, least: fc.tuple(name, span).map(([title, times]) => ({ title, ...times })) },
  venues: { fields: venueFields, least: fc.record({ venue: name }) },
  organizers: { fields: organizerFields, least: fc.record({ organizer: name }) },
  categories: {
    fields: { ...termFields, parent: weighed<unknown>([6, idOf('categories')], [1, pick<unknown>(0)]) },
    least: fc.record({ name: termName }),
  },
  tags: { fields: termFields, least: fc.record({ name: termName }) },
};

const wrongTexts = ['', ' ', 'x', 'nul\u0000', '\ud800'];
const wrong = pick<unknown>(...wrongTexts, null, 0, -1, 5, 1e300, true, false, [], ['x'], {}, { a: 1 });

/** One value of the wrong kind, in one request of eight. */
const spoiled = (path: Path, body: fc.Arbitrary<Values>): fc.Arbitrary<Values> => {
  const fault = fc.tuple(pick(...Object.keys(shapes[path].fields)), wrong).map(([key, value]) => ({ [key]: value }));
  return weighed<Values>([7, body], [1, fc.tuple(body, fault).map(([right, one]) => ({ ...right, ...one }))]);
};

const rarity = (path: Path): number => (path === 'tags' || path === 'categories' ? 3 : 5);

/** Hashing is slow on purpose, so passwords are few. */
const password = some({ password: pick('open sesame', 'öffne “dich”\\', '') }, 25);
const times = some({ start_date: moment, end_date: moment }, 12);
const nothing = fc.constant<Values>({});

const body = (path: Path, least: fc.Arbitrary<Values>): fc.Arbitrary<Values> => {
  const more = some(shapes[path].fields, rarity(path));
  const parts = fc.tuple(more, path === 'events' ? password : nothing, least);
  return spoiled(
    path,
    parts.map((all): Values => Object.assign({}, ...all)),
  );
};

export const newBody = (path: Path): fc.Arbitrary<Values> => body(path, shapes[path].least);
export const changedBody = (path: Path): fc.Arbitrary<Values> => body(path, path === 'events' ? times : nothing);
