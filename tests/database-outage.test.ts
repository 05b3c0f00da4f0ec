// PostgreSQL outages: 503 meanwhile, full service afterwards;
// failover to a standby without losing an acknowledged write; replicas that never show older data than before.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openHealthPort } from '../src/http/health-port.js';
import { reportReadiness } from '../src/http/readiness.js';
import type { TestEngine } from './harness/engines.js';
import { untilBody } from './harness/health.js';
import { canMakeStandby } from './harness/postgres/binaries.js';
import { type PostgresServer, startPostgres } from './harness/postgres/server.js';
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

describe.skipIf(!canMakeStandby())('a standby', () => {
  let primary: PostgresServer;
  let standby: PostgresServer;
  let world: World;
  beforeAll(async () => {
    primary = await startPostgres({ settings: ['wal_level=replica'] });
    await sql(primary, 'create database shared');
    standby = await startPostgres({ settings: ['hot_standby=on'], standbyOf: primary });
    world = await startWorld(
      engineOn({
        // Both hosts, so that whichever is the primary is found.
        ALMANAC_DATABASE_URL: `postgres://almanac@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/shared`,
        ALMANAC_DATABASE_REPLICAS: `${standby.url}/shared`,
      }),
    );
    await sql(primary, "alter system set synchronous_standby_names = '*'");
    await sql(primary, 'select pg_reload_conf()');
  });
  afterAll(async () => {
    await world?.stop();
    await standby?.stop();
    await primary?.stop();
  });

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
