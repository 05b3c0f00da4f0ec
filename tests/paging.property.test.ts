// Pages of any size add up to the whole list, without gaps and repeats, for any data, filter and reader.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Who } from './harness/client.js';
import { forEachEngine } from './harness/engines.js';
import { repetitions } from './harness/repetitions.js';
import { type Answered, useWorld } from './harness/world.js';

const pick = <T>(...items: readonly T[]) => fc.constantFrom(...items);
const day = fc.integer({ min: 1, max: 9 }).map((n) => `2027-07-0${n}`);
const statuses = pick('publish', 'publish', 'publish', 'draft', 'private', 'pending');
const readers = pick<Who>('anonymous', 'author', 'editor');

const someEvent = fc.record({
  title: pick('Alpha', 'Beta', 'Gamma', 'Alpha beta'),
  start: day,
  length: fc.integer({ min: 0, max: 3 }),
  status: statuses,
  featured: fc.boolean(),
  hide_from_listings: fc.boolean().map((hidden) => hidden && true),
  categories: fc.subarray(['first', 'second', 'third']),
  tags: fc.subarray(['one', 'two']),
  venues: fc.subarray([0, 1, 2]),
  as: pick<'author' | 'editor'>('author', 'editor'),
});

const eventQuery = fc.record(
  {
    start_date: day,
    starts_before: day,
    ends_after: day,
    search: pick('alpha', 'beta', '-gamma', '"alpha beta"'),
    categories: pick('first', 'second,third'),
    tags: pick('one', 'one,two'),
    featured: pick('true', 'false'),
    orderby: pick('start_date', 'title', 'modified', 'id'),
    order: pick('asc', 'desc'),
    context: pick('edit', 'view'),
  },
  { requiredKeys: [] },
);
/** The bounds are alternatives in the query, of which each finds its rows in order; no other filter finds them first. */
const timesQuery = fc.record(
  {
    ends_after: day,
    start_date: day,
    featured: pick('true', 'false'),
    orderby: pick('start_date', 'id'),
    order: pick('asc', 'desc'),
  },
  { requiredKeys: ['ends_after'] },
);
const placeQuery = fc.record(
  {
    search: pick('place', 'one', 'two'),
    has_events: pick('yes', 'no'),
    only_with_upcoming: pick('yes', 'no'),
  },
  { requiredKeys: [] },
);
const termQuery = fc.record(
  {
    hide_empty: pick('0', '1'),
    orderby: pick('name', 'slug', 'count', 'id', 'description'),
    order: pick('asc', 'desc'),
    search: pick('i', 'e'),
  },
  { requiredKeys: [] },
);

forEachEngine((engine) => {
  const world = useWorld(engine);

  beforeAll(async () => {
    for (const name of ['first', 'second', 'third']) await world.category({ name });
    for (const name of ['one', 'two']) await world.tag({ name });
    const venues: Answered[] = [];
    for (const name of ['one', 'two', 'three']) venues.push(await world.venue({ venue: `Place ${name}` }));
    for (let n = 0; n < 7; n++) await world.organizer({ organizer: `Place ${n}` });
    for (const { start, length, venues: at, as, ...given } of fc.sample(someEvent, { numRuns: 60, seed: 7 })) {
      const end_date = `2027-07-${String(Number(start.slice(-2)) + length).padStart(2, '0')}`;
      await world.event({ ...given, start_date: start, end_date, venue: at.map((n) => venues[n]?.id) }, { as });
    }
  });

  async function addsUp(path: string, query: Record<string, string>, size: number, as: Who): Promise<void> {
    const ask = (page: number, perPage: number) =>
      world.get(`/${path}?${new URLSearchParams({ ...query, page: String(page), per_page: String(perPage) })}`, { as });
    const whole = await ask(1, 100);
    const wanted = whole[path].map(({ id }: Answered) => id);
    expect(new Set(wanted).size).toBe(wanted.length);
    expect([whole.total, whole.total_pages]).toEqual([wanted.length, wanted.length ? 1 : 0]);
    const pages = Math.ceil(wanted.length / size);
    const seen: number[] = [];
    for (let page = 1; page <= Math.max(pages, 1); page++) {
      const list = await ask(page, size);
      seen.push(...list[path].map(({ id }: Answered) => id));
      expect([list.total, list.total_pages]).toEqual([wanted.length, pages]);
      expect(['next_rest_url' in list, 'previous_rest_url' in list]).toEqual([page < pages, page > 1]);
    }
    expect(seen).toEqual(wanted);
    const past = await world.ask(
      `GET /${path}?${new URLSearchParams({ ...query, page: String(pages + 2), per_page: String(size) })}`,
      { as },
    );
    expect(past.statusCode).toBe(404);
  }

  // Without caches every page is read from the database, with them only the first.
  describe.each(['on', 'off'])('pages of any size add up to the whole list, with the cache %s', (cache) => {
    const size = fc.integer({ min: 1, max: 12 });
    beforeAll(() => world.restart({ ALMANAC_CACHE: cache }));

    test.each([
      ['events', eventQuery, 25],
      ['events by their times', timesQuery, 10],
    ] as const)('of %s', async (_, eventsQuery, runs) => {
      await fc.assert(
        fc.asyncProperty<[Record<string, string>, number, Who]>(eventsQuery, size, readers, (query, perPage, as) =>
          addsUp('events', query, perPage, as),
        ),
        { numRuns: repetitions(runs) },
      );
    });

    test.each(['venues', 'organizers'])('of %s', async (path) => {
      await fc.assert(
        fc.asyncProperty(placeQuery, size, readers, (query, perPage, as) => addsUp(path, query, perPage, as)),
        { numRuns: repetitions(10) },
      );
    });

    test.each(['categories', 'tags'])('of %s', async (path) => {
      await fc.assert(
        fc.asyncProperty(termQuery, size, readers, (query, perPage, as) => addsUp(path, query, perPage, as)),
        { numRuns: repetitions(10) },
      );
    });
  });

  test('a filtered list equals the filtered whole, in the requested order', async () => {
    const everything = (await world.get('/events?per_page=100', { as: 'editor' })).events as Answered[];
    await fc.assert(
      fc.asyncProperty(
        fc.record({ featured: fc.boolean(), tag: pick('one', 'two'), from: day, descending: fc.boolean() }),
        async ({ featured, tag, from, descending }) => {
          const query = `featured=${featured}&tags=${tag}&start_date=${from}&order=${descending ? 'desc' : 'asc'}`;
          const list = await world.get(`/events?per_page=100&${query}`, { as: 'editor' });
          const wanted = everything.filter(
            (event) =>
              event.featured === featured &&
              event.start_date >= `${from} 00:00:00` &&
              event.tags.some(({ slug }: Answered) => slug === tag),
          );
          const ids = (events: readonly Answered[]) => events.map(({ id }) => id);
          expect(ids(list.events)).toEqual(descending ? ids(wanted).reverse() : ids(wanted));
        },
      ),
      { numRuns: repetitions(15) },
    );
  });
});
