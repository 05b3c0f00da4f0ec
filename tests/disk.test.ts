// A full disk: writes get 503 and change nothing, reads go on, `/readyz` reports it, and the service recovers with
// free space. Also file modes: other users cannot read the data.
import { randomBytes } from 'node:crypto';
import { chmodSync, readdirSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openEngine, startServer } from '../src/app.js';
import { addUser } from '../src/auth/accounts.js';
import { type Config, readConfig } from '../src/config.js';
import { registry } from '../src/models/registry.js';
import type { Engine } from '../src/storage/engine.js';
import { migrate } from '../src/storage/migrate.js';
import { openStore } from '../src/storage/store.js';
import { type Asking, clientFor, expectRefusal, type People, type Reply } from './harness/client.js';
import { forEachEngine, type Place } from './harness/engines.js';
import { png, upload } from './harness/pictures.js';
import { canMount, serveOnSmallDisk } from './harness/small-disk.js';
import { baseUrl, startOfWorld, startWorld } from './harness/world.js';

const refused = { statusCode: 503, code: 'rest_unavailable' };

/** Text that does not compress. */
const bulky = () => randomBytes(90_000).toString('hex');

const eventOf = (title: string) => ({
  title,
  start_date: '2027-07-01 10:00:00',
  end_date: '2027-07-01 12:00:00',
  description: bulky(),
});

function expectFull(reply: Reply): void {
  expectRefusal(reply, refused);
  expect(reply.headers.get('retry-after')).toBe('30');
  expect(reply.body.message).toBe('The disk is full or not writable. Try again later.');
}

async function expectNotReady(ask: Asking): Promise<void> {
  const reply = await ask('GET //readyz');
  expect([reply.statusCode, reply.body]).toEqual([503, { status: 'not ready', reason: 'disk full' }]);
  expect(reply.headers.get('retry-after')).toBe('30');
  expect((await ask('GET //healthz')).statusCode).toBe(200);
}

/** Makes the database refuse to grow, and lets it grow again. PostgreSQL is made to say so itself. */
const limits: Readonly<Record<Engine['name'], { readonly fill: readonly string[]; readonly free: readonly string[] }>> =
  {
    embedded: { fill: ['pragma max_page_count = 1'], free: ['pragma max_page_count = 1000000'] },
    postgres: {
      fill: [
        `create function refuse_growth() returns trigger language plpgsql
       as $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`,
        ...['events', 'metadata'].map(
          (table) => `create trigger full_disk before insert on ${table} execute function refuse_growth()`,
        ),
      ],
      free: ['drop function refuse_growth cascade'],
    },
  };

forEachEngine((testEngine) => {
  describe('a full database', () => {
    let place: Place;
    let config: Config;
    let engine: Engine;
    let ask: Asking;
    let stop: () => Promise<void>;
    const play = (statements: readonly string[]) =>
      engine.transact(async (connection) => {
        for (const sql of statements) await connection.all({ sql, values: [] });
      });
    beforeAll(async () => {
      place = await testEngine.prepare('schema');
      config = readConfig({
        ALMANAC_PORT: '0',
        ALMANAC_BASE_URL: baseUrl,
        ALMANAC_LOG_LEVEL: 'silent',
        ...place.settings,
      });
      engine = openEngine(config);
      await migrate(engine);
      const store = openStore(engine, registry);
      const editor = { name: 'ada', ...(await addUser(store, { name: 'ada', role: 'editor', now: startOfWorld })) };
      const running = await startServer(config, store);
      const { port } = running.app.server.address() as AddressInfo;
      ask = clientFor(`http://127.0.0.1:${port}`, { editor } as unknown as People);
      stop = async () => {
        await running.stop();
        await store.close();
        await place.clean();
      };
    });
    afterAll(() => stop?.());

    test('rejects writes, serves reads, reports not ready, and recovers', async () => {
      const create = (title: string) => ask('POST /events', { as: 'editor', body: eventOf(title) });
      const list = async () => (await ask('GET /events?start_date=2027-01-01&end_date=2028-01-01')).body.total;
      const first = await create('Before');
      expect(first.statusCode, first.text.slice(0, 300)).toBe(201);
      expect((await ask('GET //readyz')).body).toEqual({ status: 'ready' });

      await play(limits[engine.name].fill);
      for (let n = 0; n < 3; n++) expectFull(await create('Meanwhile'));
      expect(await list()).toBe(1);
      expect((await ask(`GET /events/${first.body.id}`, { as: 'editor' })).statusCode).toBe(200);
      await expectNotReady(ask);
      await expectNotReady(ask);

      await play(limits[engine.name].free);
      expect((await ask('GET //readyz')).body).toEqual({ status: 'ready' });
      expect((await create('After')).statusCode).toBe(201);
      expect(await list()).toBe(2);
      const trials = await engine.readConnection.all({
        sql: "select count(*) from metadata where name like 'disk%'",
        values: [],
      });
      expect(Number(trials[0]?.[0])).toBe(0);
    });
  });

  describe('the files of the data folder', () => {
    const filesIn = (folder: string): readonly string[] =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
    const openTo = (file: string): string => (statSync(file).mode & 0o077).toString(8);

    const ofLimits = ['throttles.db', 'throttles.db-wal', 'throttles.db-shm'];

    test('have mode 0600, including rate limit files and existing ones', async () => {
      const former = process.umask(0o022);
      const world = await startWorld(testEngine, { settings: { ALMANAC_RATE_LIMIT: 'on' } });
      try {
        await world.venue({}, { as: 'author' });
        await upload(world, await png(20, 20));
        await world.ask('GET /events', { headers: { authorization: 'Bearer wrong' } });
        const folder = world.config.data;
        const names = filesIn(folder).map((file) => file.slice(folder.length + 1));
        const databases = testEngine.name === 'embedded' ? ['almanac.db', ...ofLimits] : [];
        expect(names).toEqual(expect.arrayContaining(databases));
        expect(filesIn(folder).filter((file) => openTo(file) !== '0')).toEqual([]);

        // As an earlier version left them.
        for (const name of ofLimits) if (names.includes(name)) chmodSync(join(folder, name), 0o644);
        await world.restart();
        await world.ask('GET /events', { headers: { authorization: 'Bearer wrong' } });
        expect(filesIn(folder).filter((file) => openTo(file) !== '0')).toEqual([]);
      } finally {
        process.umask(former);
        await world.stop();
      }
    });
  });
});

describe.skipIf(!canMount())('a full disk', () => {
  let stop: (() => Promise<unknown>) | undefined;
  afterEach(() => stop?.());

  test('blocks neither reads nor the process, for records and images', async () => {
    const served = await serveOnSmallDisk();
    stop = served.stop;
    const ask = clientFor(served.url, { editor: served.editor } as unknown as People);
    const first = await ask('POST /events', { as: 'editor', body: eventOf('First') });
    expect(first.statusCode, first.text.slice(0, 300)).toBe(201);

    let last = first;
    let made = 1;
    for (; last.statusCode === 201 && made < 300; made++)
      last = await ask('POST /events', { as: 'editor', body: eventOf('More') });
    expectFull(last);
    await expectNotReady(ask);
    const raw = { width: 900, height: 900, channels: 3 } as const;
    const noise = await sharp(randomBytes(900 * 900 * 3), { raw })
      .png()
      .toBuffer();
    const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="noise.png"' };
    const send = () => ask('POST /media', { as: 'editor', raw: noise, headers });
    expectFull(await send());
    expect((await ask(`GET /events/${first.body.id}`)).statusCode).toBe(200);
    expect((await ask('GET /events', { as: 'editor' })).statusCode).toBe(200);

    served.makeRoom();
    expect((await ask('GET //readyz')).body).toEqual({ status: 'ready' });
    expect((await ask('POST /events', { as: 'editor', body: eventOf('Again') })).statusCode).toBe(201);
    expect((await send()).statusCode).toBe(201);
    const { body } = await ask('GET /events?start_date=2027-01-01&end_date=2028-01-01&per_page=1');
    expect(body.total).toBe(made);
  });
});
