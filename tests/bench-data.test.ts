// The calendar that benchmarks run on is inserted past the service: a few records of each kind, judged by the checks of
// `almanac doctor`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type EventGenerator, generateEvent } from '../bench/calendar/events.js';
import { organizerOf, recordOf, venueOf } from '../bench/calendar/places.js';
import { type Random, seededRandom } from '../bench/calendar/random.js';
import { copiesOf, generateSeries } from '../bench/calendar/series.js';
import { categoriesOf, tagsOf } from '../bench/calendar/terms.js';
import { paragraphs, textPool } from '../bench/calendar/words.js';
import { faultsOf } from '../bench/data.js';
import { type Bulk, insertRecords, insertRows, openBulk } from '../bench/store/bulk.js';
import { contextOf } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { operator } from '../src/core/actor.js';
import type { Store } from '../src/core/store.js';
import { category } from '../src/models/category/category.js';
import { event } from '../src/models/event/event.js';
import { organizer } from '../src/models/organizer/organizer.js';
import { tag } from '../src/models/tag/tag.js';
import { venue } from '../src/models/venue/venue.js';
import { openEmbedded } from '../src/storage/engines/embedded/engine.js';
import { migrate } from '../src/storage/migrate.js';

const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-data-'));
afterAll(() => rmSync(folder, { recursive: true }));

const call = { ...contextOf(readConfig({}), {} as Store, operator).call, now: '2027-01-01 12:00:00' };

function generatorOf(random: Random, events: number): EventGenerator {
  const texts = textPool(2, () => paragraphs(random, 1));
  return { random, call, events, authors: 1, descriptions: texts, excerpts: texts, slugs: new Map() };
}

test('generated records can be inserted and pass the checks of the store', async () => {
  const file = join(folder, 'almanac.db');
  const engine = openEmbedded(file);
  try {
    await migrate(engine);
    const random = seededRandom(1);
    const generator = generatorOf(random, 30);
    const generated = Array.from({ length: 30 }, (_, at) => generateEvent(generator, 3 + at).row);
    const bulk = openBulk(file);
    insertRecords(bulk, venue, [recordOf(venue, venueOf(random), call, 1)]);
    insertRecords(bulk, organizer, [recordOf(organizer, organizerOf(random), call, 2)]);
    insertRecords(bulk, event, generated);
    insertRecords(
      bulk,
      category,
      categoriesOf(random, call, 5, 1).map((row) => ({ ...row, count: 0 })),
    );
    insertRecords(
      bulk,
      tag,
      tagsOf(call, 3, 6).map((row) => ({ ...row, count: 0 })),
    );
    bulk.finish(() => undefined);
    expect(await faultsOf(engine)).toEqual([]);
    expect(await engine.readConnection.all({ sql: 'select count(*) from events', values: [] })).toEqual([[30]]);
  } finally {
    await engine.close();
  }
});

test('generated series and their copies as single events pass the checks and have the same dates', async () => {
  const datesIn = async (name: string, fill: (bulk: Bulk, generator: EventGenerator) => void) => {
    const file = join(folder, name);
    const engine = openEmbedded(file);
    try {
      await migrate(engine);
      const bulk = openBulk(file);
      fill(bulk, generatorOf(seededRandom(1), 5_000));
      bulk.finish(() => undefined);
      expect(await faultsOf(engine)).toEqual([]);
      const sql = 'select start_date, utc_end_date, status from events where listing < 2 order by 1, 2, 3';
      return await engine.readConnection.all({ sql, values: [] });
    } finally {
      await engine.close();
    }
  };
  const series = await datesIn('series.db', (bulk, generator) => {
    for (let [made, id] = [0, 1]; made < 20; made++) {
      const { master, dates } = generateSeries(generator, id, 15);
      insertRecords(bulk, event, [master.row]);
      insertRows(bulk, event, dates);
      id += 1 + dates.length;
    }
  });
  const copies = await datesIn('copies.db', (bulk, generator) => {
    for (let [made, id] = [0, 1]; made < 20; made++) {
      const rows = copiesOf(generateSeries(generator, id, 15), id);
      insertRecords(bulk, event, rows);
      id += rows.length;
    }
  });
  expect(series.length).toBeGreaterThan(200);
  expect(copies).toEqual(series);
});
