// A believable calendar of any size, written straight into a store of either engine; the same seed makes the same one.
// By itself: npx tsx bench/data.ts [events], into the store that the environment names.
import { fileURLToPath } from 'node:url';
import { openEngine } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { operator } from '../src/core/actor.js';
import { type Call, type Profile, standard } from '../src/core/call.js';
import type { Cell } from '../src/core/column.js';
import type { Row } from '../src/core/store.js';
import { profilesOf } from '../src/profiles.js';
import { category } from '../src/resources/category/category.js';
import { event } from '../src/resources/event/event.js';
import { eventCategories, eventOrganizers, eventTags, eventVenues } from '../src/resources/links.js';
import { organizer } from '../src/resources/organizer/organizer.js';
import { registry } from '../src/resources/registry.js';
import { tag } from '../src/resources/tag/tag.js';
import { venue } from '../src/resources/venue/venue.js';
import { setSequences } from '../src/storage/copy/tables.js';
import type { Engine } from '../src/storage/dialect.js';
import { checksOf } from '../src/storage/maintenance.js';
import { migrate } from '../src/storage/migrate.js';
import { insertMany, insertRecords } from './calendar/bulk.js';
import { type Chance, chanceOf } from './calendar/chance.js';
import { eventOf } from './calendar/events.js';
import { organizerOf, recordOf, spotOf, venueOf } from './calendar/places.js';
import { categoriesOf, tagsOf } from './calendar/terms.js';

export const sizes = { events: 100_000, venues: 2_000, organizers: 2_000, categories: 200, tags: 2_000, people: 12 };

export interface DataOptions {
  readonly events?: number;
  readonly venues?: number;
  readonly seed?: number;
  /** The present moment, around which the events are spread; `YYYY-MM-DD HH:MM:SS` in UTC. */
  readonly now: string;
  readonly say?: (line: string) => void;
}

const eventsAtOnce = 5_000;
const linkColumns = ['owner', 'target', 'position'];

/** Fills an empty store. */
export async function buildData(
  engine: Engine,
  { events = sizes.events, venues: places = sizes.venues, seed = 1, now, say = () => undefined }: DataOptions,
): Promise<void> {
  const begun = performance.now();
  const tell = (line: string) => say(`${engine.name}: ${line}, ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
  const chance = chanceOf(seed);
  const call = callAt(now);
  await migrate(engine);
  await refuseUsed(engine);
  await addPeople(engine, now);

  const [firstOrganizer, firstEvent] = [places + 1, places + sizes.organizers + 1];
  const venues = Array.from({ length: places }, (_, at) =>
    recordOf(venue, { ...venueOf(chance), ...spotOf(at) }, call, at + 1),
  );
  const organizers = Array.from({ length: sizes.organizers }, (_, at) =>
    recordOf(organizer, organizerOf(chance), call, firstOrganizer + at),
  );
  const categories = categoriesOf(chance, call, sizes.categories, 1);
  const tags = tagsOf(call, sizes.tags, sizes.categories + 1);
  await engine.transact(async (connection) => {
    await insertRecords(connection, engine.dialect, venue, venues);
    await insertRecords(connection, engine.dialect, organizer, organizers);
  });
  tell(`${venues.length} venues, ${organizers.length} organizers`);

  const counts = new Map<number, number>();
  const making = { chance, call, authors: sizes.people, slugs: new Map<string, number>() };
  for (let done = 0; done < events; ) {
    const rows = Array.from({ length: Math.min(eventsAtOnce, events - done) }, (_, at) =>
      eventOf(making, firstEvent + done + at),
    );
    const links = linksOf(chance, rows, { venues, organizers, categories, tags }, counts);
    await engine.transact(async (connection) => {
      await insertRecords(connection, engine.dialect, event, rows);
      for (const [table, edges] of links) await insertMany(connection, engine.dialect, table, linkColumns, edges);
    });
    done += rows.length;
    tell(`${done} of ${events} events`);
  }

  const counted = (rows: readonly Row[]) => rows.map((row) => ({ ...row, count: counts.get(row.id) ?? 0 }));
  await engine.transact(async (connection) => {
    await insertRecords(connection, engine.dialect, category, counted(categories));
    await insertRecords(connection, engine.dialect, tag, counted(tags));
  });
  await setSequences(
    engine,
    new Map([
      ['post', firstEvent + events - 1],
      ['term', sizes.categories + sizes.tags],
      ['account', sizes.people],
    ]),
  );
  tell(`${categories.length} categories, ${tags.length} tags`);
}

async function refuseUsed({ reading }: Engine): Promise<void> {
  for (const table of ['users', ...registry.resources.map((resource) => resource.table)]) {
    const [first] = await reading.all({ sql: `select id from ${table} limit 1`, values: [] });
    if (first) throw new Error(`The store is in use: it has ${table}.`);
  }
}

function callAt(now: string): Call {
  const config = readConfig({});
  const site = { baseUrl: 'http://localhost:8080', zone: config.timezone, perPage: 10, version: '', ...standard };
  return { actor: operator, profile: profilesOf(config)[0] as Profile, site, now };
}

/** Nobody can sign in until somebody makes a password for them. */
const addPeople = (engine: Engine, now: string): Promise<void> =>
  engine.transact(async (connection) => {
    const people = Array.from({ length: sizes.people }, (_, at) => {
      const name = at === 0 ? 'admin' : at === 1 ? 'editor' : `author${at + 1}`;
      return [at + 1, name, name, at === 0 ? 'administrator' : at === 1 ? 'editor' : 'author', '', now];
    });
    const columns = ['id', 'name', 'name_key', 'role', 'password', 'created_utc'];
    await insertMany(connection, engine.dialect, 'users', columns, people);
  });

interface Ends {
  readonly venues: readonly Row[];
  readonly organizers: readonly Row[];
  readonly categories: readonly Row[];
  readonly tags: readonly Row[];
}

/** Most events have one venue and one organizer, one to three categories and up to five tags. */
function linksOf(
  chance: Chance,
  rows: readonly Row[],
  { venues, organizers, categories, tags }: Ends,
  counts: Map<number, number>,
): ReadonlyMap<string, readonly (readonly Cell[])[]> {
  const links = new Map<string, (readonly Cell[])[]>();
  for (const row of rows) {
    const ends: readonly (readonly [string, readonly Row[]])[] = [
      [eventVenues.table, chance.favourites(venues, chance.happens(0.95) ? 1 : 0)],
      [eventOrganizers.table, chance.favourites(organizers, chance.whole(0, 9) < 8 ? 1 : 2)],
      [eventCategories.table, chance.favourites(categories, chance.whole(1, 3))],
      [eventTags.table, chance.favourites(tags, chance.whole(0, 5))],
    ];
    for (const [table, targets] of ends) {
      const edges = links.get(table) ?? [];
      links.set(table, edges);
      edges.push(...targets.map(({ id }, position) => [row.id, id, position]));
      const counting = row.status === 'publish' && registry.link(table).counted;
      if (counting) for (const { id } of targets) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  return links;
}

/** What the store's own checks have to say against it. */
export async function faultsOf(engine: Engine): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const check of checksOf(engine, registry)) faults.push(...(await check.faults()));
  return faults;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // Never by accident into the store that the service uses when nothing is said.
  if (!process.env.ALMANAC_DATA && !process.env.ALMANAC_DATABASE_URL) {
    throw new Error('Say where to: ALMANAC_DATA is a folder, ALMANAC_DATABASE_URL a database.');
  }
  const engine = openEngine(readConfig(process.env));
  const now = new Date().toISOString().slice(0, 19).replace('T', ' ');
  try {
    await buildData(engine, { events: Number(process.argv[2] ?? sizes.events), now, say: console.log });
    const faults = await faultsOf(engine);
    console.log(faults.length ? faults.join('\n') : 'The checks of the store find no fault.');
  } finally {
    await engine.close();
  }
}
