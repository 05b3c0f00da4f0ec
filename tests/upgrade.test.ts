// A calendar from before places and tickets is brought to the newest schema with everything it holds.
import { expect, test } from 'vitest';
import { openDatabase, openEngine } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { is } from '../src/core/condition.js';
import { event } from '../src/models/event/event.js';
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
/** How long these last, as a class. */
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

const literal = (value: string | number): string => (typeof value === 'number' ? String(value) : `'${value}'`);

forEachEngine((engine) => {
  test('what was stored stays, and addresses wait for a geocoder', async () => {
    const place = await engine.prepare();
    const config = readConfig(place.settings);
    const before = openEngine(config);
    await before.transact(async (connection) => {
      const run = (sql: string) => connection.run({ sql, values: [] });
      await run('create table migrations (version integer primary key, name text not null)');
      for (const migration of migrations.slice(0, 5)) await apply(before, connection, migration);
      for (const [table, row] of old) {
        const values = Object.values(row).map(literal);
        await run(`insert into ${table} (${Object.keys(row).join(', ')}) values (${values.join(', ')})`);
      }
    });
    await before.close();

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
    const found = await after.reading.all({ sql: 'select id, lasting from events order by id', values: [] });
    expect(found.map((cells) => cells.map(Number))).toEqual(lasting);
    const ids = async (sql: string) => (await after.reading.all({ sql, values: [] })).map((cells) => cells.map(Number));
    // Which status a trashed record had is unknown, so that nobody learns of it.
    expect(await ids('select id from events where was_public = 0 order by id')).toEqual([[8], [9]]);
    expect(await ids('select id from organizers where was_public = 1')).toEqual([[11]]);
    expect(await ids('select id from venues where was_public = 1 order by id')).toEqual([[1], [2]]);
    // A protected event no longer counts for its terms.
    expect(await ids('select count from categories order by id')).toEqual([[1], [1]]);
    expect(await ids('select count from tags')).toEqual([[0]]);
    await after.close();
    await place.clean();
  });
});
