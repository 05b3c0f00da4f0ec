// Lists over a calendar of series equal the same lists over single events with the same dates.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Mount, mounts, type Who } from './harness/client.js';
import { forEachEngine, seedsOn, type TestEngine } from './harness/engines.js';
import { change, series, vocabulary } from './harness/series/calendar.js';
import { Mirror, type Worlds } from './harness/series/mirror.js';
import { startWorld } from './harness/world.js';

const queriesAfterCreating = 60;
const queriesAfterEachChange = 6;
const laterChanges = 10;

const pick = <T>(...items: readonly T[]) => fc.constantFrom(...items);
const day = fc
  .integer({ min: 0, max: 330 })
  .map((days) => new Date(Date.UTC(2027, 1, 15 + days)).toISOString().slice(0, 10));
const moment = fc.oneof(
  day,
  fc.tuple(day, pick('10:00:00', '19:45:00')).map((parts) => parts.join(' ')),
);
const word = pick(...vocabulary, '-gamma', '"alpha beta"', 'needle', 'élan', 'bêta', 'Hall', 'Guild 1', 'first', 'two');

const query = fc
  .record(
    {
      start_date: moment,
      end_date: moment,
      starts_before: moment,
      starts_after: moment,
      ends_before: moment,
      ends_after: moment,
      strict_dates: pick('true', 'false'),
      search: word,
      categories: pick('first', 'second,third'),
      tags: pick('one', 'one,two'),
      venue: pick('0', '1', '2'),
      organizer: pick('0', '1'),
      featured: pick('true', 'false'),
      ticketed: pick('true', 'false'),
      status: pick('any', 'any', 'publish', 'draft', 'draft,pending', 'private', 'trash'),
      near: pick('5', '60', '20040'),
      orderby: pick('start_date', 'title', 'title', 'modified', 'id'),
      order: pick('asc', 'desc'),
      page: pick('1', '1', '2', '3', '7'),
      per_page: pick('1', '3', '5', '10', '50', '100'),
      context: pick('edit', 'edit', 'view'),
      i18n_language: pick('fr', 'en'),
    },
    { requiredKeys: [] },
  )
  .chain((all) =>
    fc
      .subarray(Object.keys(all) as (keyof typeof all)[], { maxLength: 5 })
      .map((names) => names.map((name) => [name, all[name]] as const)),
  );

/** Half of the lists show everything: the more filters, the fewer events are left to disagree on. */
const wide = pick([], [
  ['starts_after', '2020-01-01'],
  ['per_page', '100'],
  ['context', 'edit'],
] as const);

const readers = pick<Who>('anonymous', 'anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator');
const lists = fc.record({ query, wide, as: readers, on: pick<Mount>(...mounts) });
type List = typeof lists extends fc.Arbitrary<infer T> ? T : never;

/** Keys that tell a date of a series from a single event. */
const own = new Set([
  ...['id', 'global_id', 'global_id_lineage', 'slug', 'url', 'rest_url'],
  ...['occurrence_of', 'original_start', 'changed', 'recurrence', 'occurrences_url'],
]);

type Record = Readonly<{ [key: string]: unknown }>;
const without = (record: Record, names: (name: string) => boolean): Record =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names(name)));

/** Terms count a series once. */
const uncounted = (terms: unknown): unknown =>
  Array.isArray(terms) ? terms.map((term) => without(term, (name) => name === 'count')) : terms;

function comparable(event: Record, ignored: readonly string[]): Record {
  const { website, categories, tags, _input, ...others } = without(
    event,
    (name) => own.has(name) || ignored.some((one) => name.startsWith(one)),
  );
  return {
    ...others,
    // Without a website of its own, an event has the address of its page.
    website: website === event.url ? '' : website,
    categories: uncounted(categories),
    tags: uncounted(tags),
    ...(_input !== undefined && {
      _input: without(_input as Record, (name) => ['slug', 'recurrence', ...ignored].includes(name)),
    }),
  };
}

/** The first values that differ, by their paths: complete bodies are too long to read. */
function differencesOf(one: unknown, other: unknown, path = ''): readonly string[] {
  if (isDeepStrictEqual(one, other)) return [];
  const isObject = (value: unknown): value is Record => typeof value === 'object' && value !== null;
  if (!isObject(one) || !isObject(other))
    return [`${path}: ${JSON.stringify(one)} instead of ${JSON.stringify(other)}`];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) => differencesOf(one[name], other[name], `${path}.${name}`)).slice(0, 10);
}

async function startWorlds(engine: TestEngine): Promise<Worlds> {
  const settings = { ALMANAC_LANGUAGES: 'en,fr' };
  return { series: await startWorld(engine, { settings }), singles: await startWorld(engine, { settings }) };
}

const later = (now: string, seconds: number): string =>
  new Date(Date.parse(`${now.replace(' ', 'T')}Z`) + seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ');

const near = (km: string) =>
  [
    ['geoloc_lat', '44.48'],
    ['geoloc_lng', '-73.21'],
    ['geoloc_radius', km],
    ['orderby', 'distance'],
  ] as const;

function requestOf({ query: given, wide: base }: List, places: Record, ordersByModified: boolean): string {
  const pairs = given.flatMap(([name, value]): readonly (readonly [string, string])[] => {
    if (name === 'near') return near(String(value));
    if (name === 'venue' || name === 'organizer')
      return [[name, String((places[name] as readonly number[])[Number(value)])]];
    return name === 'orderby' && value === 'modified' && !ordersByModified ? [] : [[name, String(value)]];
  });
  return `GET /events?${new URLSearchParams(Object.fromEntries([...base, ...pairs]))}`;
}

/** Compares status, totals, pages, order and bodies. Returns the number of compared events. */
async function compare(
  { series: one, singles: other }: Worlds,
  request: string,
  { as, on }: List,
  ignored: readonly string[],
  told: () => string,
): Promise<number> {
  const [left, right] = [await one.ask(request, { as, on }), await other.ask(request, { as, on })];
  const shown = ({ body, statusCode, headers }: typeof left) => ({
    statusCode,
    totals: [headers.get('x-tec-total'), headers.get('x-tec-totalpages'), headers.get('x-wp-total')],
    body: Array.isArray(body?.events)
      ? { ...body, events: body.events.map((event: Record) => comparable(event, ignored)) }
      : body,
  });
  const differences = differencesOf(shown(left), shown(right));
  expect(differences, `${request} as ${as} on ${on}\n${told()}`).toEqual([]);
  return left.body?.events?.length ?? 0;
}

async function play(engine: TestEngine, seed: number): Promise<void> {
  const worlds = await startWorlds(engine);
  try {
    const mirror = new Mirror(worlds);
    await mirror.prepare();
    const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number, part: number) =>
      fc.sample(arbitrary, { seed: seed + part * 7_919, numRuns });
    const pass = (seconds: number) => {
      const now = later(worlds.series.clock.now, seconds);
      worlds.series.clock.now = now;
      worlds.singles.clock.now = now;
    };
    const told = () => `seed ${seed}\n${mirror.script.join('\n')}`;
    const changes = sample(change, 24, 2);
    for (const [at, given] of sample(series, 7, 1).entries()) {
      if (at % 3 === 0) await mirror.addSingle(given);
      await mirror.addSeries(given);
      // At the same moment, so that all dates of a series are modified at the same time in both worlds.
      for (const one of changes.slice(at * 3, at * 3 + 3)) await mirror.apply(one, mirror.size - 1);
      pass(60);
    }
    let events = 0;
    for (const list of sample(lists, queriesAfterCreating, 3)) {
      events += await compare(worlds, requestOf(list, mirror.places, true), list, [], told);
    }
    expect(events).toBeGreaterThan(0);
    const further = sample(lists, queriesAfterEachChange * laterChanges, 5);
    for (const [at, one] of sample(change, laterChanges, 4).entries()) {
      await mirror.apply(one);
      pass(30);
      for (const list of further.slice(at * queriesAfterEachChange, (at + 1) * queriesAfterEachChange)) {
        await compare(worlds, requestOf(list, mirror.places, false), list, ['modified'], told);
      }
    }
  } finally {
    await worlds.series.stop();
    await worlds.singles.stop();
  }
}

forEachEngine((engine) => {
  describe('lists of series equal lists of single events', () => {
    test.each(seedsOn(engine))('in the calendar of seed %i', (seed) => play(engine, seed));
  });
});
