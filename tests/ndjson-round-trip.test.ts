// A calendar is exported as NDJSON, imported into an empty one of the other engine and exported again: the same bytes.
import { readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { contextOf, openDatabase, startServer } from '../src/app.js';
import { addUser } from '../src/auth/accounts.js';
import { readConfig } from '../src/config.js';
import { operator } from '../src/core/actor.js';
import { loadDemo } from '../src/demo/load.js';
import { type Asking, clientFor, type People } from './harness/client.js';
import { engines, type Place, type TestEngine } from './harness/engines.js';
import { png } from './harness/pictures.js';
import { newFolder, type Ran, run } from './harness/program.js';
import { baseUrl, siteZone, startOfWorld } from './harness/world.js';

const pairs = engines.flatMap((from) => engines.map((to) => ({ from, to, title: `${from.name} to ${to.name}` })));

const places: Place[] = [];
afterEach(async () => {
  for (const place of places.splice(0)) await place.clean();
});

async function prepare(engine: TestEngine): Promise<Place> {
  const place = await engine.prepare();
  places.push(place);
  return place;
}

const settingsOf = (place: Place) => ({
  ALMANAC_PORT: '0',
  ALMANAC_BASE_URL: baseUrl,
  ALMANAC_RATE_LIMIT: 'off',
  ...place.settings,
});

const almanac = (place: Place, ...args: readonly string[]): Promise<Ran> =>
  run(args, { data: place.settings.ALMANAC_DATA ?? '', environment: settingsOf(place) });

async function succeed(place: Place, ...args: readonly string[]): Promise<Ran> {
  const ran = await almanac(place, ...args);
  expect(ran.code, ran.stderr).toBe(0);
  return ran;
}

const hostile = 'Ünï “ﬀ” 🎻 \\ \' " </script> \u2028 &amp; <b>1 < 2</b>';

/** Every kind of record: the demo has series, translations, protected events and images. */
async function fill(place: Place): Promise<void> {
  const config = readConfig(settingsOf(place));
  const store = await openDatabase(config);
  const administrator = await addUser(store, { name: 'Zoë', role: 'administrator', now: startOfWorld });
  await loadDemo(store, contextOf(config, store, { ...operator, id: administrator.id }), false);
  const running = await startServer(config, store);
  const { port } = running.app.server.address() as AddressInfo;
  const people = { administrator: { name: 'Zoë', ...administrator } } as unknown as People;
  await fillByRequests(clientFor(`http://127.0.0.1:${port}`, people));
  await running.stop();
  await store.close();
}

async function fillByRequests(ask: Asking): Promise<void> {
  const send = async (request: string, body: object) => {
    const reply = await ask(request, { as: 'administrator', body });
    expect(reply.statusCode, `${request} ${reply.text}`).toBeLessThan(300);
    return reply.body;
  };
  const times = { start_date: '2027-07-01 10:00', end_date: '2027-07-01 11:00', timezone: siteZone };
  const file = `data:image/png;base64,${(await png(400, 300)).toString('base64')}`;
  const image = await send('POST /media', { file, title: hostile, alt_text: hostile });
  await send('PATCH /settings', { tagline: hostile, logo: image.id, category_colors: ['#1a6b3c'] });
  const child = await send('POST /categories', { name: 'Under', description: hostile });
  const parent = await send('POST /categories', { name: 'Above' });
  await send(`PATCH /categories/${child.id}`, { parent: parent.id });
  const tickets = [{ name: 'Friends', price: 12.5, url: 'https://tickets.example/1', provider: 'Box' }];
  const odd = await send('POST /events', {
    ...times,
    title: hostile,
    description: `<p>${hostile}</p>`,
    tickets,
    image: image.id,
    venue: { venue: 'Kiosk 東京', geo_lat: 51.123456789012345, geo_lng: -0.1 },
    organizer: [{ organizer: 'Zoë' }, { organizer: 'Ada' }],
    categories: [child.id, parent.id],
    source: 'script',
    external_id: hostile.slice(0, 20),
  });
  await send(`PATCH /events/${odd.id}`, { title: 'Second', event_status: 'postponed' });
  await send('POST /events', { ...times, title: 'Draft', status: 'draft' });
  await send('POST /events', { ...times, title: 'Closed', password: 'lantern' });
  const trashed = await send('POST /events', { ...times, title: 'Trashed' });
  await send(`DELETE /events/${trashed.id}`, {});
  const series = await send('POST /events', { ...times, title: 'Choir', recurrence: { rule: 'FREQ=WEEKLY;COUNT=8' } });
  const { occurrences } = await send(`PATCH /events/${series.id}`, { excerpt: 'Sing' }).then(async () => {
    const { body } = await ask(`GET /events/${series.id}/occurrences?per_page=50&start_date=2027-01-01`, {
      as: 'administrator',
    });
    return { occurrences: body.occurrences ?? body.events };
  });
  await send(`PATCH /events/${occurrences[1].id}?scope=this`, { title: 'Own title', venue: { venue: 'Barn' } });
  await send(`DELETE /events/${occurrences[2].id}?scope=this`, {});
  await send(`PATCH /events/${occurrences[4].id}?scope=following`, { title: 'Later choir' });
}

/** Filled once for each engine: the exports are read only. */
const exported = new Map<
  TestEngine,
  Promise<{ readonly file: string; readonly archive: string; readonly place: Place }>
>();
const kept: Place[] = [];
afterAll(async () => {
  for (const place of kept) await place.clean();
});

async function exportFilled(engine: TestEngine) {
  const place = await engine.prepare();
  kept.push(place);
  await fill(place);
  const folder = newFolder();
  const [file, archive] = [join(folder, 'all.ndjson'), join(folder, 'all.tar')];
  await succeed(place, 'export', '--all', '--credentials', '--output', file);
  await succeed(place, 'export', '--all', '--media', '--output', archive);
  return { file, archive, place };
}

function exportOf(engine: TestEngine) {
  const known = exported.get(engine) ?? exportFilled(engine);
  exported.set(engine, known);
  return known;
}

const textOf = (file: string): Promise<string> => readFile(file, 'utf8');

describe.each(pairs)('from $title', ({ from, to }) => {
  test('an export, its import and the next export are equal byte for byte', async () => {
    const { file } = await exportOf(from);
    const target = await prepare(to);
    const imported = await succeed(target, 'import', 'ndjson', file);
    expect(imported.stderr).toContain('Imported all.ndjson.');
    const { stdout } = await succeed(target, 'export', '--all', '--credentials');
    expect(stdout).toBe(await textOf(file));
    for (const word of ['"series"', '"translations"', '"tickets"', '"password"', '"trash"', '"own"', '東京', '"Draft"'])
      expect(stdout, word).toContain(word);
  });
});
