// PostgreSQL outages: 503 meanwhile, full service afterwards;
// failover to a standby without losing an acknowledged write; replicas that never show older data than before.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openHealthPort } from '../src/http/health-port.js';
import { reportReadiness } from '../src/http/readiness.js';
import { responseText } from './harness/client.js';
import type { TestEngine } from './harness/engines.js';
import { untilBody } from './harness/health.js';
import { canMakeStandby } from './harness/postgres/binaries.js';
import { type PostgresServer, startPostgres } from './harness/postgres/server.js';
import { isSoakTest, seeds } from './harness/repetitions.js';
import { type Answered, startWorld, type World, word } from './harness/world.js';

async function sql(server: PostgresServer, text: string, database = 'postgres') {
  const client = new pg.Client(`${server.url}/${database}`);
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

const fail = (error: unknown): void => {
  throw error;
};

/** A world on its own PostgreSQL server. */
const engineOn = (settings: Readonly<Record<string, string>>): TestEngine => ({
  name: 'postgres',
  prepare: async () => ({ settings, clean: async () => undefined, check: async () => 'ok' }),
});

const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00' };

/** Repeats a request until it succeeds; every response before must be 503. */
async function untilBack(world: World, request: string, as?: 'administrator'): Promise<number> {
  for (let asked = 1; asked < 400; asked++) {
    const reply = await world.ask(request, as ? { as } : {});
    if (reply.statusCode === 200) return asked;
    expect([reply.statusCode, reply.body?.code, reply.headers.get('retry-after')]).toEqual([
      503,
      'rest_unavailable',
      '2',
    ]);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('it never came back');
}

describe('a lost database connection', () => {
  let server: PostgresServer;
  let world: World;
  beforeAll(async () => {
    server = await startPostgres({ settings: [] });
    await sql(server, 'create database away');
    world = await startWorld(engineOn({ ALMANAC_DATABASE_URL: `${server.url}/away` }));
  });
  afterAll(async () => {
    await world?.stop();
    await server?.stop();
  });

  test('answers 503 to every kind of request and keeps the process running', async () => {
    const kept = await world.event({ title: 'Kept through it all' });
    const health = await openHealthPort({ host: '127.0.0.1', port: 0 }, fail);
    const url = `http://127.0.0.1:${health.port}`;
    const pictures = { ready: async () => undefined };
    const endReports = reportReadiness(
      { store: world.store, pictures },
      (reason) => health.report(1, reason),
      () => undefined,
    );
    await untilBody(`${url}/readyz`, { status: 'ready' });
    await server.crash();
    for (const request of ['GET /events', `GET /events/${kept.id}`, 'GET /venues']) {
      const reply = await world.ask(request);
      expect([request, reply.statusCode, reply.body.code]).toEqual([request, 503, 'rest_unavailable']);
      expect(reply.headers.get('retry-after')).toBe('2');
    }
    const write = await world.ask('POST /events', { as: 'administrator', body: { title: 'Never', ...times } });
    expect(write.statusCode).toBe(503);
    expect((await world.ask('GET //readyz')).statusCode).toBe(503);
    expect((await world.ask('GET //healthz')).statusCode).toBe(200);
    await untilBody(`${url}/readyz`, { status: 'not ready', reason: 'database unavailable' });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await server.start();
    await untilBody(`${url}/readyz`, { status: 'ready' });
    endReports();
    await health.close();
    await untilBack(world, `GET /events/${kept.id}`);
    expect((await world.get('/events?search=Never')).total).toBe(0);
    expect((await world.ask('GET //readyz')).statusCode).toBe(200);
    await world.event({ title: 'And on it goes' });
  });

  test('pauses background jobs, which resume with the database', async () => {
    const scheduled = await world.event({ title: 'Due meanwhile', date_utc: '2027-06-15 15:31:00' });
    await server.crash();
    world.clock.now = '2027-06-15 15:31:00';
    await world.runDue();
    await server.start();
    await untilBack(world, 'GET /events?per_page=1');
    expect((await world.ask(`GET /events/${scheduled.id}`)).statusCode).toBe(404);
    await world.runDue();
    expect((await world.get(`/events/${scheduled.id}`)).status).toBe('publish');
  });

  test('loses no acknowledged write when the database crashes under load', async () => {
    const acknowledged: number[] = [];
    let going = true;
    const writers = Array.from({ length: 4 }, async () => {
      while (going) {
        const reply = await world
          .ask('POST /events', { as: 'administrator', body: { title: word('Under way '), ...times } })
          .catch(() => undefined);
        if (reply?.statusCode === 201) acknowledged.push(reply.body.id);
        else expect(reply?.statusCode ?? 503).toBe(503);
      }
    });
    while (acknowledged.length < 40) await new Promise((resolve) => setTimeout(resolve, 10));
    await server.crash();
    await server.start();
    await untilBack(world, 'GET /events?per_page=1', 'administrator');
    const before = acknowledged.length;
    while (acknowledged.length < before + 20) await new Promise((resolve) => setTimeout(resolve, 10));
    going = false;
    await Promise.all(writers);
    for (const id of acknowledged) expect((await world.ask(`GET /events/${id}`)).statusCode).toBe(200);
  });
});

/** Headers that depend on the connection or the wall clock, or that only processes without replicas send. */
const ignored = new Set(['date', 'x-cache', 'x-sync-token', 'connection', 'keep-alive', 'content-length']);

/** Numbers from 0 to below `limit`, the same for the same seed. */
function randomOf(seed: number): (limit: number) => number {
  let state = seed * 2_654_435_761;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

describe.skipIf(!canMakeStandby())('a standby', () => {
  let primary: PostgresServer;
  let standby: PostgresServer;
  let world: World;
  /** A process that reads the primary and caches nothing. */
  let plain: World;
  beforeAll(async () => {
    primary = await startPostgres({ settings: ['fsync=off', 'wal_level=replica'] });
    await sql(primary, 'create database shared');
    standby = await startPostgres({ settings: ['fsync=off', 'hot_standby=on'], standbyOf: primary });
    world = await startWorld(
      engineOn({
        // Both hosts, so that whichever is the primary is found.
        ALMANAC_DATABASE_URL: `postgres://almanac@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/shared`,
        ALMANAC_DATABASE_REPLICAS: `${standby.url}/shared`,
      }),
    );
    const settings = { ALMANAC_DATABASE_REPLICAS: '', ALMANAC_CACHE: 'off' };
    plain = await startWorld(engineOn({ ...world.settings, ...settings }), { beside: world });
    await sql(primary, "alter system set synchronous_standby_names = '*'");
    await sql(primary, 'select pg_reload_conf()');
  });
  afterAll(async () => {
    await plain?.stop();
    await world?.stop();
    await standby?.stop();
    await primary?.stop();
  });

  /** Whether the process reads from the standby at present: sends a query that was not sent before and looks for it. */
  async function isInUse(): Promise<boolean> {
    const [{ before }] = await sql(standby, 'select clock_timestamp()::text as before');
    await world.get(`/venues?search=${word('unknown')}`);
    const found = await sql(
      standby,
      `select 1 from pg_stat_activity where application_name = 'almanac' and query like '%venues%'
        and query_start > '${before}'`,
    );
    return found.length > 0;
  }
  async function untilInUse(): Promise<void> {
    for (let asked = 0; !(await isInUse()); asked++) {
      if (asked > 200) throw new Error('the standby was never used');
      await sleep(50);
    }
  }
  async function untilReplayed(): Promise<void> {
    const [{ position }] = await sql(primary, 'select pg_current_wal_lsn()::text as position');
    const isDone = `select pg_last_wal_replay_lsn() >= '${position}' as done`;
    while (!(await sql(standby, isDone))[0].done) await sleep(10);
  }
  async function whilePaused(work: () => Promise<void>): Promise<void> {
    await sql(standby, 'select pg_wal_replay_pause()');
    try {
      await work();
    } finally {
      await sql(standby, 'select pg_wal_replay_resume()');
    }
  }

  /** Reads as the process with the cache. A response of the cache equals a fresh one, whatever the standby has replayed.
   * Returns the paths whose responses came from the cache. */
  async function compare(paths: readonly string[], isReplayed: boolean, as?: 'editor'): Promise<readonly string[]> {
    const hits: string[] = [];
    for (const path of paths) {
      const found = await world.ask(`GET ${path}`, { as });
      const isHit = found.headers.get('x-cache') === 'hit';
      if (isHit) hits.push(path);
      if (!isHit && !isReplayed) continue;
      const right = await plain.ask(`GET ${path}`, { as });
      expect(responseText(found, ignored), `${path}, hit: ${isHit}`).toBe(responseText(right, ignored));
    }
    return hits;
  }

  test('serves anonymous reads with bounded lag, while signed-in users read from the primary', async () => {
    const seen: number[] = [];
    for (let round = 0; round < 30; round++) {
      const event = await world.event({ title: word('Replicated ') });
      expect((await world.ask(`GET /events/${event.id}`, { as: 'administrator' })).statusCode).toBe(200);
      seen.push(((await world.get('/events?search=Replicated')) as Answered).total);
    }
    // The public total may lag, but it never goes back.
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    const asked = await sql(
      standby,
      "select count(*)::int as n from pg_stat_activity where application_name = 'almanac'",
    );
    expect(asked[0].n).toBeGreaterThan(0);
  });

  test('serves responses that are cached, for visitors and for signed-in users', async () => {
    const event = await world.event({ title: word('Cached ') });
    const paths = ['/events', `/events/${event.id}`, '/events.ics'];
    await untilReplayed();
    await untilInUse();
    await compare(paths, true);
    expect(await compare(paths, true)).toEqual(paths);
    await compare(paths, true, 'editor');
    expect(await compare(paths, true, 'editor')).toEqual(paths);
    // A change is seen at once by signed-in users, although the cache of this process has not heard of it.
    await plain.send(`PATCH /events/${event.id}`, { title: word('Changed ') });
    expect(await compare(paths, true, 'editor')).toEqual([]);
  });

  test('that lags leaves nothing stale in the cache', async () => {
    const event = await world.event({ title: word('Paused ') });
    const path = `/events/${event.id}`;
    await untilReplayed();
    await untilInUse();
    await whilePaused(async () => {
      for (const writer of [world, plain]) {
        await writer.send(`PATCH ${path}`, { title: word('Changed ') });
        // The first response is computed on the standby, which does not know the change.
        for (let times = 0; times < 2; times++) expect(await compare([path], false)).toEqual([]);
      }
    });
    await untilReplayed();
    await compare([path], true);
    expect(await compare([path], true)).toEqual([path]);
  });

  test.each(seeds)(
    'leaves the cache right under random changes while it lags, pauses and crashes (seed %i)',
    async (seed) => {
      const random = randomOf(seed);
      const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
      const events: Answered[] = [];
      for (let count = 0; count < 4; count++) events.push(await plain.event({ title: word('Random ') }));
      const paths = [
        ...events.map(({ id }) => `/events/${id}`),
        ...['/events', '/events?per_page=2&page=2', '/events?search=Random', '/events?featured=true', '/events.ics'],
        ...['/venues', '//', '//wp-json/wp/v2/tags'],
      ];
      const changes: readonly ((writer: World) => Promise<unknown>)[] = [
        (writer) => writer.send(`PATCH /events/${pick(events).id}`, { title: word('Random ') }),
        (writer) => writer.send(`PATCH /events/${pick(events).id}`, { featured: random(2) === 0 }),
        (writer) => writer.send(`PATCH /events/${pick(events).id}`, { status: pick(['draft', 'publish']) }),
        (writer) => writer.send(`PATCH /events/${pick(events).id}`, { venue: { venue: word('Hall ') } }),
        (writer) => writer.event({ title: word('Random '), tags: [word('tag ')] }),
        (writer) => writer.tag(),
      ];
      let hits = 0;
      for (let round = 0; round < (isSoakTest ? 40 : 4); round++) {
        await untilReplayed();
        if (random(2)) await untilInUse();
        if (isSoakTest && random(10) === 0) {
          await standby.crash();
          if (random(2)) await compare(paths, true);
          await standby.start();
          while (!(await sql(standby, 'select 1').catch(() => undefined))) await sleep(10);
        }
        await compare(paths, false);
        const change = async () => {
          for (let count = random(4); count >= 0; count--) {
            await pick(changes)(pick([world, plain]));
            const few = [pick(paths), pick(paths), pick(paths)];
            for (let times = 0; times < 2; times++) hits += (await compare(few, false)).length;
          }
        };
        // Long pauses make the process leave the standby, short ones do not.
        await (random(3) ? whilePaused(change) : change());
        if (random(2)) hits += (await compare(paths, false)).length;
      }
      await untilReplayed();
      for (const { id } of events) await plain.send(`PATCH /events/${id}`, { status: 'publish' });
      await untilReplayed();
      await compare(paths, true);
      expect(await compare(paths, true)).toEqual(paths);
      expect(hits).toBeGreaterThan(0);
    },
    120_000,
  );

  test('that fails is skipped, and used again when it returns', async () => {
    const event = await world.event({ title: word('Without replica ') });
    await sql(primary, "alter system set synchronous_standby_names = ''");
    await sql(primary, 'select pg_reload_conf()');
    await standby.crash();
    for (let round = 0; round < 10; round++) expect((await world.ask(`GET /events/${event.id}`)).statusCode).toBe(200);
    await standby.start();
    for (let round = 0; round < 10; round++) expect((await world.ask(`GET /events/${event.id}`)).statusCode).toBe(200);
    await sql(primary, "alter system set synchronous_standby_names = '*'");
    await sql(primary, 'select pg_reload_conf()');
  });

  test('takes over without losing an acknowledged write', async () => {
    const acknowledged: number[] = [];
    let going = true;
    const writer = (async () => {
      while (going) {
        const reply = await world
          .ask('POST /events', { as: 'administrator', body: { title: word('Failover '), ...times } })
          .catch(() => undefined);
        if (reply?.statusCode === 201) acknowledged.push(reply.body.id);
        else expect(reply?.statusCode ?? 503).toBe(503);
      }
    })();
    while (acknowledged.length < 30) await new Promise((resolve) => setTimeout(resolve, 10));
    await primary.crash();
    await sql(standby, 'select pg_promote()');
    await sql(standby, "alter system set synchronous_standby_names = ''");
    await sql(standby, 'select pg_reload_conf()');
    await untilBack(world, 'GET /events?per_page=1', 'administrator');
    const before = acknowledged.length;
    while (acknowledged.length < before + 10) await new Promise((resolve) => setTimeout(resolve, 10));
    going = false;
    await writer;
    for (const id of acknowledged) {
      expect((await world.ask(`GET /events/${id}`, { as: 'administrator' })).statusCode).toBe(200);
    }
    const titles = await world.get('/events?search=Failover&per_page=100', { as: 'administrator' });
    const slugs = titles.events.map(({ slug }: Answered) => slug);
    expect(new Set(slugs).size).toBe(slugs.length);
  });
});
