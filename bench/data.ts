// A believable calendar of any size in an embedded file; the same seed makes the same one. PostgreSQL gets a copy of it.
// By itself: npx tsx bench/data.ts [events], into the folder that ALMANAC_DATA names.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contextOf, now as present } from '../src/app.js';
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
import { chanceOf } from './calendar/chance.js';
import { type EventMaking, eventOf, type Made } from './calendar/events.js';
import { type Ends, linksOf } from './calendar/links.js';
import { type Marks, marksOf, rareWord } from './calendar/marked.js';
import { organizerOf, recordOf, venueOf } from './calendar/places.js';
import { categoriesOf, markedCategories, tagsOf } from './calendar/terms.js';
import { paragraphs, type Said, saidOf, sentence, stockOf, wordsOf } from './calendar/words.js';
import { type Bulk, insertRecords, openBulk } from './store/bulk.js';

export const sizes = { venues: 2_000, organizers: 2_000, categories: 200, tags: 2_000, people: 12 };
/** Changes with everything that makes old files differ from new ones. */
export const dataVersion = 1;

const first = { venue: 1, organizer: sizes.venues + 1, event: sizes.venues + sizes.organizers + 1 };
/** The records that carry a known number of events: the last ones, which nothing else is linked to. */
export const marked = {
  venue: sizes.venues,
  organizer: sizes.venues + sizes.organizers,
  category: sizes.categories - 2,
  tag: sizes.categories + sizes.tags,
  parent: first.event,
  word: rareWord,
};

export interface DataOptions {
  readonly events: number;
  readonly seed?: number;
  /** The present moment, around which the events are spread; `YYYY-MM-DD HH:MM:SS` in UTC. */
  readonly now: string;
  readonly say?: (line: string) => void;
}

const eventsAtOnce = 5_000;
const stock = { descriptions: 20_000, excerpts: 2_000 };
const linkColumns = ['owner', 'target', 'position'];

/** Makes the file, which must not be there yet. */
export async function buildData(file: string, { events, seed = 1, now, say = () => undefined }: DataOptions) {
  const begun = performance.now();
  const tell = (line: string) => say(`  ${((performance.now() - begun) / 1_000).toFixed(1)} s: ${line}`);
  await during(openEmbedded(file), async (engine) => {
    await migrate(engine);
  });
  const chance = chanceOf(seed);
  const call: Call = { ...contextOf(readConfig({}), {} as Store, operator).call, now };
  const bulk = openBulk(file);
  addPeople(bulk, now);
  const ends: Ends = {
    venues: Array.from({ length: sizes.venues }, (_, at) => recordOf(venue, venueOf(chance), call, first.venue + at)),
    organizers: Array.from({ length: sizes.organizers }, (_, at) =>
      recordOf(organizer, organizerOf(chance), call, first.organizer + at),
    ),
    categories: [...categoriesOf(chance, call, marked.category - 1, 1), ...markedCategories(call, marked.category)],
    tags: tagsOf(call, sizes.tags, sizes.categories + 1),
  };
  insertRecords(bulk, venue, ends.venues);
  insertRecords(bulk, organizer, ends.organizers);
  const making: EventMaking = {
    chance,
    call,
    events,
    authors: sizes.people,
    descriptions: stockOf(Math.min(stock.descriptions, events), () => paragraphs(chance, chance.whole(1, 2))),
    excerpts: stockOf(stock.excerpts, () => sentence(chance)),
    slugs: new Map(),
  };
  tell('venues, organizers and a stock of texts');

  const counts = new Map<number, number>();
  for (let done = 0; done < events; ) {
    const made = Array.from({ length: Math.min(eventsAtOnce, events - done) }, (_, at) =>
      marking(making, eventOf(making, first.event + done + at)),
    );
    const words = new Map(made.map(({ row, description, excerpt }) => [row.id, wordsIn(row, description, excerpt)]));
    refuseOtherWords(made[0]?.row, words);
    const rows = made.map(({ row }) => row);
    insertRecords(bulk, event, rows, ({ id }) => ({ words: words.get(id) ?? '' }));
    for (const [table, edges] of linksOf(chance, made, ends, counts)) bulk.insert(table, linkColumns, edges);
    done += rows.length;
    if (done % 50_000 === 0 || done === events) tell(`${done} of ${events} events`);
  }
  const counted = (rows: readonly Row[]) => rows.map((row) => ({ ...row, count: counts.get(row.id) ?? 0 }));
  insertRecords(bulk, category, counted(ends.categories));
  insertRecords(bulk, tag, counted(ends.tags));
  await during(openEmbedded(file), (engine) =>
    setSequences(
      engine,
      new Map([
        ['post', first.event + events - 1],
        ['term', sizes.categories + sizes.tags],
        ['account', sizes.people],
      ]),
    ),
  );
  // Last, since it brings everything into the one file that is copied.
  bulk.finish(tell);
}

async function during<Result>(engine: Engine, work: (engine: Engine) => Promise<Result>): Promise<Result> {
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

export interface MarkedEvent extends Made {
  readonly marks: Marks;
}

function marking({ chance, call, events }: EventMaking, made: Made): MarkedEvent {
  const isParent = made.row.id === marked.parent;
  const row = isParent ? { ...made.row, status: 'publish', password: '', slug: 'marked-parent' } : made.row;
  const marks = marksOf(chance, row, call.now, events);
  const parent = marks.parent && !isParent ? marked.parent : 0;
  if (!marks.word) return { ...made, row: { ...row, parent }, marks };
  const description = saidOf(`${made.description.html}<p>${rareWord}</p>`);
  return { ...made, row: { ...row, parent, description: description.html }, description, marks };
}

const wordsIn = (row: Row, ...texts: readonly Said[]): string => wordsOf(String(row.title), ...texts);

const events: Model = event;

/** The shortcut must come to the same as the model's own way; once in a while it is compared. */
function refuseOtherWords(row: Row | undefined, words: ReadonlyMap<number, string>): void {
  if (row && events.texts(row).words !== words.get(row.id)) throw new Error('Events are searched in other words now.');
}

/** Nobody can sign in until somebody makes a password for them. */
function addPeople(bulk: Bulk, now: string): void {
  const people = Array.from({ length: sizes.people }, (_, at) => {
    const name = at === 0 ? 'admin' : at === 1 ? 'editor' : `author${at + 1}`;
    return [at + 1, name, name, at === 0 ? 'administrator' : at === 1 ? 'editor' : 'author', '', now];
  });
  bulk.insert('users', ['id', 'name', 'name_key', 'role', 'password', 'created_utc'], people);
}

/** What the store's own checks have to say against it. */
export async function faultsOf(engine: Engine): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const check of checksOf(engine, registry)) faults.push(...(await check.faults()));
  return faults;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // Never by accident into the store that the service uses when nothing is said.
  if (!process.env.ALMANAC_DATA) throw new Error('Say where to: ALMANAC_DATA is a folder.');
  const file = join(process.env.ALMANAC_DATA, 'almanac.db');
  await buildData(file, { events: Number(process.argv[2] ?? 100_000), now: present(), say: console.log });
  const faults = await during(openEmbedded(file), faultsOf);
  console.log(faults.length ? faults.join('\n') : 'The checks of the store find no fault.');
}
