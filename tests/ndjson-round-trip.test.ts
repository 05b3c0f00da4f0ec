// A calendar is exported as NDJSON, imported into an empty one of the other engine and exported again: the same bytes.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { openDatabase, startServer } from '../src/app.js';
import { addUser } from '../src/auth/accounts.js';
import { readConfig } from '../src/config.js';
import { everything } from '../src/core/condition.js';
import { paddingOf, readTarHeader, tarEnd, tarHeader } from '../src/imports/ndjson/tar.js';
import { imports } from '../src/imports/tables.js';
import { type Asking, clientFor, type People } from './harness/client.js';
import { engines, type Place, type TestEngine } from './harness/engines.js';
import { png } from './harness/pictures.js';
import { launchProcess, newFolder, type Ran, run } from './harness/program.js';
import { baseUrl, siteZone, startOfWorld } from './harness/world.js';

const pairs = engines.flatMap((from) => engines.map((to) => ({ from, to, title: `${from.name} to ${to.name}` })));

const places: Place[] = [];
afterEach(async () => {
  for (const place of places.splice(0)) await place.clean();
});

async function prepare(engine: TestEngine): Promise<Place> {
  const place = await engine.prepare('schema');
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
    venue: { venue: 'Kiosk 東京', geo_lat: 51.12345678901234, geo_lng: -0.1 },
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
  const moved = { start_date: '2027-07-23 10:00', end_date: '2027-07-23 11:00', event_status: 'rescheduled' };
  expect((await send(`PATCH /events/${occurrences[3].id}?scope=this`, moved)).previous_start_date).toContain(
    '2027-07-22',
  );
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
  const place = await engine.prepare('demo');
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

/** Kills the process after so many further lines, unless it ends before. */
async function positionAfter(place: Place, child: ChildProcess, lines: number): Promise<'ended' | 'killed'> {
  const store = await openDatabase(readConfig(settingsOf(place)));
  const lineNow = async () => {
    const [row] = await store.list({ table: imports, where: everything, order: [], limit: 1 });
    return Number(row?.position.line ?? 0);
  };
  try {
    const goal = (await lineNow()) + lines;
    const isRunning = () => child.exitCode === null && child.signalCode === null;
    while (isRunning() && (await lineNow()) < goal) await sleep(5);
    if (!isRunning()) {
      expect(child.exitCode).toBe(0);
      return 'ended';
    }
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    return child.signalCode === 'SIGKILL' ? 'killed' : 'ended';
  } finally {
    await store.close();
  }
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

/** Names of the image files, below the folder of the media. */
async function imagesOf({ settings }: Place): Promise<readonly string[]> {
  const files = await readdir(settings.ALMANAC_DATA ?? '', { recursive: true });
  return files.flatMap((name) => /^media\/(.*\.\w+)$/.exec(name)?.[1] ?? []).sort();
}

describe.each(engines)('on the $name store', (engine) => {
  test('an archive brings the image files along', async () => {
    const { archive, place } = await exportOf(engine);
    const target = await prepare(engine);
    await succeed(target, 'import', 'ndjson', archive);
    const files = await imagesOf(place);
    expect(files.length).toBeGreaterThan(3);
    expect(await imagesOf(target)).toEqual(files);
    const [first = ''] = files;
    const bytesIn = ({ settings }: Place) => readFile(join(settings.ALMANAC_DATA ?? '', 'media', first));
    expect(await bytesIn(target)).toEqual(await bytesIn(place));
    expect((await succeed(target, 'export', '--all')).stdout).toBe((await succeed(place, 'export', '--all')).stdout);
  });

  test('a dry run reports the same counts and stores nothing', async () => {
    const { archive } = await exportOf(engine);
    const target = await prepare(engine);
    const before = (await succeed(target, 'export', '--all')).stdout;
    const tried = await succeed(target, 'import', 'ndjson', archive, '--dry-run', '--batch', '20');
    expect((await succeed(target, 'export', '--all')).stdout).toBe(before);
    expect(await imagesOf(target)).toEqual([]);
    expect(tried.stdout).toBe((await succeed(target, 'import', 'ndjson', archive)).stdout);
  });

  test('an import that is killed goes on, and ends in the same state', async () => {
    const { file } = await exportOf(engine);
    const third = Math.ceil((await textOf(file)).split('\n').length / 3);
    const target = await prepare(engine);
    const setting = { data: target.settings.ALMANAC_DATA ?? '', environment: settingsOf(target) };
    let kills = 0;
    for (let ended = false; !ended; ) {
      const resume = kills > 0 ? ['--resume'] : [];
      const child = launchProcess(['import', 'ndjson', file, '--batch', '1', ...resume], setting);
      const done = await positionAfter(target, child, third);
      if (done === 'ended') ended = true;
      else kills++;
    }
    expect(kills).toBeGreaterThan(1);
    expect((await succeed(target, 'export', '--all', '--credentials')).stdout).toBe(await textOf(file));
  });

  test('a complete import is refused into a calendar with records, and a resumed one without an interruption', async () => {
    const { file } = await exportOf(engine);
    const target = await prepare(engine);
    await succeed(target, 'import', 'ndjson', file);
    const again = await almanac(target, 'import', 'ndjson', file);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('not empty')]);
    const resumed = await almanac(target, 'import', 'ndjson', file, '--resume');
    expect([resumed.code, resumed.stderr]).toEqual([1, expect.stringContaining('no interrupted import')]);
    const forced = await succeed(target, 'import', 'ndjson', file, '--force');
    expect(forced.stdout).not.toMatch(/^event +[1-9]/m);
  });
});

describe('an archive', () => {
  const member = (name: string, bytes: string | Buffer, size = Buffer.byteLength(bytes)) => [
    tarHeader({ name, size }),
    Buffer.from(bytes),
    Buffer.alloc(paddingOf(Buffer.byteLength(bytes))),
  ];
  const records = member('export.ndjson', '{"almanac":1}\n{"almanac":1,"records":0}\n');
  const image = `media/${'a'.repeat(40)}.jpg`;

  test.each<[string, readonly Buffer[], RegExp]>([
    ['with a path out of its folder', [...records, ...member('media/../../evil.jpg', 'x'), tarEnd], /evil/],
    ['with an absolute path', [...records, ...member('/etc/evil.jpg', 'x'), tarEnd], /evil/],
    ['with another file', [...records, ...member('media/evil.html', 'x'), tarEnd], /evil/],
    ['without records', [...member(image, 'x'), tarEnd], /export\.ndjson/],
    ['with a file of 8 GB', [...records, ...member(image, 'x', 8 ** 11 - 1)], /not complete/],
    ['that was cut off', [...records, tarHeader({ name: image, size: 600 }), Buffer.alloc(100)], /not complete/],
    ['with a damaged header', [...records, Buffer.alloc(512, 7), tarEnd], /damaged/],
  ])('%s is refused, and nothing is stored', async (_, parts, message) => {
    const [engine] = engines;
    const target = await prepare(engine as TestEngine);
    const file = join(newFolder(), 'bad.tar');
    await writeFile(file, Buffer.concat(parts));
    const ran = await almanac(target, 'import', 'ndjson', file);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(message);
    await expect(readdir(join(target.settings.ALMANAC_DATA ?? '', 'media'))).rejects.toThrow();
  });

  test('is read back by its own headers, and not with a changed byte', () => {
    const header = tarHeader({ name: image, size: 1_234_567 });
    expect(readTarHeader(header)).toEqual({ name: image, size: 1_234_567 });
    header[5] = 0x41;
    expect(readTarHeader(header)).toBe('invalid');
  });
});
