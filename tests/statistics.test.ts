// Use of the site by day: counted in every process, added up in the store. Health checks on demand.
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { everything } from '../src/core/condition.js';
import { tag } from '../src/models/tag/tag.js';
import { usageTable } from '../src/models/usage/usage.js';
import { outcomeOf, type Who } from './harness/client.js';
import { forEachEngine, onOneEngine } from './harness/engines.js';
import { basic, cleanUp, run, serve } from './harness/program.js';
import { templateFolder, templatePeople } from './harness/template-folder.js';
import { startWorld, useWorld, type World } from './harness/world.js';

const everyone: readonly Who[] = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'];

const today = async (world: World) => {
  await world.runDue();
  return (await world.get('/statistics?days=1', { as: 'contributor' })).days[0];
};

const feed = (world: World, agent: string) => world.ask('GET /events.ics', { headers: { 'user-agent': agent } });

onOneEngine((engine) => {
  describe('the use of the site', () => {
    const world = useWorld(engine);

    test('counts API requests by mount, cached or not', async () => {
      await world.event();
      const before = await today(world);
      for (let request = 0; request < 4; request++) await world.get('/venues');
      for (let request = 0; request < 3; request++) await world.get('/venues', { on: 'dropin' });
      await world.ask('GET /venues/999999');
      await world.ask('GET //wp-json/wp/v2/types');
      const { api } = await today(world);
      // The request for the numbers before is one more.
      expect(api).toEqual({
        native: before.api.native + 6,
        dropin: before.api.dropin + 3,
        wordpress: before.api.wordpress + 1,
      });
    });

    test('counts feeds on the mount and outside it, and each reader once a day', async () => {
      const before = await today(world);
      for (const agent of ['phone', 'laptop', 'phone']) expect((await feed(world, agent)).statusCode).toBe(200);
      await world.ask('GET //events/?ical=1', { headers: { 'user-agent': 'tablet' } });
      const { feeds, feed_readers, api } = await today(world);
      expect([feeds - before.feeds, feed_readers - before.feed_readers]).toEqual([4, 3]);
      expect(api.native).toBe(before.api.native + 1);
      await feed(world, 'laptop');
      expect((await today(world)).feed_readers).toBe(feed_readers);
    });

    test('counts public pages, but neither errors nor the console', async () => {
      const before = await today(world);
      await world.ask('GET //calendar/month/2027-07');
      await world.ask('GET //calendar/list');
      for (const path of ['/admin', '/docs', '/nothing-here', '/assets/none.js']) await world.ask(`GET /${path}`);
      expect((await today(world)).pages).toBe(before.pages + 2);
    });

    test('stores neither addresses nor user agents', async () => {
      await feed(world, 'Recognizable/7.1');
      await world.runDue();
      const rows = await world.store.list({ table: usageTable, where: everything, order: [], limit: 10 });
      const key = await world.store.transact((writer) => writer.getMeta('usage_key'));
      expect(rows).toHaveLength(1);
      const stored = JSON.stringify(rows) + key;
      expect(stored).not.toMatch(/127\.0\.0\.1|Recognizable/);
      expect(stored).not.toContain(Buffer.from('127.0.0.1').toString('base64').slice(0, 10));
    });

    test.each(['0', '401', '-1', 'x', '1.5', ''])('rejects %j days', async (days) => {
      const reply = await world.ask(`GET /statistics?days=${days}`, { as: 'editor' });
      expect(outcomeOf(reply)).toBe('400 rest_invalid_param');
    });

    test('returns a row for every requested day, the oldest first', async () => {
      const { days } = await world.get('/statistics', { as: 'editor' });
      expect(days).toHaveLength(14);
      expect(days.at(-1).date).toBe(world.clock.now.slice(0, 10));
      expect(days[0]).toMatchObject({ api: { native: 0, dropin: 0, wordpress: 0 }, feeds: 0, pages: 0 });
      expect((await world.get('/statistics?days=400', { as: 'editor' })).days).toHaveLength(400);
    });
  });

  describe('rights', () => {
    const world = useWorld(engine);

    test.each(everyone)('the %s gets what the role may see', async (as) => {
      const refused = as === 'anonymous' ? '401 rest_forbidden' : '403 rest_forbidden';
      const statistics = await world.ask('GET /statistics', { as });
      expect(outcomeOf(statistics)).toBe(['anonymous', 'subscriber'].includes(as) ? refused : '200');
      expect('store' in statistics.body).toBe(as === 'administrator');
      const doctor = await world.ask('GET /statistics/doctor', { as });
      expect(outcomeOf(doctor)).toBe(as === 'administrator' ? '200' : refused);
    });

    test('the drop-in mount has no statistics', async () => {
      const reply = await world.ask('GET /statistics', { as: 'administrator', on: 'dropin' });
      expect(reply.statusCode).toBe(404);
    });

    test('administrators see the size of the database', async () => {
      const { store } = await world.get('/statistics', { as: 'administrator' });
      expect(store).toMatchObject({ engine: engine.name, last_backup: null });
      expect(store.size).toBeGreaterThan(50_000);
    });
  });

  test('health checks report a fault once, then reuse the result', async () => {
    const world = await startWorld(engine);
    try {
      const { id } = await world.tag();
      const setCount = (count: number) => world.store.transact((writer) => writer.update(tag, id, { count }));
      await setCount(3);
      const report = await world.get('/statistics/doctor', { as: 'administrator' });
      expect(report.healthy).toBe(false);
      expect(report.checks.filter(({ faults }: { faults: readonly string[] }) => faults.length)).toHaveLength(1);
      await setCount(0);
      expect(await world.get('/statistics/doctor', { as: 'administrator' })).toEqual(report);
    } finally {
      await world.stop();
    }
  });
});

forEachEngine((engine) => {
  test('two processes add up, and a reader of both counts once', async () => {
    const first = await startWorld(engine);
    try {
      const second = await startWorld(engine, { beside: first, settings: first.settings });
      for (const world of [first, second]) {
        await world.get('/tags', { on: 'dropin' });
        await feed(world, 'the same reader');
        await feed(world, `a reader of ${world.address}`);
      }
      await Promise.all([first.runDue(), second.runDue()]);
      await second.get('/tags', { on: 'dropin' });
      // A stop saves what was not saved yet.
      await second.stop();
      const { days } = await first.get('/statistics?days=1', { as: 'editor' });
      expect(days[0]).toMatchObject({ api: { dropin: 3 }, feeds: 4, feed_readers: 3 });
    } finally {
      await first.stop();
    }
  });

  test('counts a new day separately, with a new key, and forgets days after 400 days', async () => {
    const world = await startWorld(engine);
    try {
      await feed(world, 'phone');
      await world.runDue();
      const key = await world.store.transact((writer) => writer.getMeta('usage_key'));
      world.clock.now = world.clock.now.replace('2027', '2029');
      await feed(world, 'phone');
      await world.runDue();
      const rows = await world.store.list({ table: usageTable, where: everything, order: [], limit: 10 });
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({ feeds: 1, feed_readers: 1 });
      expect(await world.store.transact((writer) => writer.getMeta('usage_key'))).not.toBe(key);
    } finally {
      await world.stop();
    }
  });
});

describe('the serve command', () => {
  afterEach(cleanUp);

  test('runs health checks in a process of its own, and shows the time of the last backup', {
    timeout: 120_000,
  }, async () => {
    const data = templateFolder('users');
    const { name, password } = templatePeople().administrator;
    const server = await serve([], { data });
    const read = async (path: string) => {
      const response = await fetch(`${server.url}/cal/events/v1${path}`, { headers: basic(name, password) });
      expect(response.status).toBe(200);
      // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the body
      return (await response.json()) as any;
    };
    expect((await read('/statistics')).store.last_backup).toBeNull();
    expect((await run(['backup', join(data, 'copy.db')], { data })).code).toBe(0);
    expect((await read('/statistics')).store.last_backup).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const report = await read('/statistics/doctor');
    expect([report.healthy, report.checks.length > 10]).toEqual([true, true]);
    expect((await server.stop()).code).toBe(0);
  });
});
