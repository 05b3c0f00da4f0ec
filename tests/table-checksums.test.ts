// A backup and a copy hold every table, row and column of the original. Compared by the engine's own catalogue, with data
// in every table: translations, images, links, former slugs, accounts, sessions.
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { databaseFile, openEngine } from '../src/app.js';
import { changePassword } from '../src/auth/accounts.js';
import { createPasswordLink } from '../src/auth/password-links.js';
import { readConfig } from '../src/config.js';
import { writeProgress } from '../src/core/job-progress.js';
import { saveOldUrls } from '../src/core/old-urls.js';
import { passwordRequests, users } from '../src/models/account/account.js';
import { queueMail } from '../src/operations/mail.js';
import { backUp, replaceBy } from '../src/storage/copy/backup.js';
import { copyStore } from '../src/storage/copy/copy.js';
import { type Checksums, checksumsOf, checksumsOfFile } from './harness/checksums.js';
import { engines, type Place, type TestEngine } from './harness/engines.js';
import { addImport } from './harness/imports.js';
import { png } from './harness/pictures.js';
import { fillSignIns } from './harness/sign-ins.js';
import { addSubmission, addTrustedSender } from './harness/submissions.js';
import { addWebhook } from './harness/webhook-rows.js';
import { startWorld } from './harness/world.js';

const cleanUps: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function prepare(engine: TestEngine): Promise<Place> {
  const place = await engine.prepare('schema');
  cleanUps.push(place.clean);
  return place;
}

const filled = new Map<TestEngine, Promise<Place>>();

/** A calendar in two languages with rows in every table; made once per engine, since it is only read. */
function fill(engine: TestEngine): Promise<Place> {
  const place = filled.get(engine) ?? fillNew(engine);
  filled.set(engine, place);
  return place;
}

async function fillNew(engine: TestEngine): Promise<Place> {
  const place = await prepare(engine);
  const kept = { ...engine, prepare: async () => ({ ...place, clean: async () => undefined }) };
  const world = await startWorld(kept, { settings: { ALMANAC_LANGUAGES: 'en,fr' } });
  const file = `data:image/png;base64,${(await png(40, 30)).toString('base64')}`;
  const image = await world.send('POST /media', { file, title: 'Fair at night' });
  const venue = await world.venue({ venue: 'Town Barn', geo_lat: 44.4759, geo_lng: -73.25, image: image.id });
  const organizer = await world.organizer({ organizer: 'Mill Guild', email: 'hello@guild.example' });
  const category = await world.category({ name: 'Music' });
  const tag = await world.tag({ name: 'Evening 東京' });
  const event = await world.event({
    title: 'Fair',
    image: image.id,
    venue: venue.id,
    organizer: [organizer.id],
    categories: [category.id],
    tags: [tag.id],
    tickets: [{ name: 'All', provider: 'rsvp', price: '7' }],
    password: 'open sesame',
  });
  const french = { i18n_language: 'fr' };
  await world.send(`POST /events/${event.id}`, { ...french, title: 'Foire 🎻', slug: 'foire' });
  await world.send(`POST /venues/${venue.id}`, { ...french, venue: 'La Grange', slug: 'grange' });
  await world.send(`POST /organizers/${organizer.id}`, { ...french, organizer: 'La Guilde' });
  await world.send(`POST /categories/${category.id}`, { ...french, name: 'Musique', slug: 'musique' });
  await world.send(`POST /tags/${tag.id}`, { ...french, name: 'Soirée', slug: 'soiree' });
  await world.send(`POST /events/${event.id}`, { slug: 'harvest-fair' });
  const trashed = await world.event({ status: 'draft', parent: event.id });
  await world.ask(`DELETE /events/${trashed.id}`, { as: 'administrator' });
  const series = await world.event({ recurrence: 'FREQ=WEEKLY;COUNT=4', slug: 'choir' });
  const { events: dates } = await world.get(`/events/${series.id}/occurrences`);
  await world.send(`PATCH /events/${dates[1].id}`, { title: 'Guest night' });
  await world.send(`DELETE /events/${dates[2].id}`, {});
  await world.send(`DELETE /events/${dates[2].id}?force=true`, {});
  await world.ask('POST /tags', {
    as: 'administrator',
    body: { name: 'Sent once' },
    headers: { 'idempotency-key': 'once' },
  });
  const { id, name } = world.people.administrator;
  const signIn = 'correct horse battery';
  await changePassword(world.store, name, signIn);
  const secret = { label: 'Phone', current_password: signIn };
  await world.send(`POST /users/${id}/application-passwords`, secret);
  await world.send(`POST /users/${id}/feed-keys`, secret);
  await world.send('POST /subscriptions', { name: 'Mairie 🎻', url: 'https://town.example/calendar.ics' });
  await world.send('PUT /users/me/preferences', { lists: { events: { per_page: 50 } } });
  await addTrustedSender(world.store, 'zoë@example.org', world.clock.now);
  await world.store.transact(async (writer) => {
    await writer.update(users, id, { email: 'ada@example.org', email_key: 'ada@example.org' });
    await queueMail(writer, { to: 'ada@example.org', subject: 'Hello', text: 'Zoë' }, world.clock.now);
    await createPasswordLink(writer, id, 'reset', world.clock.now);
    await writer.insert(passwordRequests, { user_key: 'ada', created_utc: world.clock.now });
    await addSubmission(writer, world.clock.now);
    await addImport(writer, world.clock.now);
    await addWebhook(writer, id, world.clock.now);
    await saveOldUrls(writer, [{ resource: 'event', id: 1, paths: ['/event/old-fair/'] }]);
  });
  const session = { user: name, password: 'correct horse battery' };
  expect((await world.ask('POST /session', { body: session })).statusCode).toBe(200);
  await fillSignIns(world.store, id);
  await world.store.transact((writer) => writeProgress(writer, 'languages', { total: 3 }));
  await world.stop();
  return place;
}

const opened = (place: Place) => {
  const engine = openEngine(readConfig(place.settings));
  cleanUps.push(() => engine.close());
  return engine;
};

const emptyTables = (sums: Checksums) => Object.keys(sums).filter((name) => sums[name]?.startsWith('0 rows'));

/** The log that processes of one store read, rate-limit counters and the epoch of positions: of no use to another store. */
const notCopied = ['changes', 'change_log', 'throttles', 'positions_meta'];
/** PostgreSQL has sequences of its own; the next ids are compared after the way back. */
const ofOneEngine = [...notCopied, 'sequences'];

const without = (sums: Checksums, names: readonly string[]): Checksums =>
  Object.fromEntries(Object.entries(sums).filter(([name]) => !names.includes(name)));

const watch = { signal: new AbortController().signal, show: () => undefined, resumed: () => undefined };

describe.runIf(engines.some(({ name }) => name === 'embedded'))('a backup', () => {
  test('holds the same rows as the original in every table, and so does the store restored from it', async () => {
    const place = await fill(engines[0] as TestEngine);
    const original = await checksumsOf(place);
    expect(emptyTables(original)).toEqual([]);
    const { ALMANAC_DATA: data = '' } = place.settings;
    const backup = join(data, 'backup.db');
    await backUp(opened(place), backup);
    expect(checksumsOfFile(backup)).toEqual(original);
    const restored = databaseFile({ data: join(data, 'restored') });
    expect(await replaceBy(restored, backup)).toEqual({});
    const ofThisStore = ['positions_meta'];
    expect(without(checksumsOfFile(restored), ofThisStore)).toEqual(without(original, ofThisStore));
  });
});

const ways = engines.flatMap((from) => engines.map((to) => ({ from, to, title: `${from.name} to ${to.name}` })));

describe.each(ways.filter(({ from, to }) => from !== to || engines.length === 1))(
  'a copy from $title',
  ({ from, to }) => {
    test('holds the same rows in every table, and so does the copy of the copy', async () => {
      const source = await fill(from);
      const [copy, back] = [await prepare(to), await prepare(from)];
      await copyStore(opened(source), opened(copy), watch);
      await copyStore(opened(copy), opened(back), watch);
      const original = await checksumsOf(source);
      expect(emptyTables(original).filter((name) => !notCopied.includes(name))).toEqual([]);
      expect(without(await checksumsOf(copy), ofOneEngine)).toEqual(without(original, ofOneEngine));
      expect(without(await checksumsOf(back), notCopied)).toEqual(without(original, notCopied));
    });
  },
);
