// Databases of earlier schema versions are migrated without loss.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openDatabase, openEngine } from '../src/app.js';
import { type Config, readConfig } from '../src/config.js';
import { is, linked, matching, oneOf } from '../src/core/condition.js';
import { revisions } from '../src/core/revision.js';
import { idempotentResponses } from '../src/models/account/account.js';
import { event } from '../src/models/event/event.js';
import { subscription } from '../src/models/subscription/subscription.js';
import { tag } from '../src/models/tag/tag.js';
import { venue } from '../src/models/venue/venue.js';
import { apply, migrations } from '../src/storage/migrate.js';
import { forEachEngine } from './harness/engines.js';

const post = {
  author: 1,
  status: 'publish',
  date_utc: '',
  date_set: 1,
  modified_utc: '2026-01-02 03:04:05',
  version: 1,
};
const contact = { website: '', description: '', show_map: 1, show_map_link: 1 };
const region = { phone: '', country: '', province: '', state: '', zip: '', stateprovince: '' };
const known = { ...post, ...contact, ...region, name: 'Barn', name_key: 'barn' };
const hidden = { hide_from_listings: 0, sticky: 0, featured: 0, password: '', parent: 0, all_day: 0 };
const organizer = { name: 'Guild', name_key: 'guild', phone: '', website: '', email: '' };
const day = '2026-03-01 00:00:00';
const dates = { start_date: day, end_date: day, utc_start_date: day, utc_end_date: day, timezone: 'UTC' };
const fair = { ...post, ...contact, ...hidden, title: 'Fair', title_key: 'fair', excerpt: '', cost: '' };

const term = { name: 'T', name_key: 't', description: '', modified_utc: '', version: 1, count: 2 };

const old = [
  ['venues', { id: 1, ...known, slug: 'a', address: '1 Mill Rd', city: '' }],
  ['venues', { id: 2, ...known, slug: 'b', address: '', city: '' }],
  ['events', { id: 3, ...fair, ...dates, slug: 'c' }],
  ['events', { id: 4, ...fair, ...dates, slug: 'd', end_date: '2026-03-03 00:00:00' }],
  ['events', { id: 5, ...fair, ...dates, slug: 'e', end_date: '2026-03-03 00:00:01' }],
  ['events', { id: 6, ...fair, ...dates, slug: 'f', end_date: '2026-03-31 00:00:01' }],
  ['events', { id: 7, ...fair, ...dates, slug: 'g', end_date: '9999-12-31 23:59:59' }],
  ['events', { id: 8, ...fair, ...dates, slug: 'h', status: 'trash' }],
  ['events', { id: 9, ...fair, ...dates, slug: 'i', status: 'private' }],
  ['events', { id: 10, ...fair, ...dates, slug: 'j', password: 'digest' }],
  ['organizers', { id: 11, ...post, slug: 'k', description: '', ...organizer }],
  ['categories', { id: 1, ...term, slug: 'one', parent: 0, path: 'one' }],
  ['categories', { id: 2, ...term, slug: 'two', parent: 0, path: 'two', count: 1 }],
  ['tags', { id: 3, ...term, slug: 'three', count: 1 }],
  ['event_categories', { owner: 3, target: 1, position: 0 }],
  ['event_categories', { owner: 10, target: 1, position: 0 }],
  ['event_categories', { owner: 3, target: 2, position: 0 }],
  ['event_tags', { owner: 10, target: 3, position: 0 }],
] as const;
/** Duration class by event id. */
const lasting = [
  [3, 0],
  [4, 0],
  [5, 1],
  [6, 2],
  [7, 3],
  [8, 0],
  [9, 0],
  [10, 0],
];

const previousStart = migrations.find(({ name }) => name === 'previous start')?.version ?? 0;

const literal = (value: string | number): string => (typeof value === 'number' ? String(value) : `'${value}'`);

/** A database at an earlier schema version, with these rows. */
async function createAt(
  config: Config,
  version: number,
  rows: readonly (readonly [table: string, row: Readonly<Record<string, string | number>>])[],
): Promise<void> {
  const engine = openEngine(config);
  await engine.transact(async (connection) => {
    const run = (sql: string) => connection.run({ sql, values: [] });
    await run('create table migrations (version integer primary key, name text not null)');
    for (const migration of migrations.slice(0, version)) await apply(engine, connection, migration);
    for (const [table, row] of rows) {
      const values = Object.values(row).map(literal);
      await run(`insert into ${table} (${Object.keys(row).join(', ')}) values (${values.join(', ')})`);
    }
  });
  await engine.close();
}

forEachEngine((engine) => {
  test.runIf(engine.name === 'postgres')('lets others read while a transaction holds up the migration', async () => {
    const place = await engine.prepare();
    const config = readConfig(place.settings);
    // The next migration adds a column to the table of events.
    await createAt(config, previousStart - 1, []);
    const other = openEngine(config);
    const count = { sql: 'select count(*) from events', values: [] };
    let isOver = false;
    let opening: Promise<unknown> = Promise.resolve();
    await other.transact(async (connection) => {
      await connection.all(count);
      opening = openDatabase(config).then(async (store) => {
        isOver = true;
        await store.close();
      });
      // Each waits for the migration to give up, and none for the end of this transaction.
      for (let times = 0; times < 3; times++) {
        await sleep(500);
        expect(await other.readConnection.all(count)).toEqual([['0']]);
      }
      expect(isOver).toBe(false);
    });
    await opening;
    await other.close();
    await place.clean();
  });

  test('keeps all records and queues existing addresses for geocoding', async () => {
    const place = await engine.prepare();
    const config = readConfig(place.settings);
    await createAt(config, 5, old);

    const store = await openDatabase(config);
    const unplaced = { geo_lat: null, geo_lng: null, geo_found: false, geocode_tries: 0 };
    expect(await store.read({ table: venue, where: is('id', 1) })).toMatchObject({
      ...unplaced,
      address: '1 Mill Rd',
      geocode_at: post.modified_utc,
    });
    expect(await store.read({ table: venue, where: is('id', 2) })).toMatchObject({ ...unplaced, geocode_at: '' });
    expect(await store.read({ table: event, where: is('id', 3) })).toMatchObject({
      title: 'Fair',
      tickets: [],
      ticketed: false,
    });
    await store.close();
    const after = openEngine(config);
    const found = await after.readConnection.all({
      sql: 'select id, duration_class from events order by id',
      values: [],
    });
    expect(found.map((cells) => cells.map(Number))).toEqual(lasting);
    const ids = async (sql: string) =>
      (await after.readConnection.all({ sql, values: [] })).map((cells) => cells.map(Number));
    // The former status of a trashed record is unknown, so it counts as never published.
    expect(await ids('select id from events where was_public = 0 order by id')).toEqual([[8], [9]]);
    expect(await ids('select id from organizers where was_public = 1')).toEqual([[11]]);
    expect(await ids('select id from venues where was_public = 1 order by id')).toEqual([[1], [2]]);
    // A protected event no longer counts for its terms.
    expect(await ids('select count from categories order by id')).toEqual([[1], [1]]);
    expect(await ids('select count from tags')).toEqual([[0]]);
    await after.close();
    await place.clean();
  });

  test('gives existing records positions, in the order of their tables', async () => {
    const place = await engine.prepare();
    const config = readConfig(place.settings);
    await createAt(config, 5, old);
    const store = await openDatabase(config);
    const tables = ['categories', 'events', 'organizers', 'tags', 'venues'];
    const page = await store.positions.after(undefined, tables, 100);
    const found = page === 'expired' ? [] : page.changes;
    const records = old.flatMap(([table, row]) => ('id' in row ? [`${table} ${row.id}`] : []));
    const inOrder = tables.flatMap((table) => records.filter((record) => record.startsWith(table)));
    expect(found.map(({ table, id }) => `${table} ${id}`)).toEqual(inOrder);
    const shown = await store.positions.after(undefined, tables, 100, { tables: [] });
    const known = new Set(shown === 'expired' ? [] : shown.changes.map(({ table, id }) => `${table} ${id}`));
    const never = inOrder.filter((name) => !known.has(name));
    expect(never).toEqual(['events 8', 'events 9']);
    expect(found.find(({ table }) => table === 'events')?.at).toBe(post.modified_utc);
    await store.close();
    await place.clean();
  });

  test('keeps translations searchable and stored responses readable when their tables are renamed', async () => {
    const place = await engine.prepare();
    const config = readConfig(place.settings);
    const french = {
      id: 1,
      owner: 7,
      language: 'fr',
      name_key: 'musee',
      description: '',
      name: 'musee',
      slug: 'musee',
    };
    const response = { id: 1, user_id: 1, route: '/events', idempotency_key: 'k', fingerprint: 'f', http: 201 };
    const rows = [
      ['tags', { id: 7, ...term, slug: 'museum', name: 'Museum', translations: '{"fr":{"name":"Musée"}}' }],
      ['tags_readings', french],
      ['kept_answers', { ...response, headers: '{}', body: '{}', created_utc: day }],
    ] as const;
    await createAt(config, 14, rows);

    const store = await openDatabase(config);
    const where = matching(['musee']);
    expect(await store.ids({ table: tag, where, order: [], limit: 9, language: 'fr' })).toEqual([7]);
    expect(await store.ids({ table: tag, where, order: [], limit: 9 })).toEqual([]);
    expect(await store.read({ table: idempotentResponses, where: is('id', 1) })).toMatchObject({ status_code: 201 });
    const ids = await store.transact(async (writer) => {
      const indexed = {
        language: 'fr',
        keys: { name_key: 'palais', description: '' },
        texts: { name: 'palais', slug: 'p' },
      };
      await writer.indexLocalized(tag, 7, [indexed]);
      return writer.ids({ table: tag, where: matching(['palais']), order: [], limit: 9, language: 'fr' });
    });
    expect(ids).toEqual([7]);
    await store.close();
    await place.clean();
  });

  test('keeps subscriptions, their history and the metadata when they are renamed', async () => {
    const place = await engine.prepare();
    const config = readConfig(place.settings);
    const numbers = {
      every: 60,
      default_venue: 0,
      default_category: 0,
      paused: 0,
      failures: 0,
      import_id: 0,
      version: 1,
    };
    const counts = { missing_events: 0, removal_events: 0, removal_utc: '' };
    const texts = { default_status: 'pending', last_result: '', message: '', checked_utc: '', next_utc: '' };
    const state = { running_until: '', etag: '', last_modified: '', content_hash: '', modified_utc: day };
    const made = { at_utc: day, action: 'created', user_id: 0, user_name: '', title: 'Town', changes: '[]' };
    await createAt(config, 37, [
      ['sources', { id: 3, name: 'Town', url: 'https://town.example/', ...numbers, ...counts, ...texts, ...state }],
      ['revisions', { id: 1, resource: 'source', record_id: 3, via: 'sources', ...made }],
      ['remarks', { name: 'kept', value: 'yes' }],
    ]);

    const store = await openDatabase(config);
    expect(await store.read({ table: subscription, where: is('id', 3) })).toMatchObject({ name: 'Town', every: 60 });
    const history = await store.read({ table: revisions, where: is('resource', 'subscription') });
    expect(history).toMatchObject({ record_id: 3, via: 'subscriptions' });
    expect(await store.transact((writer) => writer.getMeta('kept'))).toBe('yes');
    await store.close();
    await place.clean();
  });

  test('reads every event from its own row and keeps hidden ones hidden when series are added', async () => {
    const place = await engine.prepare();
    const config = readConfig(place.settings);
    await createAt(config, 15, [
      ['events', { id: 3, ...fair, ...dates, slug: 'c' }],
      ['events', { id: 4, ...fair, ...dates, slug: 'd', hide_from_listings: 1 }],
      ['event_tags', { owner: 4, target: 7, position: 0 }],
    ]);

    const store = await openDatabase(config);
    const single = { series: 0, original_start: '', recurrence: undefined, horizon: '', own: [], title: 'Fair' };
    const read = (id: number) => store.read({ table: event, where: is('id', id) });
    expect(await read(3)).toMatchObject({ ...single, content_id: 3, listing: 0, hide_from_listings: false });
    expect(await read(4)).toMatchObject({ ...single, content_id: 4, listing: 1, hide_from_listings: true });
    const listed = { table: event, order: [], limit: 9 };
    expect(await store.ids({ ...listed, where: is('listing', 0) })).toEqual([3]);
    expect(await store.ids({ ...listed, where: linked('event_tags', oneOf('id', [7])) })).toEqual([4]);
    await store.close();
    await place.clean();
  });
});
