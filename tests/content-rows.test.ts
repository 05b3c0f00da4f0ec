// Occurrences read texts, links and search index from the master of their series: every list of them equals the same list
// over single events that hold all of it themselves.
import { beforeAll, describe, expect, test } from 'vitest';
import { openEngine } from '../src/app.js';
import { after, all, firstOf, is } from '../src/core/condition.js';
import type { ListPlan } from '../src/core/store.js';
import { event } from '../src/models/event/event.js';
import { registry } from '../src/models/registry.js';
import { checksOf } from '../src/storage/maintenance.js';
import { mounts } from './harness/client.js';
import { forEachEngine } from './harness/engines.js';
import { repeatOn } from './harness/occurrences.js';
import { png } from './harness/pictures.js';
import { type Answered, type Body, useWorld, type World } from './harness/world.js';

const extensions = { settings: { ALMANAC_LANGUAGES: 'en,fr', ALMANAC_GEOLOCATION: 'on', ALMANAC_TICKETS: 'on' } };
const days = ['2027-07-05', '2027-07-12', '2027-07-19', '2027-07-26'];

interface Series {
  readonly given: Body;
  readonly french: Body;
  readonly now: string;
}

/** The same places and terms have the same ids in both worlds, because they are created first. */
async function describeSeries(world: World): Promise<readonly Series[]> {
  const near = await world.venue({ venue: 'Barn', city: 'Oakton', geo_lat: 44.5, geo_lng: -73.2 });
  const far = await world.venue({ venue: 'Pier', city: 'Lowmoor', geo_lat: 44.6, geo_lng: -73.3 });
  const guild = await world.organizer({ organizer: 'Guild of Weavers' });
  const music = await world.category({ name: 'Music' });
  const free = await world.tag({ name: 'Free' });
  const file = `data:image/png;base64,${(await png(40, 30)).toString('base64')}`;
  const image = await world.send('POST /media', { file, title: 'Loom' });
  const at = (time: string) => ({ start_date: `${days[0]} ${time}`, end_date: `${days[0]} ${time.slice(0, 3)}59` });
  return [
    {
      given: {
        ...at('10:00'),
        title: 'Weaving evening',
        description: 'Bring your loom.',
        excerpt: 'Wool and tea.',
        cost: '€5',
        website: 'https://weaving.example/',
        image: image.id,
        show_map: true,
        sticky: true,
        venue: near.id,
        organizer: guild.id,
        categories: [music.id],
        tickets: [{ name: 'Seat', price: 5, provider: 'desk' }],
      },
      french: { title: 'Soirée de tissage', description: 'Apportez un métier.' },
      now: '2027-06-15 10:00:00',
    },
    {
      given: {
        ...at('12:00'),
        title: 'Choir',
        description: 'Songs.',
        website: 'https://choir.example/',
        venue: [far.id],
        tags: [free.id],
        featured: true,
      },
      french: { title: 'Zouk et chants' },
      now: '2027-06-15 12:00:00',
    },
    {
      given: {
        ...at('14:00'),
        title: 'Allotment walk',
        description: 'Beans by the loom.',
        website: 'https://walk.example/',
        tags: [free.id],
      },
      french: {},
      now: '2027-06-15 11:00:00',
    },
  ];
}

async function create(world: World, { given, french }: Series, day: string): Promise<Answered> {
  const on = (moment: unknown) => `${day}${String(moment).slice(10)}`;
  const made = await world.event({ ...given, start_date: on(given.start_date), end_date: on(given.end_date) });
  return Object.keys(french).length ? world.send(`POST /events/${made.id}?i18n_language=fr`, french) : made;
}

const shown = ['title', 'description', 'excerpt', 'start_date', 'end_date', 'cost', 'website', 'modified_utc'];
const flags = ['show_map', 'sticky', 'featured', 'tickets', 'distance', 'venue', 'organizer'];

const withoutTimes = ({ modified: _, modified_utc: __, date: ___, date_utc: ____, ...rest }: Answered) => rest;

/** The parts of an event that do not depend on its id. */
const partsOf = (one: Answered) => ({
  ...Object.fromEntries([...shown, ...flags].map((name) => [name, one[name]])),
  // The names of files are random.
  image: one.image?.id,
  terms: [...one.categories, ...one.tags].map(({ name }: Answered) => name),
});

const lists = [
  '?per_page=50',
  '?per_page=5',
  '?per_page=5&page=2',
  '?per_page=5&page=3',
  '?venue=VENUE',
  '?organizer=ORGANIZER',
  '?categories=music',
  '?tags=free&per_page=3&page=2',
  '?search=loom',
  '?search=loom%20wool',
  '?search=songs%20-loom',
  '?search=-loom',
  '?search=barn',
  '?search=oakton%20weaving',
  '?search=xyzzy',
  '?featured=true',
  '?ticketed=true',
  '?ticketed=false&search=loom',
  '?geoloc=true',
  '?geoloc_lat=44.5&geoloc_lng=-73.2&geoloc_radius=5',
  '?geoloc_lat=44.5&geoloc_lng=-73.2&geoloc_radius=500&orderby=distance',
  '?geoloc_lat=44.5&geoloc_lng=-73.2&geoloc_radius=500&orderby=distance&order=desc',
  ...['title', 'modified'].flatMap((by) => [
    `?orderby=${by}`,
    `?orderby=${by}&order=desc`,
    `?orderby=${by}&per_page=5&page=2`,
    `?orderby=${by}&order=desc&search=loom&per_page=3&page=2`,
    `?orderby=${by}&categories=music`,
    `?orderby=${by}&start_date=2027-07-12&end_date=2027-07-20`,
    `?orderby=${by}&start_date=2020-01-01&end_date=2040-01-01`,
  ]),
];

forEachEngine((engine) => {
  const slim = useWorld(engine, extensions);
  const full = useWorld(engine, extensions);
  const masters: number[] = [];
  const occurrences: number[] = [];
  const singles: number[] = [];
  let ids: Readonly<Record<string, number>> = {};

  beforeAll(async () => {
    for (const series of await describeSeries(slim)) {
      slim.clock.now = series.now;
      const master = await create(slim, series, days[0] ?? '');
      masters.push(master.id);
      occurrences.push(...(await repeatOn(slim.store, master.id, days)));
    }
    for (const series of await describeSeries(full)) {
      full.clock.now = series.now;
      for (const day of days) singles.push((await create(full, series, day)).id);
    }
    const idsIn = async (world: World, path: string) =>
      (await world.get(`/${path}?hide_empty=false`))[path].map(({ id }: Answered) => id);
    for (const path of ['venues', 'organizers', 'categories', 'tags']) {
      expect(await idsIn(slim, path)).toEqual(await idsIn(full, path));
    }
    ids = {
      VENUE: (await slim.get('/venues?search=barn')).venues[0].id,
      ORGANIZER: (await slim.get('/organizers')).organizers[0].id,
    };
  });

  const written = (query: string) => query.replace(/[A-Z]{4,}/g, (name) => String(ids[name]));

  describe.each(mounts)('on the %s mount', (on) => {
    describe.each(['', '&i18n_language=fr'])('with "%s"', (language) => {
      test.each(lists)('lists the same events for %s', async (query) => {
        const [found, expected] = await Promise.all(
          [slim, full].map(async (world) => {
            const { statusCode, body } = await world.ask(`GET /events${written(query)}${language}`, { on });
            const { total, total_pages: pages, events = [] } = body;
            return { statusCode, total, pages, events: events.map(partsOf) };
          }),
        );
        expect(found).toEqual(expected);
      });

      test('reads the same event by id', async () => {
        for (const [at, id] of occurrences.entries()) {
          const [one, other] = await Promise.all([
            slim.get(`/events/${id}?${language}`, { on }),
            full.get(`/events/${singles[at]}?${language}`, { on }),
          ]);
          expect(partsOf(one)).toEqual(partsOf(other));
        }
      });
    });

    test('places and terms of an occurrence are those of its master', async () => {
      for (const [at, id] of occurrences.entries()) {
        for (const [path, parameter] of [
          ...[['venues', 'event'] as const, ['organizers', 'event'] as const],
          ...[['categories', 'post'] as const, ['tags', 'event'] as const],
        ]) {
          const query = (one: number | undefined) => `/${path}?${parameter}=${one}&hide_empty=false`;
          const names = async (world: World, one: number | undefined) =>
            (await world.ask(`GET ${query(one)}`, { on })).body[path]?.map(({ id: place }: Answered) => place);
          expect(await names(slim, id)).toEqual(await names(full, singles[at]));
        }
      }
    });

    test.each(['only_with_upcoming=1', 'has_events=1', 'has_events=0'])('places are found by %s', async (query) => {
      for (const path of ['venues', 'organizers']) {
        const [one, other] = await Promise.all(
          [slim, full].map(async (world) => (await world.get(`/${path}?${query}`, { on }))[path].map(withoutTimes)),
        );
        expect(one).toEqual(other);
      }
    });
  });

  test.each(['search=loom', 'orderby=title', 'orderby=modified&order=asc', 'search=choir&orderby=date'])(
    'posts are the same for %s',
    async (query) => {
      const [one, other] = await Promise.all(
        [slim, full].map(async (world) => {
          const { body } = await world.ask(`GET //wp-json/wp/v2/tribe_events?${query}`);
          return body.map((post: Answered) => [post.title, post.content, post.featured_media, post.tags]);
        }),
      );
      expect(one).toEqual(other);
      expect(one.length).toBeGreaterThan(0);
    },
  );

  test('the checks of doctor find no fault, and a repair gives occurrences no search texts', async () => {
    const opened = openEngine(slim.config);
    try {
      for (const { name, faults, repair } of checksOf(opened, registry)) {
        expect([name, await faults()]).toEqual([name, []]);
        if (name === 'search events') await repair?.();
      }
      const [[texts]] = (await opened.readConnection.all({
        sql: 'select count(*) from events_search',
        values: [],
      })) as [[unknown]];
      expect(Number(texts)).toBe(masters.length);
    } finally {
      await opened.close();
    }
  });

  test('a master is in no list, a series counts once for its terms, and its image is public', async () => {
    const asked = 'per_page=50&start_date=2000-01-01&end_date=2100-01-01';
    for (const on of mounts) {
      const { events } = await slim.get(`/events?${asked}&context=edit`, { as: 'administrator', on });
      expect(events.map(({ id }: Answered) => id).sort()).toEqual([...occurrences].sort());
    }
    const posts = await slim.get('//wp-json/wp/v2/tribe_events?per_page=50&context=edit', { as: 'administrator' });
    expect(posts.map(({ id }: Answered) => id).sort()).toEqual([...occurrences].sort());
    expect((await slim.get('/tags')).tags).toMatchObject([{ name: 'Free', count: 2 }]);
    expect((await slim.get('/media')).media).toHaveLength(1);
    const past = { status: 'trash' } as const;
    for (const id of occurrences) await slim.store.transact((writer) => writer.update(event, id, past));
    expect((await slim.get('/venues?has_events=1')).venues).toEqual([]);
    for (const id of occurrences)
      await slim.store.transact((writer) => writer.update(event, id, { status: 'publish' }));
    expect((await slim.get('/venues?has_events=1')).venues).toHaveLength(2);
  });

  test('the first matching row of each series is found, and every event without a series', async () => {
    const single = await slim.event({ start_date: '2027-07-13 10:00', end_date: '2027-07-13 11:00' });
    const where = (from: string) => all(is('listing', 0), is('status', 'publish'), after('start_date', from));
    const plan = (from: string): ListPlan => ({
      table: event,
      where: all(where(from), firstOf('series', 'start_date', where(from))),
      order: [{ column: 'start_date' }, { column: 'id' }],
      limit: 10,
    });
    const starts = async (from: string) =>
      (await slim.store.list(plan(from))).map(({ start_date }) => String(start_date).slice(0, 13));
    expect(await starts('2027-07-11')).toEqual(['2027-07-12 10', '2027-07-12 12', '2027-07-12 14', '2027-07-13 10']);
    expect(await starts('2027-07-12 13')).toEqual(['2027-07-12 14', '2027-07-13 10', '2027-07-19 10', '2027-07-19 12']);
    expect(await slim.store.count(plan('2027-07-12 13'))).toBe(4);
    await slim.send(`DELETE /events/${single.id}`, {});
  });
});
