// Copying a calendar between the engines: equal responses afterwards, resumable after any interruption, never reported
// complete too early.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { openDatabase, openEngine, startServer } from '../src/app.js';
import { changePassword } from '../src/auth/accounts.js';
import { createPasswordLink } from '../src/auth/password-links.js';
import { locationOf } from '../src/cli/copy.js';
import { barOf, lineOf, progressOn } from '../src/cli/progress.js';
import { readConfig } from '../src/config.js';
import { writeProgress } from '../src/core/job-progress.js';
import { saveOldUrls } from '../src/core/old-urls.js';
import { passwordRequests } from '../src/models/account/account.js';
import { registry } from '../src/models/registry.js';
import { reindexOnLanguageChange } from '../src/operations/languages.js';
import { queueMail } from '../src/operations/mail.js';
import { type Compared, copyStore, type Watch } from '../src/storage/copy/copy.js';
import { TargetTaken } from '../src/storage/copy/ledger.js';
import { copiedNames } from '../src/storage/copy/tables.js';
import type { Engine } from '../src/storage/engine.js';
import { type Asking, clientFor, type People } from './harness/client.js';
import { engines, type Place, type TestEngine } from './harness/engines.js';
import { addImport } from './harness/imports.js';
import { png } from './harness/pictures.js';
import { run, runProcess } from './harness/program.js';
import { fillSignIns } from './harness/sign-ins.js';
import { addSubmission, addTrustedSender } from './harness/submissions.js';
import type { TemplateName } from './harness/templates.js';
import { addWebhook } from './harness/webhook-rows.js';
import { baseUrl, siteZone, startOfWorld } from './harness/world.js';

const copied = await copiedNames();
const password = 'correct horse battery';
const [embedded, postgres] = ['embedded', 'postgres'].map((name) => engines.find((one) => one.name === name));
const pairs = engines.flatMap((from) => engines.map((to) => ({ from, to, title: `${from.name} to ${to.name}` })));

/** From one engine to the other, where there are two. */
const crossing = pairs.filter(({ from, to }) => from !== to || engines.length === 1);

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function prepare(engine: TestEngine, original?: TemplateName | Place): Promise<Place> {
  const place = await engine.prepare(original);
  endings.push(place.clean);
  return place;
}

const urlOf = ({ settings }: Place): string => settings.ALMANAC_DATABASE_URL ?? `file:${settings.ALMANAC_DATA}`;

const configOf = (place: Place) =>
  readConfig({
    ALMANAC_PORT: '0',
    ALMANAC_BASE_URL: baseUrl,
    ALMANAC_TIMEZONE: siteZone,
    ALMANAC_RATE_LIMIT: 'off',
    ...place.settings,
  });

function opened(place: Place): Engine {
  const engine = openEngine(configOf(place));
  endings.push(() => engine.close().catch(() => undefined));
  return engine;
}

const oddEvent = {
  as: 'administrator',
  body: {
    title: 'Ünïcödé “ﬀ” 🎻 \\ \' "',
    start_date: '2027-07-01 10:00',
    end_date: '2027-07-01 11:00',
    venue: { venue: 'Kiosk 東京' },
    organizer: [{ organizer: 'Zoë' }, { organizer: 'Ada' }],
  },
  headers: { 'idempotency-key': 'once' },
} as const;

const filled = new Map<TestEngine, Promise<Place>>();
afterAll(async () => {
  for (const place of await Promise.all(filled.values())) await place.clean();
});

async function makeFilled(engine: TestEngine): Promise<Place> {
  const place = await engine.prepare('demo');
  await fill(place);
  return place;
}

/** Filled once for each engine: every test gets a copy. */
async function prepareFilled(engine: TestEngine): Promise<Place> {
  const known = filled.get(engine) ?? makeFilled(engine);
  filled.set(engine, known);
  return prepare(engine, await known);
}

const webhookSequences = ['webhook_message', 'webhook_delivery', 'webhook_try'];

/** A calendar with every kind of record: the demo, people, a picture, and a session. */
async function fill(place: Place): Promise<void> {
  const config = configOf(place);
  const store = await openDatabase(config);
  const { administrator } = peopleOf(place);
  await changePassword(store, administrator.name, password);
  await reindexOnLanguageChange(store, registry, ['en', 'fr']);
  await addTrustedSender(store, 'zoë@example.org', startOfWorld);
  await store.transact(async (writer) => {
    await queueMail(writer, { to: 'ada@example.org', subject: 'Hello', text: 'Zoë' }, startOfWorld);
    await createPasswordLink(writer, administrator.id, 'reset', startOfWorld);
    await writer.insert(passwordRequests, { user_key: 'ada', created_utc: startOfWorld });
    await addSubmission(writer, startOfWorld);
    await addImport(writer, startOfWorld);
    await addWebhook(writer, administrator.id, startOfWorld);
    await saveOldUrls(writer, [{ resource: 'event', id: 1, paths: ['/event/old-fair/'] }]);
  });
  await store.close();
  const served = await serve(place);
  await served.ask('POST /session', { body: { user: administrator.name, password } });
  const made = await served.ask('POST /events', oddEvent);
  expect(made.statusCode, made.text).toBe(201);
  await served.ask(`DELETE /events/${made.body.id}`, { as: 'administrator' });
  // A tombstone.
  const erased = await served.ask('POST /events', { ...oddEvent, headers: {} });
  await served.ask(`DELETE /events/${erased.body.id}`, { as: 'administrator' });
  const erasing = await served.ask(`DELETE /events/${erased.body.id}?force=true`, { as: 'administrator' });
  expect(erasing.statusCode, erasing.text).toBe(200);
  const file = `data:image/png;base64,${(await png(40, 30)).toString('base64')}`;
  const picture = await served.ask('POST /media', { as: 'administrator', body: { file, title: 'Zoë at the fair' } });
  const pictured = { venue: 'Pictured', image: picture.body.id };
  expect((await served.ask('POST /venues', { as: 'administrator', body: pictured })).body.image.width).toBe(40);
  const key = await served.ask('POST /users/me/feed-keys', {
    as: 'administrator',
    body: { label: 'phone', current_password: password },
  });
  expect(key.statusCode, key.text).toBe(201);
  const subscription = { name: 'Zoë', url: 'https://town.example/calendar.ics', paused: true };
  const subscribed = await served.ask('POST /subscriptions', { as: 'administrator', body: subscription });
  expect(subscribed.statusCode, subscribed.text).toBe(201);
  const wide = { lists: { events: { columns: ['venue'], per_page: 50 } } };
  await served.ask('PUT /users/me/preferences', { as: 'administrator', body: wide });
  await served.stop();
  const again = await openDatabase(config);
  await fillSignIns(again, administrator.id);
  await again.transact((writer) => writeProgress(writer, 'languages', { total: 3 }));
  await again.close();
}

function peopleOf({ people }: Place): People {
  if (!people) throw new TypeError('the place has no users');
  return people;
}

async function serve(place: Place, people = peopleOf(place)): Promise<{ ask: Asking; stop: () => Promise<void> }> {
  const store = await openDatabase(configOf(place));
  const running = await startServer(configOf(place), store);
  Object.assign(running.service, { now: () => startOfWorld });
  const { port } = running.app.server.address() as AddressInfo;
  const stop = async () => {
    await running.stop();
    await store.close();
  };
  return { ask: clientFor(`http://127.0.0.1:${port}`, people), stop };
}

const requests = [
  'GET /events?per_page=100&status=any&context=edit&start_date=2000-01-01&end_date=2100-01-01',
  'GET /events?per_page=100&start_date=2000-01-01&end_date=2100-01-01&search=music',
  'GET /events?per_page=100&status=trash&context=edit&start_date=2000-01-01&end_date=2100-01-01&search=ünïcödé',
  'GET /events?per_page=100&recurring=true&start_date=2000-01-01&end_date=2100-01-01&context=edit',
  'GET /events?per_page=100&recurring=true&occurrences=series&start_date=2000-01-01&end_date=2100-01-01',
  'GET /venues?per_page=100&status=any&context=edit',
  'GET /venues?search=東京',
  'GET /organizers?per_page=100&status=any&context=edit',
  'GET /categories?per_page=100&hide_empty=false&context=edit',
  'GET /tags?per_page=100&hide_empty=false',
  'GET /tags?search=even',
  'GET /media?search=zoe',
];

async function answers(place: Place, people: People): Promise<readonly unknown[]> {
  const { ask, stop } = await serve(place, people);
  const replies: unknown[] = [];
  for (const request of requests) {
    const { statusCode, body } = await ask(request, { as: 'administrator' });
    expect(statusCode).toBe(200);
    expect(body.total ?? body.events?.length, request).toBeGreaterThan(0);
    replies.push({ request, body });
  }
  const { statusCode, body } = await ask('POST /session', { body: { user: 'world-administrator', password } });
  replies.push([statusCode, body.user, body.role]);
  const stored = await ask('POST /events', oddEvent);
  expect(stored.statusCode, stored.text).toBe(201);
  replies.push(stored.body);
  await stop();
  return replies;
}

/** The numbers of the records that are made next. */
async function nextIds(place: Place, people: People): Promise<readonly number[]> {
  const { ask, stop } = await serve(place, people);
  const body = { title: 'Next', start_date: '2027-07-01', end_date: '2027-07-02', tags: ['brand new'] };
  const made = await ask('POST /events', { as: 'administrator', body });
  await stop();
  return [made.body.id, made.body.tags[0].id];
}

const quiet: Watch = { signal: new AbortController().signal, show: () => undefined, resumed: () => undefined };

const differing = (compared: readonly Compared[]) => compared.filter(({ same }) => !same).map(({ table }) => table);

/** Copies until so many steps were shown, then stops it as a signal would. */
function stopAfter(steps: number): Watch {
  const controller = new AbortController();
  let shown = 0;
  const show = () => {
    if (++shown === steps) controller.abort(new Error('stopped here'));
  };
  return { ...quiet, signal: controller.signal, show };
}

const statement = (sql: string) => ({ sql, values: [] });
const change = (engine: Engine, sql: string) => engine.transact((connection) => connection.run(statement(sql)));

describe('the copied data', () => {
  const listing: Readonly<Record<string, string>> = {
    embedded: `select name from sqlite_master where type = 'table' and name not like '%!_fts%' escape '!'
      and name not in ('sequences', 'migrations')`,
    postgres: `select relname from pg_class where relkind = 'r' and relpersistence = 'p'
      and relnamespace = 'public'::regnamespace and relname <> 'migrations'`,
  };

  test.each(engines)('includes every table of a new database, on $name', async (engine) => {
    const store = opened(await prepare(engine, 'schema'));
    const rows = await store.readConnection.all(statement(listing[store.name] ?? ''));
    // Messages between the processes of one database and the epoch of its positions are not copied.
    const ofOneStore: readonly unknown[] = ['changes', 'change_log', 'positions_meta'];
    const lasting = rows.flat().filter((name) => !ofOneStore.includes(name));
    expect(lasting.sort()).toEqual([...copied.tables].sort());
    expect(copied.sequences).toEqual([
      'post',
      'term',
      'account',
      'localized',
      'revision',
      'import',
      'imported',
      ...webhookSequences,
    ]);
  });

  test.each(pairs)('excludes tables of other programs, from $title', async ({ from, to }) => {
    const [source, target] = [opened(await prepare(from, 'schema')), opened(await prepare(to, 'schema'))];
    await change(source, 'create table invoices (note text)');
    await change(source, "insert into invoices values ('paid')");
    const compared = await copyStore(source, target, quiet);
    expect(compared.map(({ table }) => table)).toEqual([...copied.tables, 'sequences']);
    await expect(target.readConnection.all(statement('select 1 from invoices'))).rejects.toThrow();
  });
});

describe.each(pairs)('from $title', ({ from, to }) => {
  test('the copy gives the same responses and continues the ids', async () => {
    const [source, target] = [await prepareFilled(from), await prepare(to)];
    const people = peopleOf(source);
    const compared = await copyStore(opened(source), opened(target), quiet);
    expect(differing(compared)).toEqual([]);
    expect(compared.map(({ table }) => table)).toEqual([...copied.tables, 'sequences']);
    for (const { table, source: sum } of compared) expect(sum.rows, table).toBeGreaterThan(0);
    expect(await answers(target, people)).toEqual(await answers(source, people));
    expect(await nextIds(target, people)).toEqual(await nextIds(source, people));
  });
});

describe.each(crossing)('from $title', ({ from, to }) => {
  test('a copy resumes wherever it was stopped, and cannot be served before it is complete', async () => {
    const [source, target] = [await prepareFilled(from), await prepare(to, 'schema')];
    const people = peopleOf(source);
    let [steps, stops, resumed] = [3, 0, 0];
    for (let whole = false; !whole; steps *= 2) {
      // Opened again each time, as another process does.
      const both = [opened(source), opened(target)] as const;
      const watch = { ...stopAfter(steps), resumed: () => resumed++ };
      whole = await copyStore(...both, watch).then(
        (compared) => differing(compared).length === 0,
        (error: Error) => {
          expect(error.message).toBe('stopped here');
          stops++;
          return false;
        },
      );
      await Promise.all(both.map((engine) => engine.close()));
      if (!whole) await expect(openDatabase(configOf(target))).rejects.toThrow('unfinished copy');
    }
    expect(stops).toBeGreaterThan(4);
    expect(resumed).toBe(stops);
    expect(await answers(target, people)).toEqual(await answers(source, people));
  });

  test('the copy is one snapshot while the source is written to', async () => {
    const [source, target] = [await prepareFilled(from), await prepare(to, 'schema')];
    const people = peopleOf(source);
    const before = await answers(source, people);
    const [original, writer] = [opened(source), opened(source)];
    let writing: Promise<unknown> | undefined;
    const show = () => {
      writing ??= change(writer, "update tags set description = 'later', version = version + 1");
    };
    expect(differing(await copyStore(original, opened(target), { ...quiet, show }))).toEqual([]);
    await writing;
    expect(await answers(target, people)).toEqual(before);
    expect(await answers(source, people)).not.toEqual(before);
  });

  test('a source that changed between two runs is detected, and tables that differ are copied again', async () => {
    const [source, target] = [await prepareFilled(from), await prepare(to, 'schema')];
    const people = peopleOf(source);
    const [original, copy] = [opened(source), opened(target)];
    await expect(copyStore(original, copy, stopAfter(20))).rejects.toThrow('stopped here');
    await change(original, "update events set excerpt = 'changed' where id = (select min(id) from events)");
    const compared = await copyStore(original, copy, quiet);
    expect(differing(compared)).toEqual(['events']);
    await expect(openDatabase(configOf(target))).rejects.toThrow('unfinished copy');
    expect(differing(await copyStore(original, copy, quiet))).toEqual([]);
    expect(await answers(target, people)).toEqual(await answers(source, people));
  });

  test('conflicting rows of two snapshots are reported, and their table is copied again', async () => {
    const [source, target] = [await prepareFilled(from), await prepare(to, 'schema')];
    const [original, copy] = [opened(source), opened(target)];
    // The first page of the first table is in.
    await expect(copyStore(original, copy, stopAfter(2))).rejects.toThrow('stopped here');
    const [first, last] = ['min', 'max'].map((end) => `(select ${end}(id) from events)`);
    const [row] = await original.readConnection.all(statement(`select slug from events where id = ${first}`));
    await change(original, `update events set slug = 'moved' where id = ${first}`);
    await change(original, `update events set slug = '${row?.[0]}' where id = ${last}`);
    await expect(copyStore(original, copy, quiet)).rejects.toThrow('source has changed since a part of events');
    expect(differing(await copyStore(original, copy, quiet))).toEqual([]);
  });

  test('a target that differs from the source is not reported as complete', async () => {
    const [source, target] = [await prepareFilled(from), await prepare(to, 'schema')];
    const copy = opened(target);
    const harms = [
      "update venues set city = city || ' ' where city <> ''",
      'delete from event_tags where position = 0',
    ];
    let harming: Promise<unknown> | undefined;
    const show: Watch['show'] = ({ doing }) => {
      if (doing === 'checking source') harming ??= Promise.all(harms.map((sql) => change(copy, sql)));
    };
    const all: typeof copy.readConnection.all = async (asked) => {
      await harming;
      return copy.readConnection.all(asked);
    };
    const harmed = { ...copy, reading: { ...copy.readConnection, all } };
    const compared = await copyStore(opened(source), harmed, { ...quiet, show });
    expect(differing(compared)).toEqual(['venues', 'event_tags']);
    const [venues, links] = compared.filter(({ same }) => !same);
    expect(venues?.source.rows).toBe(venues?.target.rows);
    expect(links?.source.rows).toBeGreaterThan(links?.target.rows ?? 0);
  });

  test('rejects a target that is in use or has a copy of another source', async () => {
    const [source, other] = [await prepareFilled(from), await prepareFilled(from)];
    const target = await prepare(to, 'schema');
    await expect(copyStore(opened(source), opened(source), quiet)).rejects.toThrow('the same database');
    await expect(copyStore(opened(source), opened(other), quiet)).rejects.toThrow(TargetTaken);
    await expect(copyStore(opened(source), opened(target), stopAfter(4))).rejects.toThrow('stopped here');
    await expect(copyStore(opened(other), opened(target), quiet)).rejects.toThrow('of another source');
    await expect(copyStore(opened(target), opened(await prepare(to, 'schema')), quiet)).rejects.toThrow(
      'unfinished copy',
    );
    await expect(copyStore(opened(await prepare(to)), opened(target), quiet)).rejects.toThrow('no calendar');
  });

  test('rejects other schema versions and does not migrate them', async () => {
    const [source, target] = [await prepareFilled(from), await prepare(to, 'schema')];
    const old = opened(target);
    await change(old, 'delete from migrations where version > 1');
    await expect(copyStore(opened(source), old, quiet)).rejects.toThrow(/target has schema version 1, not \d/);
    expect((await old.readConnection.all(statement('select count(*) from migrations'))).flat().map(Number)).toEqual([
      1,
    ]);
    await expect(copyStore(old, opened(source), quiet)).rejects.toThrow('source has schema version 1');
  });
});

describe('the copy command', () => {
  const asProgram = (from: string, to: string, ...more: string[]) =>
    run(['copy', '--from', from, '--to', to, ...more], { data: '/nowhere' });

  test.each(pairs)('copies from $title and prints counts and checksums', { timeout: 600_000 }, async ({ from, to }) => {
    const [source, target] = [await prepareFilled(from), await prepare(to, 'schema')];
    const done = await asProgram(urlOf(source), urlOf(target), '--json');
    expect(done.code, done.stderr).toBe(0);
    const { complete, tables } = JSON.parse(done.stdout);
    expect(complete).toBe(true);
    expect(tables.map(({ table }: Compared) => table)).toEqual([...copied.tables, 'sequences']);
    expect(tables[0].source).toEqual({ rows: expect.any(Number), checksum: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(done.stderr).toMatch(/^copying events: \d+ of \d+ rows, \d+ %\n/);
    expect(done.stderr).toMatch(/Copied everything to .+\n$/);

    const again = await asProgram(urlOf(source), urlOf(target));
    expect(again).toMatchObject({ code: 73, stdout: '' });
    expect(again.stderr).toMatch(/^almanac: The target is not empty, .+\n$/);
  });

  test('rejects invalid sources and targets in one line', { timeout: 600_000 }, async () => {
    const place = await prepare(embedded ?? (postgres as TestEngine));
    const empty = `${place.settings.ALMANAC_DATA}/none`;
    expect(await asProgram(empty, `${empty}2`)).toMatchObject({ code: 1, stdout: '' });
    expect((await asProgram(empty, `${empty}2`)).stderr).toBe(`almanac: No calendar found in ${empty}.\n`);
    expect(await asProgram('mysql://somewhere/else', empty)).toMatchObject({ code: 2, stdout: '' });
    expect(await run(['copy', '--from', empty], { data: empty })).toMatchObject({ code: 2 });
  });

  /** Runs the program until it waits for a table, and stops it there; answers its exit code. */
  async function stopWaiting(engine: Engine, args: readonly string[], stop: (child: ChildProcess) => Promise<void>) {
    const root = fileURLToPath(new URL('..', import.meta.url));
    const child = spawn(process.execPath, ['bin/almanac.js', ...args], { cwd: root, stdio: 'ignore' });
    const ended = once(child, 'exit');
    const waits = "select 1 from pg_locks where not granted and relation = 'event_venues'::regclass";
    while ((await engine.readConnection.all(statement(waits))).length === 0) {
      expect(child.exitCode).toBeNull();
      await sleep(50);
    }
    await stop(child);
    return (await ended)[0];
  }

  test.runIf(embedded && postgres)('resumes after it was interrupted and killed', { timeout: 600_000 }, async () => {
    const [source, target] = [
      await prepareFilled(embedded as TestEngine),
      await prepare(postgres as TestEngine, 'schema'),
    ];
    const people = peopleOf(source);
    const copy = opened(target);
    for (const signal of ['SIGINT', 'SIGKILL'] as const) {
      // A lock on a table in the middle makes the copy wait there until it is stopped.
      const holder = new pg.Client(urlOf(target));
      await holder.connect();
      await holder.query('begin; lock table event_venues in exclusive mode');
      const stopped = await stopWaiting(
        copy,
        ['copy', '--from', urlOf(source), '--to', urlOf(target)],
        async (child) => {
          child.kill(signal);
          if (signal === 'SIGINT') await holder.end();
        },
      );
      if (signal === 'SIGKILL') await holder.end();
      else expect(stopped).toBe(130);
    }

    const refused = await runProcess(['serve'], { data: '/nowhere', environment: { ...target.settings } });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/\nalmanac: The database holds an unfinished copy: .+\n$/);
    const done = await asProgram(urlOf(source), urlOf(target));
    expect(done.code, done.stderr).toBe(0);
    expect(done.stderr).toMatch(/^Resuming an unfinished copy\.\n/);
    expect(done.stdout).toMatch(/^same +event_venues +[1-9]\d* +[0-9a-f]{64}$/m);
    expect(await answers(target, people)).toEqual(await answers(source, people));
  });

  test('shows databases without their passwords', () => {
    expect(locationOf('postgres://me:s3cret@one,two:5433/name?sslmode=require&password=x')).toMatchObject({
      name: 'postgres://one,two:5433/name',
    });
    expect(locationOf('file:some/folder')).toMatchObject({ data: 'some/folder', databaseUrl: '' });
    expect(locationOf('file:///some/a%20folder')).toMatchObject({ data: '/some/a folder' });
    expect(locationOf('./data')).toMatchObject({ data: './data' });
    for (const bad of ['', 'file:', 'file://host/x', 'https://a.example']) {
      expect(() => locationOf(bad), bad).toThrow('Give a postgres:// URL or a data folder');
    }
    expect(() => locationOf(fileURLToPath(import.meta.url))).toThrow('is not a folder');
  });
});

describe('progress', () => {
  const stage = { name: 'copying events', done: 25_000, total: 100_000 };
  const shown = (isTTY: boolean) => {
    let [text, time] = ['', 0];
    const progress = progressOn({ isTTY, columns: 80, write: (more) => (text += more) }, () => time);
    for (let done = 0; done <= 100; done++) {
      progress.show({ ...stage, done, total: 100 });
      time += 50;
    }
    progress.end();
    return text;
  };

  test('is a bar on a terminal, never wider than the terminal', () => {
    expect(barOf(stage, 120)).toBe(`[#######${'.'.repeat(23)}] copying events: 25,000 of 100,000 rows, 25 %`);
    for (const columns of [1, 20, 50, 60, 80]) expect(barOf(stage, columns).length).toBeLessThan(columns);
    expect(barOf({ ...stage, done: 200_000 }, 120)).toContain(`[${'#'.repeat(30)}]`);
    expect(shown(true)).not.toContain('\n');
    expect(shown(true).split('\r').length).toBe(1 + 21 + 1);
    expect(shown(true)).toMatch(/\r\u001b\[K$/);
  });

  test('is plain lines elsewhere, one per second', () => {
    expect(lineOf({ name: 'copying tags', done: 0, total: 0 })).toBe('copying tags: 0 of 0 rows, 100 %');
    expect(shown(false).split('\n').length).toBe(6 + 1);
    expect(shown(false)).not.toContain('\u001b');
  });
});
