// Generates a realistic calendar of any size into an embedded database file; the same seed gives the same calendar.
// PostgreSQL gets a copy of it. Stand-alone: ALMANAC_DATA=folder npx tsx bench/data.ts [events] [calendar]
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contextOf, now as currentTime } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { operator } from '../src/core/actor.js';
import type { Call } from '../src/core/call.js';
import type { Model } from '../src/core/model.js';
import type { Row, Store } from '../src/core/store.js';
import { category } from '../src/models/category/category.js';
import { event } from '../src/models/event/event.js';
import { organizer } from '../src/models/organizer/organizer.js';
import { registry } from '../src/models/registry.js';
import { tag } from '../src/models/tag/tag.js';
import { venue } from '../src/models/venue/venue.js';
import { setSequences } from '../src/storage/copy/tables.js';
import type { Engine } from '../src/storage/engine.js';
import { openEmbedded } from '../src/storage/engines/embedded/engine.js';
import { checksOf } from '../src/storage/maintenance.js';
import { migrate } from '../src/storage/migrate.js';
import { type EventGenerator, type GeneratedEvent, generateEvent } from './calendar/events.js';
import { type Flags, flagsOf, noFlags, rareWord } from './calendar/flags.js';
import { type LinkTargets, linksOf } from './calendar/links.js';
import { organizerOf, placeOf, recordOf, venueOf } from './calendar/places.js';
import { seededRandom } from './calendar/random.js';
import { copiesOf, generateSeries } from './calendar/series.js';
import { categoriesOf, flaggedCategories, tagsOf } from './calendar/terms.js';
import { paragraphs, type SearchableText, searchable, sentence, textPool, wordsOf } from './calendar/words.js';
import { type Bulk, insertRecords, insertRows, openBulk } from './store/bulk.js';

export const sizes = { venues: 2_000, organizers: 2_000, categories: 200, tags: 2_000, users: 12 };
/** Increase it with every change that makes a generated calendar different: it is part of the fixture's folder name. */
export const dataVersion = 4;

const first = { venue: 1, organizer: sizes.venues + 1, event: sizes.venues + sizes.organizers + 1 };
/** The records of flagged events: the last ones of each kind, which no other event is linked to. */
export const flagged = {
  venue: sizes.venues,
  organizer: sizes.venues + sizes.organizers,
  category: sizes.categories - 2,
  tag: sizes.categories + sizes.tags,
  parent: first.event,
  word: rareWord,
};

/** Events that have nothing in common, dates of series, single events with the dates and texts of those series, or single
 * events and as many dates of series. */
export type Calendar = 'events' | 'series' | 'copies' | 'mixed';

export interface DataOptions {
  readonly events: number;
  /** Of the whole calendar, if it will consist of several copies of this one: filters match as many events in all of them. */
  readonly total?: number;
  readonly calendar?: Calendar;
  readonly seed?: number;
  /** Current time, around which the events are spread; `YYYY-MM-DD HH:MM:SS` in UTC. */
  readonly now: string;
  readonly log?: (line: string) => void;
}

const minEventsPerBatch = 5_000;
const poolSizes = { descriptions: 20_000, excerpts: 2_000 };
const linkColumns = ['owner', 'target', 'position'];

/** Creates the file, which must not exist. */
export async function buildData(file: string, options: DataOptions) {
  const { events, total = events, calendar = 'events', seed = 1, now, log = () => undefined } = options;
  const startedAt = performance.now();
  const logTime = (line: string) => log(`  ${((performance.now() - startedAt) / 1_000).toFixed(1)} s: ${line}`);
  await during(openEmbedded(file), async (engine) => {
    await migrate(engine);
  });
  const random = seededRandom(seed);
  const call: Call = { ...contextOf(readConfig({}), {} as Store, operator).call, now };
  const bulk = openBulk(file);
  addUsers(bulk, now);
  const places = seededRandom(seed + 1);
  const newVenue = () => ({ ...venueOf(random), ...placeOf(places) });
  const ends: LinkTargets = {
    venues: Array.from({ length: sizes.venues }, (_, at) => recordOf(venue, newVenue(), call, first.venue + at)),
    organizers: Array.from({ length: sizes.organizers }, (_, at) =>
      recordOf(organizer, organizerOf(random), call, first.organizer + at),
    ),
    categories: [...categoriesOf(random, call, flagged.category - 1, 1), ...flaggedCategories(call, flagged.category)],
    tags: tagsOf(call, sizes.tags, sizes.categories + 1),
  };
  insertRecords(bulk, venue, ends.venues);
  insertRecords(bulk, organizer, ends.organizers);
  const generator: EventGenerator = {
    random,
    call,
    events: total,
    authors: sizes.users,
    descriptions: textPool(Math.min(poolSizes.descriptions, events), () => paragraphs(random, random.integer(1, 2))),
    excerpts: textPool(poolSizes.excerpts, () => sentence(random)),
    slugs: new Map(),
  };
  logTime('venues, organizers and a pool of texts');

  const counts = new Map<number, number>();
  let nextId = first.event;
  for (let done = 0; done < events; ) {
    const made: Generated[] = [];
    const before = done;
    const until = Math.min(done + minEventsPerBatch, events);
    while (done < until) {
      const next = generators[calendar](generator, nextId, events - done);
      nextId += next.content.length + next.slim.length;
      done += next.slim.length || next.content.length;
      made.push(next);
    }
    const words = new Map(
      made.flatMap(({ row, description, excerpt, content }) => {
        const text = wordsIn(row, description, excerpt);
        return content.map(({ id }) => [id, text]);
      }),
    );
    checkSearchText(made[0]?.content[0], words);
    insertRecords(
      bulk,
      event,
      made.flatMap(({ content }) => content),
      ({ id }) => ({ words: words.get(id) ?? '' }),
    );
    insertRows(
      bulk,
      event,
      made.flatMap(({ slim }) => slim),
    );
    const owners = new Map(made.map(({ row, content }) => [row, content.map(({ id }) => id)]));
    const links = linksOf(random, made, ends, counts, (row) => owners.get(row) ?? []);
    for (const [table, edges] of links) bulk.insert(table, linkColumns, edges);
    const isLogged = done === events || Math.floor(before / 50_000) < Math.floor(done / 50_000);
    if (isLogged) logTime(`${done} of ${events} events`);
  }
  const counted = (rows: readonly Row[]) => rows.map((row) => ({ ...row, count: counts.get(row.id) ?? 0 }));
  insertRecords(bulk, category, counted(ends.categories));
  insertRecords(bulk, tag, counted(ends.tags));
  await during(openEmbedded(file), (engine) =>
    setSequences(
      engine,
      new Map([
        ['post', nextId - 1],
        ['term', sizes.categories + sizes.tags],
        ['account', sizes.users],
      ]),
    ),
  );
  // Last, because the checkpoint moves everything from the WAL into the file that is copied.
  bulk.finish(logTime);
}

async function during<Result>(engine: Engine, work: (engine: Engine) => Promise<Result>): Promise<Result> {
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

interface FlaggedEvent extends GeneratedEvent {
  readonly flags: Flags;
}

/** An event or a series with all rows that it becomes. */
interface Generated extends FlaggedEvent {
  /** Rows with texts and links. */
  readonly content: readonly Row[];
  readonly slim: readonly Row[];
}

type Generate = (generator: EventGenerator, id: number, most: number) => Generated;

const generators: Readonly<Record<Calendar, Generate>> = {
  events: (generator, id) => {
    const made = withFlags(generator, generateEvent(generator, id));
    return { ...made, content: [made.row], slim: [] };
  },
  series: (generator, id, most) => {
    const { master, dates } = generateSeries(generator, id, most);
    return { ...master, flags: noFlags, content: [master.row], slim: dates };
  },
  copies: (generator, id, most) => {
    const series = generateSeries(generator, id, most);
    return { ...series.master, flags: noFlags, content: copiesOf(series, id), slim: [] };
  },
  // A series has 50 dates on average.
  mixed: (generator, id, most) =>
    generators[generator.random.happens(1 / 50) ? 'series' : 'events'](generator, id, most),
};

function withFlags({ random, call, events }: EventGenerator, made: GeneratedEvent): FlaggedEvent {
  const isParent = made.row.id === flagged.parent;
  const row = isParent ? { ...made.row, status: 'publish', password: '', slug: 'marked-parent' } : made.row;
  const flags = flagsOf(random, row, call.now, events);
  const parent = flags.parent && !isParent ? flagged.parent : 0;
  if (!flags.word) return { ...made, row: { ...row, parent }, flags };
  const description = searchable(`${made.description.html}<p>${rareWord}</p>`);
  return { ...made, row: { ...row, parent, description: description.html }, description, flags };
}

const wordsIn = (row: Row, ...texts: readonly SearchableText[]): string => wordsOf(String(row.title), ...texts);

const events: Model = event;

/** The pool of folded texts must give the same search text as the model; checked for one event per batch. */
function checkSearchText(row: Row | undefined, words: ReadonlyMap<number, string>): void {
  if (row && events.texts(row).words !== words.get(row.id)) throw new Error('The search text of events has changed.');
}

/** Users without a password, so that nobody can sign in as one. */
function addUsers(bulk: Bulk, now: string): void {
  const users = Array.from({ length: sizes.users }, (_, at) => {
    const name = at === 0 ? 'admin' : at === 1 ? 'editor' : `author${at + 1}`;
    return [at + 1, name, name, at === 0 ? 'administrator' : at === 1 ? 'editor' : 'author', '', now];
  });
  bulk.insert('users', ['id', 'name', 'name_key', 'role', 'password', 'created_utc'], users);
}

/** The faults that the checks of `almanac doctor` find. */
export async function faultsOf(engine: Engine): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const check of checksOf(engine, registry)) faults.push(...(await check.faults()));
  return faults;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // No default: it could be the data folder of a real calendar.
  if (!process.env.ALMANAC_DATA) throw new Error('ALMANAC_DATA is required: the folder to write to.');
  const file = join(process.env.ALMANAC_DATA, 'almanac.db');
  const [, , events = '100000', calendar = 'events'] = process.argv;
  await buildData(file, {
    events: Number(events),
    calendar: calendar as Calendar,
    now: currentTime(),
    log: console.log,
  });
  const faults = await during(openEmbedded(file), faultsOf);
  console.log(faults.length ? faults.join('\n') : 'No faults found.');
}
