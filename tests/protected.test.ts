// No filter reveals hidden data of a protected event. Generated over every filter of every shape on every mount: the hidden
// data of one event is changed, and no list may change with it. The same event without a password shows that each filter
// is tested with values that would reveal it. Every value is asked of the store, one for each filter over HTTP.
import { beforeAll, describe, expect, test } from 'vitest';
import { contextOf } from '../src/app.js';
import { type Actor, anonymous } from '../src/core/actor.js';
import type { Call } from '../src/core/call.js';
import { is, refers } from '../src/core/condition.js';
import type { Context } from '../src/core/context.js';
import type { Facade } from '../src/core/facade.js';
import { type AnyFilter, filter } from '../src/core/filter.js';
import { flag } from '../src/core/kinds/flag.js';
import { Problem } from '../src/core/problem.js';
import type { Shape } from '../src/core/shape.js';
import { standard } from '../src/core/site.js';
import type { ListPlan } from '../src/core/store.js';
import { facadesOf } from '../src/endpoints/facades.js';
import { listParams, lookUp, parse, queryOf } from '../src/facades/parse.js';
import { registry } from '../src/models/registry.js';
import { planList } from '../src/operations/list.js';
import type { Mount, Who } from './harness/client.js';
import { forEachEngine, onOneEngine } from './harness/engines.js';
import { type Answered, type Body, startOfWorld, useWorld, type World, word } from './harness/world.js';

const facades = facadesOf({ apiNamespace: 'cal', dropin: true, maxPerPage: 100, recurrence: true });
const [native] = facades;

interface Listing {
  readonly title: string;
  /** Path of the list; `//` means outside the mounts. */
  readonly path: string;
  readonly on: Mount;
  readonly shape: Shape;
  readonly facade: Facade;
}

const listings: readonly Listing[] = facades.flatMap((facade) => {
  const { name, prefix, shapes } = facade;
  return (
    shapes
      // Users are listed for administrators only.
      .filter(({ model }) => model.policy.read === undefined)
      .map((shape) => ({
        title: `${shape.path} of the ${name} facade`,
        path: name === 'wordpress' ? `/${prefix}/${shape.path}` : `/${shape.path}`,
        on: name === 'native' ? 'native' : 'dropin',
        shape,
        facade,
      }))
  );
});

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
const companions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  geoloc_lat: { geoloc_lng: '20' },
  geoloc_lng: { geoloc_lat: '20' },
  geoloc_radius: { geoloc_lat: '20', geoloc_lng: '20' },
};

const inputOf = (name: string, value: string): Readonly<Record<string, string>> => ({
  per_page: '50',
  [name]: value,
  ...companions[name],
});

const callers: readonly Caller[] = ['anonymous', 'editor'];
type Caller = 'anonymous' | 'editor';

/** One value of one filter. */
interface Question {
  readonly listing: Listing;
  readonly name: string;
  readonly value: string;
  readonly as: Caller;
}

const keyOf = ({ listing, name, value, as }: Question): string => `${as} ${listing.title} ${name}=${value}`;

/** Ids and total of each list, by the key of its question. */
type Lists = ReadonlyMap<string, string>;

interface Hidden {
  /** The data of one event, three times another: none of the lists may change with it. */
  readonly states: readonly Body[];
  readonly id: number;
  /** Values of filters that find the first or the second state. */
  readonly values: readonly string[];
}

async function makeHidden(world: World): Promise<Hidden> {
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
      cost: lat > 0 ? String(lat) : '0',
    };
    const found = [venue.id, organizer.id, category.id, tag.id, parent.id, category.slug, tag.slug, mark, city, lat];
    return { hidden, found: found.map(String) };
  };
  const [one, two] = [await side(20), await side(-20)];
  // `geoloc` distinguishes venues without coordinates.
  const nowhere = { ...two.hidden, venue: (await world.venue()).id };
  const { id } = await world.event(one.hidden);
  const values = [...one.found, ...two.found, String(id), 'true', 'false', '2027-06-20'];
  return { states: [one.hidden, two.hidden, nowhere], id, values };
}

const questionsOf = ({ values }: Hidden, who: readonly Caller[]): readonly Question[] =>
  listings.flatMap((listing) =>
    Object.entries(listing.shape.list.filters).flatMap(([name, { where }]) =>
      // Parameters that shape a list have no condition, so that a few values will do.
      (where ? values : values.slice(-4)).flatMap((value) =>
        who.filter((as) => as === 'anonymous' || listing.on === 'native').map((as) => ({ listing, name, value, as })),
      ),
    ),
  );

/** The plan of a list as a request makes it; undefined for a value that is rejected. */
async function planOf(base: Context, { listing, name, value }: Question): Promise<ListPlan | undefined> {
  const { shape, facade } = listing;
  const call = { ...base.call, facade };
  const input = inputOf(name, value);
  try {
    const found = await lookUp(shape.list.filters, parse(listParams(shape), input, call, true), { ...base, call });
    return planList(shape, queryOf(input, found, shape, call), call, base);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** Asks the store for each plan. Filters of several mounts often have the same one, which is asked once. */
async function askStore(world: World, plans: ReadonlyMap<string, ListPlan>): Promise<Lists> {
  const known = new Map<string, string>();
  const found = new Map<string, string>();
  for (const [key, { embeds: _, ...plan }] of plans) {
    const text = JSON.stringify({ ...plan, table: plan.table.table });
    if (!known.has(text)) {
      const { rows, total } = await world.store.page(plan);
      known.set(text, `${rows.map(({ id }) => id)} of ${total}`);
    }
    found.set(key, known.get(text) ?? '');
  }
  return found;
}

/** Gives the event each state in turn. */
async function inEachState<Result>(world: World, { id, states }: Hidden, work: () => Promise<Result>) {
  const results: Result[] = [];
  for (const state of states) {
    await world.send(`PATCH /events/${id}`, state);
    results.push(await work());
  }
  return results;
}

interface Explored {
  readonly hidden: Hidden;
  readonly questions: readonly Question[];
  /** Lists of anonymous callers in each state of the event without a password. */
  readonly open: readonly Lists[];
}

function contextAs({ config, store, clock }: World, actor: Actor): Context {
  const context = contextOf(config, store, actor, 'calendar.example');
  return { ...context, call: { ...context.call, now: clock.now } };
}

/** Leaves the event with a password. */
async function explore(world: World): Promise<Explored & { readonly plans: ReadonlyMap<string, ListPlan> }> {
  const hidden = await makeHidden(world);
  const contexts = {
    anonymous: contextAs(world, anonymous),
    editor: contextAs(world, { ...world.people.editor, role: 'editor' }),
  };
  const plans = new Map<string, ListPlan>();
  const questions: Question[] = [];
  for (const question of questionsOf(hidden, callers)) {
    const plan = await planOf(contexts[question.as], question);
    // Invalid values are rejected whatever the event contains.
    if (!plan) continue;
    questions.push(question);
    plans.set(keyOf(question), plan);
  }
  const ofAnonymous = new Map([...plans].filter(([key]) => key.startsWith('anonymous ')));
  const open = await inEachState(world, hidden, () => askStore(world, ofAnonymous));
  await world.send(`PATCH /events/${hidden.id}`, { password: 'open sesame' });
  return { hidden, questions, open, plans };
}

/** Whether the lists of this question differ between the states. */
const tells = (lists: readonly Lists[], question: Question): boolean =>
  new Set(lists.map((list) => list.get(keyOf({ ...question, as: 'anonymous' })))).size > 1;

/** The list of events with a filter that looks at another record through a reference; no filter of ours does without being
 * public. */
function referringListing(): Listing {
  const listing = listings.find(({ facade, shape }) => facade === native && protectedNames.includes(shape.model.name));
  if (!listing) throw new TypeError('there is no list of events');
  const { shape } = listing;
  const featured_parent = filter(flag, 'Events whose parent is featured.', (found) =>
    refers('parent', shape.model.name, is('featured', found)),
  );
  const filters = { ...shape.list.filters, featured_parent };
  return { ...listing, shape: { ...shape, list: { ...shape.list, filters } } };
}

const titled = listings.map((listing) => [listing.title, listing] as const);

forEachEngine((engine) => {
  const world = useWorld(engine);
  let questions: readonly Question[] = [];
  let open: readonly Lists[] = [];
  let closed: readonly Lists[] = [];

  beforeAll(async () => {
    const explored = await explore(world);
    ({ questions, open } = explored);
    closed = await inEachState(world, explored.hidden, () => askStore(world, explored.plans));
  });

  const askedOf = (listing: Listing, name: string) =>
    questions.filter((question) => question.listing === listing && question.name === name);

  describe.each(titled)('%s', (_, listing) => {
    const filters = Object.entries(listing.shape.list.filters);

    test.each(filters.map(([name]) => name))(
      'the filter %s does not reveal hidden data of a protected event',
      (name) => {
        const asked = askedOf(listing, name).map(keyOf);
        const [first, ...others] = closed.map((lists) => asked.map((key) => [key, lists.get(key)]));
        for (const other of others) expect(other).toEqual(first);
      },
    );

    const looking = filters.flatMap(([name, one]) => (looksAtHidden(listing.shape, one) ? [name] : []));
    test.each(looking)('the filter %s is asked with values that tell of an open event', (name) => {
      expect(askedOf(listing, name).some((question) => tells(open, question))).toBe(true);
    });
  });
});

forEachEngine((engine) => {
  const world = useWorld(engine);

  test('a filter through a reference does not reveal hidden data of a protected series', async () => {
    const series = await world.event({ recurrence: 'FREQ=DAILY;COUNT=3' });
    await world.event({ parent: series.id });
    const question = { listing: referringListing(), name: 'featured_parent', value: 'true', as: 'anonymous' } as const;
    const plan = await planOf(contextAs(world, anonymous), question);
    if (!plan) throw new TypeError('the value was rejected');
    const hidden: Hidden = { id: series.id, states: [{ featured: true }, { featured: false }], values: [] };
    const ask = async () => (await askStore(world, new Map([['', plan]]))).get('');
    expect(new Set(await inEachState(world, hidden, ask)).size).toBe(2);
    await world.send(`PATCH /events/${series.id}`, { password: 'open sesame' });
    expect(new Set(await inEachState(world, hidden, ask)).size).toBe(1);
  });
});

onOneEngine((engine) => {
  const world = useWorld(engine);
  let asked: readonly Question[] = [];
  let closed: readonly Lists[] = [];

  async function askOverHttp(): Promise<Lists> {
    const found = new Map<string, string>();
    for (const question of asked) {
      const { listing, name, value, as } = question;
      const query = new URLSearchParams(inputOf(name, value));
      const { statusCode, body, headers } = await world.ask(`GET ${listing.path}?${query}`, { on: listing.on, as });
      const items: readonly Answered[] = Array.isArray(body) ? body : (Object.values(body).find(Array.isArray) ?? []);
      found.set(keyOf(question), `${statusCode} ${items.map(({ id }) => id)} of ${headers.get('x-wp-total')}`);
    }
    return found;
  }

  beforeAll(async () => {
    const { hidden, questions, open } = await explore(world);
    // One value of each filter that tells of the open event.
    const telling = questions.filter((question) => tells(open, question));
    const oneEach = new Map(telling.map((question) => [keyOf({ ...question, value: '' }), question]));
    asked = [...oneEach.values()];
    closed = await inEachState(world, hidden, askOverHttp);
  });

  test.each(
    titled.filter(([, { shape }]) => Object.values(shape.list.filters).some((one) => looksAtHidden(shape, one))),
  )('over HTTP, no filter of %s reveals hidden data of a protected event', (_, listing) => {
    const keys = asked.filter((question) => question.listing === listing).map(keyOf);
    expect(keys.length).toBeGreaterThan(0);
    const [first, ...others] = closed.map((lists) => keys.map((key) => [key, lists.get(key)]));
    for (const [, answer] of first ?? []) expect(answer).toMatch(/^200 /);
    for (const other of others) expect(other).toEqual(first);
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
