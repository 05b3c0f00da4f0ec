// No filter reveals hidden data of a protected event. Generated over every filter of every shape on every mount: the hidden
// data of one event is changed, and no list may change with it. The same event without a password shows that each filter
// is tested with values that would reveal it.
import { beforeAll, describe, expect, test } from 'vitest';
import { anonymous } from '../src/core/actor.js';
import type { Call } from '../src/core/call.js';
import type { AnyFilter } from '../src/core/filter.js';
import type { Shape } from '../src/core/shape.js';
import { standard } from '../src/core/site.js';
import { facadesOf } from '../src/facades/facades.js';
import { registry } from '../src/models/registry.js';
import type { Mount, Who } from './harness/client.js';
import { forEachEngine } from './harness/engines.js';
import { type Answered, type Body, startOfWorld, useWorld, word } from './harness/world.js';

const facades = facadesOf({ apiNamespace: 'cal', dropin: true, maxPerPage: 100, recurrence: true });
const [native] = facades;

interface Listing {
  readonly title: string;
  /** Path of the list; `//` means outside the mounts. */
  readonly path: string;
  readonly on: Mount;
  readonly shape: Shape;
}

const listings: readonly Listing[] = facades.flatMap(({ name, prefix, shapes }) =>
  shapes
    // Users are listed for administrators only.
    .filter(({ model }) => model.policy.read === undefined)
    .map((shape) => ({
      title: `${shape.path} of the ${name} facade`,
      path: name === 'wordpress' ? `/${prefix}/${shape.path}` : `/${shape.path}`,
      on: name === 'native' ? 'native' : 'dropin',
      shape,
    })),
);

const protectedNames = registry.models.filter(({ policy }) => policy.unprotected).map(({ name }) => name);

const call: Call = {
  actor: anonymous,
  facade: native,
  site: {
    ...standard,
    name: 'Almanac',
    baseUrl: 'https://calendar.example',
    uidHost: 'calendar.example',
    zone: 'UTC',
    perPage: 10,
    version: '',
  },
  now: startOfWorld,
};

/** Whether a filter can look at a protected record: at its own columns, or through a link. */
function looksAtHidden({ model: { name } }: Shape, { where, isPublic }: AnyFilter): boolean {
  if (!where || isPublic) return false;
  if (protectedNames.includes(name)) return true;
  return [1, true, [1], 'word'].some((found) => {
    try {
      const condition = where(found, { found: {}, text: {}, page: 1, perPage: 1 }, call);
      return JSON.stringify(condition).includes('"is":"linked"');
    } catch {
      return false;
    }
  });
}

/** Parameters that a filter is never asked without. */
const companions: Readonly<Record<string, string>> = {
  geoloc_lat: '&geoloc_lng=20',
  geoloc_lng: '&geoloc_lat=20',
  geoloc_radius: '&geoloc_lat=20&geoloc_lng=20',
};

const callers: readonly Who[] = ['anonymous', 'editor'];
const atOnce = 12;

forEachEngine((engine) => {
  const world = useWorld(engine);

  /** Ids and total of each list, by its address and caller. */
  type Lists = ReadonlyMap<string, string>;
  const lists = new Map<string, Lists>();
  let values: readonly string[] = [];

  const requestsOf = ({ path, shape }: Listing) =>
    Object.entries(shape.list.filters).flatMap(([name, { where }]) =>
      // Parameters that shape a list have no condition, so that a few values will do.
      (where ? values : values.slice(-4)).map(
        (value) => `${path}?per_page=50&${name}=${encodeURIComponent(value)}${companions[name] ?? ''}`,
      ),
    );

  async function ask(path: string, on: Mount, as: Who): Promise<string> {
    const { statusCode, body, headers } = await world.ask(`GET ${path}`, { on, as });
    if (statusCode !== 200) return String(statusCode);
    const items: readonly Answered[] = Array.isArray(body) ? body : (Object.values(body).find(Array.isArray) ?? []);
    return `${items.map(({ id }) => id)} of ${headers.get('x-wp-total')}`;
  }

  async function askAll(who: readonly Who[], skipped: (key: string) => boolean): Promise<Lists> {
    const asked = listings.flatMap((listing) =>
      requestsOf(listing).flatMap((path) =>
        who
          .filter((as) => as === 'anonymous' || listing.on === 'native')
          .map((as) => ({ path, on: listing.on, as, key: `${as} ${listing.on} ${path}` })),
      ),
    );
    const wanted = asked.filter(({ key }) => !skipped(key));
    const found = new Map<string, string>();
    for (let from = 0; from < wanted.length; from += atOnce) {
      const part = wanted.slice(from, from + atOnce);
      const answers = await Promise.all(part.map(({ path, on, as }) => ask(path, on, as)));
      for (const [at, { key }] of part.entries()) found.set(key, answers[at] ?? '');
    }
    return found;
  }

  beforeAll(async () => {
    const side = async (lat: number) => {
      const [mark, city] = [word('hidden'), word('Town')];
      const [venue, organizer, category, tag, parent] = [
        await world.venue({ geo_lat: lat, geo_lng: 20, city }),
        await world.organizer(),
        await world.category(),
        await world.tag(),
        await world.event(),
      ];
      const hidden: Body = {
        description: mark,
        excerpt: mark,
        venue: venue.id,
        organizer: organizer.id,
        categories: [category.id],
        tags: [tag.id],
        parent: parent.id,
        featured: lat > 0,
        tickets: lat > 0 ? [{ name: 'Seat' }] : [],
        cost: String(lat),
      };
      const found = [venue.id, organizer.id, category.id, tag.id, parent.id, category.slug, tag.slug, mark, city, lat];
      return { hidden, found: found.map(String) };
    };
    const [one, two] = [await side(20), await side(-20)];
    // `geoloc` distinguishes venues without coordinates.
    const nowhere = { ...two.hidden, venue: (await world.venue()).id };
    const { id } = await world.event(one.hidden);
    values = [...one.found, ...two.found, String(id), 'true', 'false', '2027-06-20'];
    const play = async (name: string, who: readonly Who[]) => {
      // Invalid values are rejected whatever the event contains.
      const first = lists.get('open 1');
      const unreadable = (key: string) => first?.get(key.replace(/^\w+/, 'anonymous')) === '400';
      for (const [at, hidden] of [one.hidden, two.hidden, nowhere].entries()) {
        await world.send(`PATCH /events/${id}`, hidden);
        lists.set(`${name} ${at + 1}`, await askAll(who, unreadable));
      }
    };
    await play('open', ['anonymous']);
    await world.send(`PATCH /events/${id}`, { password: 'open sesame' });
    await play('protected', callers);
  }, 600_000);

  const states = ['1', '2', '3'];
  const answersTo = ({ path }: Listing, on: Mount, name: string, state: string) =>
    states.map((at) =>
      [...(lists.get(`${state} ${at}`) ?? [])].filter(([key]) => key.includes(` ${on} ${path}?per_page=50&${name}=`)),
    );

  describe.each(listings.map((listing) => [listing.title, listing] as const))('%s', (_, listing) => {
    const { shape, on } = listing;

    test.each(Object.keys(shape.list.filters))(
      'the filter %s does not reveal hidden data of a protected event',
      (name) => {
        const [first, ...others] = answersTo(listing, on, name, 'protected');
        for (const other of others) expect(other).toEqual(first);
      },
    );

    const looking = Object.entries(shape.list.filters).flatMap(([name, one]) =>
      looksAtHidden(shape, one) ? [name] : [],
    );
    test.each(looking.map((name) => [name]))(
      'the filter %s is asked with values that tell of an open event',
      (name) => {
        const [first, ...others] = answersTo(listing, on, name, 'open');
        expect(others.some((other) => JSON.stringify(other) !== JSON.stringify(first))).toBe(true);
      },
    );
  });

  test('an event that gets a password no longer counts for its terms, until it loses the password', async () => {
    const [category, tag] = [await world.category(), await world.tag()];
    const { id } = await world.event({ categories: [category.id], tags: [tag.id] });
    const counts = async () => [
      (await world.get(`/categories/${category.id}`)).count,
      (await world.get(`/tags/${tag.id}`)).count,
    ];
    expect(await counts()).toEqual([1, 1]);
    await world.send(`PATCH /events/${id}`, { password: 'open sesame' });
    expect(await counts()).toEqual([0, 0]);
    await world.send(`PATCH /events/${id}`, { password: '' });
    expect(await counts()).toEqual([1, 1]);
  });

  test('editors find a protected event by what it hides with context=edit', async () => {
    const [venue, category] = [await world.venue(), await world.category()];
    const parent = await world.event();
    const event = await world.event({
      venue: venue.id,
      categories: [category.id],
      parent: parent.id,
      password: 'open sesame',
    });
    for (const query of [`venue=${venue.id}`, `categories=${category.id}`, `post_parent=${parent.id}`]) {
      const found = async (as: Who, context: string) =>
        (await world.get(`/events?${query}&context=${context}`, { as })).events.map(({ id }: Answered) => id);
      expect([query, await found('editor', 'edit')]).toEqual([query, [event.id]]);
      expect([query, await found('editor', 'view')]).toEqual([query, []]);
      expect([query, await found('author', 'edit')]).toEqual([query, []]);
    }
  });
});
