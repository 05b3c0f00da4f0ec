// Changes that reach a cached response without touching the records on its page: an event on another page changes the
// total, a linked record changes the events that show it.
import { describe, expect, test } from 'vitest';
import { type Mount, mounts } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { type Answered, useWorld, type World, word } from './harness/world.js';

const range = 'start_date=2027-01-01&end_date=2027-12-31';

type Change = (world: World, event: Answered) => Promise<unknown>;

const update =
  (body: Readonly<Record<string, unknown>>): Change =>
  (world, { id }) =>
    world.send(`PATCH /events/${id}`, body);
const remove =
  (query = ''): Change =>
  (world, { id }) =>
    world.send(`DELETE /events/${id}${query}`, {});

/** Each takes an event out of a public list by dates. */
const departures: Readonly<Record<string, Change>> = {
  'is trashed': remove(),
  'is deleted permanently': remove('?force=true'),
  'is unpublished': update({ status: 'draft' }),
  'becomes private': update({ status: 'private' }),
  'moves out of the date range': update({ start_date: '2027-01-01', end_date: '2027-01-02' }),
  'is hidden from listings': update({ hide_from_listings: true }),
};

/** Years without other events. */
let nextYear = 2030;

interface Linked {
  /** Also the field of the event that links to it. */
  readonly path: 'venues' | 'organizers' | 'categories' | 'tags';
  readonly field: 'venue' | 'organizer' | 'categories' | 'tags';
  /** The field of its name. */
  readonly name: string;
}

const linked: readonly Linked[] = [
  { path: 'venues', field: 'venue', name: 'venue' },
  { path: 'organizers', field: 'organizer', name: 'organizer' },
  { path: 'categories', field: 'categories', name: 'name' },
  { path: 'tags', field: 'tags', name: 'name' },
];

onOneEngine((engine) => {
  const world = useWorld(engine, { settings: { ALMANAC_CACHE: 'on' } });

  /** The response, which is in the cache afterwards. */
  async function cached(path: string, on: Mount) {
    await world.ask(`GET ${path}`, { on });
    const reply = await world.ask(`GET ${path}`, { on });
    expect([reply.statusCode, reply.headers.get('x-cache')], path).toEqual([200, 'hit']);
    return reply;
  }

  describe.each(mounts)('a cached page of one event on the %s mount', (on) => {
    const totals = async (path: string) => {
      const { body, headers } = await cached(path, on);
      return [body.total, body.total_pages, headers.get('x-tec-total'), headers.get('x-tec-totalpages')].map(Number);
    };

    const idsOn = async (path: string) => (await cached(path, on)).body.events.map(({ id }: Answered) => id);

    test.each(Object.entries(departures))('has another total when an event of another page %s', async (_, leave) => {
      // A year of its own: with a filter by tag, the count of the tag would change the list too.
      const year = nextYear++;
      const shown = await world.event({ start_date: `${year}-03-01`, end_date: `${year}-03-02` });
      const other = await world.event({ start_date: `${year}-04-01`, end_date: `${year}-04-02` });
      const path = `/events?per_page=1&start_date=${year}-01-01&end_date=${year}-12-31`;
      expect([await totals(path), await idsOn(path)]).toEqual([[2, 2, 2, 2], [shown.id]]);
      await leave(world, other);
      expect([await totals(path), await idsOn(path)]).toEqual([[1, 1, 1, 1], [shown.id]]);
    });

    test('has another total when an event of another page loses the tag that is asked for', async () => {
      const tag = await world.tag();
      const shown = await world.event({ tags: [tag.id], start_date: '2027-03-01', end_date: '2027-03-02' });
      const other = await world.event({ tags: [tag.id], start_date: '2027-04-01', end_date: '2027-04-02' });
      const path = `/events?per_page=1&tags=${tag.id}&${range}`;
      expect([await totals(path), await idsOn(path)]).toEqual([[2, 2, 2, 2], [shown.id]]);
      await world.send(`PATCH /events/${other.id}`, { tags: [] });
      expect([await totals(path), await idsOn(path)]).toEqual([[1, 1, 1, 1], [shown.id]]);
    });
  });

  describe.each(linked)('cached responses with a record of $path', ({ path, field, name }) => {
    /** An event with a linked record, and the addresses of everything that shows both. */
    async function make() {
      const tag = await world.tag();
      const one = await world.send(`POST /${path}`, { [name]: word('Before ') });
      const tags = field === 'tags' ? [tag.id, one.id] : [tag.id];
      const event = await world.event({ tags, ...(field !== 'tags' && { [field]: one.id }) });
      const shown = [
        ...mounts.flatMap((on) => [
          { on, address: `/events/${event.id}` },
          { on, address: `/events/by-slug/${event.slug}` },
          { on, address: `/events?per_page=1&tags=${tag.id}&${range}` },
        ]),
        { on: 'native' as const, address: `//event/${event.slug}` },
      ];
      const containing = async (text: string) => {
        const found: string[] = [];
        for (const { on, address } of shown) {
          if ((await cached(address, on)).text.includes(text)) found.push(`${on} ${address}`);
        }
        return found;
      };
      return { one, event, containing, all: shown.map(({ on, address }) => `${on} ${address}`) };
    }

    test('show its new name', async () => {
      const { one, containing, all } = await make();
      expect(await containing(one[name])).toEqual(all);
      const after = word('After ');
      await world.send(`PATCH /${path}/${one.id}`, { [name]: after });
      expect([await containing(one[name]), await containing(after)]).toEqual([[], all]);
    });

    test('no longer show it after it was deleted', async () => {
      const { one, containing, all } = await make();
      expect(await containing(one[name])).toEqual(all);
      await world.send(`DELETE /${path}/${one.id}`, {});
      expect(await containing(one[name])).toEqual([]);
    });

    test('have another total when they are a search for its old or its new name', async () => {
      const { one } = await make();
      const after = word('After ');
      const totalOf = async (name: string) =>
        (await cached(`/events?per_page=1&search=${encodeURIComponent(name)}&${range}`, 'native')).body.total;
      expect([await totalOf(one[name]), await totalOf(after)]).toEqual([1, 0]);
      await world.send(`PATCH /${path}/${one.id}`, { [name]: after });
      expect([await totalOf(one[name]), await totalOf(after)]).toEqual([0, 1]);
    });

    // Categories and tags have no status.
    if (path === 'venues' || path === 'organizers') {
      test('hide it while it is unpublished', async () => {
        const { one, containing, all } = await make();
        expect(await containing(one[name])).toEqual(all);
        await world.send(`PATCH /${path}/${one.id}`, { status: 'draft' });
        expect(await containing(one[name])).toEqual([]);
        await world.send(`PATCH /${path}/${one.id}`, { status: 'publish' });
        expect(await containing(one[name])).toEqual(all);
      });
    }
  });
});
