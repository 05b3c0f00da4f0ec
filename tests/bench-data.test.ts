// The calendar that benchmarks run on is inserted past the service: a few records of each kind, judged by the checks of
// `almanac doctor`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { generateEvent } from '../bench/calendar/events.js';
import { organizerOf, recordOf, venueOf } from '../bench/calendar/places.js';
import { seededRandom } from '../bench/calendar/random.js';
import { categoriesOf, tagsOf } from '../bench/calendar/terms.js';
import { paragraphs, textPool } from '../bench/calendar/words.js';
import { faultsOf } from '../bench/data.js';
import { insertRecords, openBulk } from '../bench/store/bulk.js';
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

test('generated records can be inserted and pass the checks of the store', async () => {
  const file = join(folder, 'almanac.db');
  const engine = openEmbedded(file);
  try {
    await migrate(engine);
    const random = seededRandom(1);
    const call = { ...contextOf(readConfig({}), {} as Store, operator).call, now: '2027-01-01 12:00:00' };
    const texts = textPool(2, () => paragraphs(random, 1));
    const generator = { random, call, events: 30, authors: 1, descriptions: texts, excerpts: texts, slugs: new Map() };
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
