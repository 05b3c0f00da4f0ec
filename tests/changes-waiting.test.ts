// Clients that wait for changes: long polling and server-sent events.
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { openWaiters } from '../src/http/changes/waiters.js';
import { type People, prefixes } from './harness/client.js';
import { forEachEngine } from './harness/engines.js';
import { openEvents, until } from './harness/event-stream.js';
import { settled } from './harness/positions.js';
import { type Answered, startWorld, useWorld, type World } from './harness/world.js';

type Named = keyof People;

const urlOf = (world: World, query: string): string => `${world.address}${prefixes.native}/changes?${query}`;

async function tokenOf(world: World, query = '', who?: Named): Promise<string> {
  await settled(world.store);
  return (await world.get(`/changes?since=now&${query}`, who ? { as: who } : {})).next;
}

/** The number of clients that the server knows to be waiting. */
async function waiting(world: World): Promise<number> {
  const { text } = await world.ask('GET //metrics');
  return Number(/^almanac_changes_waiting (\d+)/m.exec(text)?.[1]);
}

const become = (world: World, count: number) => until(async () => (await waiting(world)) === count);

forEachEngine((engine) => {
  const world = useWorld(engine);

  test('an event stream that fails ends', async () => {
    const failing = await startWorld(engine);
    try {
      const stream = await openEvents(urlOf(failing, 'since=now'));
      await become(failing, 1);
      Object.assign(failing.store.positions, { after: () => Promise.reject(new TypeError('out of order')) });
      await failing.tag();
      await until(() => !stream.isOpen());
    } finally {
      await failing.stop();
    }
  });

  describe('a long poll', () => {
    test('is answered when a change of interest comes', async () => {
      const since = await tokenOf(world, 'resources=tags');
      const polled = world.get(`/changes?since=${since}&resources=tags&wait=60`);
      await become(world, 1);
      await world.venue();
      expect(await waiting(world)).toBe(1);
      const { id } = await world.tag();
      const { changes, more } = await polled;
      expect(changes).toMatchObject([{ resource: 'tag', id, change: 'updated' }]);
      expect(more).toBe(false);
      expect(await waiting(world)).toBe(0);
    });

    test('is answered at once if there are changes already', async () => {
      const since = await tokenOf(world);
      const { id } = await world.tag();
      await settled(world.store);
      const { changes } = await world.get(`/changes?since=${since}&wait=60`);
      expect(changes).toMatchObject([{ resource: 'tag', id }]);
    });

    test('is answered without changes at its end, with a token to go on from', async () => {
      const since = await tokenOf(world, 'resources=tags');
      const { changes, next } = await world.get(`/changes?since=${since}&resources=tags&wait=1`);
      expect(changes).toEqual([]);
      const { id } = await world.tag();
      await settled(world.store);
      expect((await world.get(`/changes?since=${next}&resources=tags`)).changes).toMatchObject([{ id }]);
    });

    test('wakes all clients, of every user and with any filters', async () => {
      const people: readonly (Named | undefined)[] = [undefined, 'editor', 'author', 'subscriber'];
      const polls: Promise<Answered>[] = [];
      for (const who of people) {
        const since = await tokenOf(world, 'resources=events', who);
        for (let count = 0; count < 5; count++)
          polls.push(world.get(`/changes?since=${since}&resources=events&wait=60`, who ? { as: who } : {}));
      }
      await become(world, polls.length);
      const { id } = await world.event();
      for (const { changes } of await Promise.all(polls)) expect(changes).toMatchObject([{ id, change: 'updated' }]);
    });

    test('frees its place when the client disconnects', async () => {
      const since = await tokenOf(world);
      const open = () => {
        const sent = request(urlOf(world, `since=${since}&wait=60`));
        sent.on('error', () => undefined).end();
        return sent;
      };
      const clients = Array.from({ length: 10 }, open);
      await become(world, 10);
      for (const client of clients) client.destroy();
      await become(world, 0);
    });

    test('holds no slot of the load shedder: lists are answered beside many of them', async () => {
      const since = await tokenOf(world, 'resources=media');
      const clients = Array.from({ length: 120 }, () => {
        const sent = request(urlOf(world, `since=${since}&resources=media&wait=60`));
        sent.on('error', () => undefined).end();
        return sent;
      });
      await become(world, 120);
      const lists = await Promise.all(
        Array.from({ length: 10 }, (_, at) => world.ask(`GET /events?per_page=${at + 1}`)),
      );
      expect(lists.map(({ statusCode }) => statusCode)).toEqual(lists.map(() => 200));
      for (const client of clients) client.destroy();
      await become(world, 0);
    });

    test('ends with 401 once its password is revoked, and shows nothing more', async () => {
      const { id } = world.people.editor;
      const { password, id: key } = await world.send(`POST /users/${id}/application-passwords`, { label: 'Program' });
      const headers = { authorization: `Bearer ${password}` };
      const { body } = await world.ask('GET /changes?since=now', { headers });
      const polled = world.ask(`GET /changes?since=${body.next}&wait=60`, { headers });
      await become(world, 1);
      await world.send(`DELETE /users/${id}/application-passwords/${key}`, {});
      await world.event({ status: 'draft', title: 'Secret plan' });
      const reply = await polled;
      expect(reply.statusCode).toBe(401);
      expect(reply.text).not.toContain('Secret plan');
    });

    test('ends with 401 once its user is deleted or has another role', async () => {
      const user = await world.send('POST /users', { name: 'watcher', role: 'editor', password: 'correct horse' });
      const { password } = await world.send(`POST /users/${user.id}/application-passwords`, { label: 'Program' });
      const headers = { authorization: `Bearer ${password}` };
      const poll = async () => {
        const { body } = await world.ask('GET /changes?since=now', { headers });
        return world.ask(`GET /changes?since=${body.next}&wait=60`, { headers });
      };
      const first = poll();
      await become(world, 1);
      await world.send(`PATCH /users/${user.id}`, { role: 'subscriber' });
      await world.event({ status: 'draft', title: 'Secret plan' });
      expect((await first).statusCode).toBe(401);
      const second = poll();
      await become(world, 1);
      await world.send(`DELETE /users/${user.id}`, {});
      await world.event();
      expect((await second).statusCode).toBe(401);
    });
  });

  describe('a stream of server-sent events', () => {
    test('sends changes as they come, and goes on after the last event', async () => {
      const since = await tokenOf(world, 'resources=tags');
      const stream = await openEvents(urlOf(world, `since=${since}&resources=tags`));
      expect(stream).toMatchObject({ status: 200, type: 'text/event-stream; charset=UTF-8' });
      const { id: first } = await world.tag();
      await until(() => stream.events.length === 1);
      const { id: second } = await world.tag();
      await until(() => stream.events.length === 2);
      expect(stream.events.map(({ name }) => name)).toEqual(['change', 'change']);
      expect(stream.events.map(({ data }) => JSON.parse(data))).toMatchObject([{ id: first }, { id: second }]);
      stream.close();
      await become(world, 0);
      const { id: third } = await world.tag();
      const again = await openEvents(urlOf(world, `since=${since}&resources=tags`), {
        'last-event-id': stream.lastId() ?? '',
      });
      await until(() => again.events.length === 1);
      expect(JSON.parse(again.events[0]?.data ?? '')).toMatchObject({ id: third });
      again.close();
      await become(world, 0);
    });

    test('sends nothing for changes that its client may not know of', async () => {
      const { id: hidden } = await world.event({ status: 'draft' });
      const [events, tags] = await Promise.all(
        ['events', 'tags'].map(async (path) =>
          openEvents(urlOf(world, `resources=${path}&since=${await tokenOf(world, `resources=${path}`)}`)),
        ),
      );
      const begunAt = performance.now();
      for (let count = 1; count <= 5; count++) {
        await world.send(`PATCH /events/${hidden}`, { title: `Plan ${count}` });
        await world.tag();
        // The other client was woken by now.
        await until(() => tags?.events.length === count);
      }
      const { id } = await world.event();
      await until(() => events?.events.length === 1);
      expect(JSON.parse(events?.events[0]?.data ?? '')).toMatchObject({ id, change: 'updated' });
      // At the beginning, with the change, and to keep the connection alive every 15 seconds.
      const regular = Math.floor((performance.now() - begunAt) / 15_000);
      expect(events?.text().match(/^id:/gm)?.length).toBeLessThanOrEqual(2 + regular);
      events?.close();
      tags?.close();
      await become(world, 0);
    });

    test('begins with all records without a token, over several pages', async () => {
      for (let count = 0; count < 7; count++) await world.tag();
      await settled(world.store);
      const { changes } = await world.get('/changes?resources=tags&limit=500');
      const stream = await openEvents(urlOf(world, 'resources=tags&limit=3'));
      await until(() => stream.events.length === changes.length);
      expect(stream.events.map(({ data }) => JSON.parse(data))).toEqual(changes);
      stream.close();
      await become(world, 0);
    });

    test('breaks no line, whatever the texts contain', async () => {
      const since = await tokenOf(world, 'resources=events');
      const stream = await openEvents(urlOf(world, `since=${since}&resources=events`));
      const description = 'a\r\nid: forged\n\ndata: {}\n\nevent: x\u2028\u2029\u0085 end';
      const { id } = await world.event({ description });
      await until(() => stream.events.length > 0);
      expect(JSON.parse(stream.events[0]?.data ?? '')).toMatchObject({ id });
      expect(stream.events).toHaveLength(1);
      expect(stream.lastId()).not.toBe('forged');
      stream.close();
      await become(world, 0);
    });

    test('is refused with a plain error for a wrong token', async () => {
      const stream = await openEvents(urlOf(world, 'since=nonsense'));
      await until(() => !stream.isOpen());
      expect(stream.status).toBe(400);
      expect(JSON.parse(stream.text())).toMatchObject({ code: 'sync-token-mismatch' });
      expect(await waiting(world)).toBe(0);
    });

    test('ends once its password is revoked, without the change', async () => {
      const { id } = world.people.editor;
      const { password, id: key } = await world.send(`POST /users/${id}/application-passwords`, { label: 'Stream' });
      const stream = await openEvents(urlOf(world, 'since=now'), { authorization: `Bearer ${password}` });
      await become(world, 1);
      await world.send(`DELETE /users/${id}/application-passwords/${key}`, {});
      await world.event({ status: 'draft', title: 'Secret plan' });
      await until(() => !stream.isOpen());
      expect(stream.text()).not.toContain('Secret plan');
      await become(world, 0);
    });
  });

  test('a server that stops ends long polls and streams', async () => {
    const other = await startWorld(engine);
    const since = await tokenOf(other);
    const polled = other.ask(`GET /changes?since=${since}&wait=60`);
    const open = await openEvents(urlOf(other, `since=${since}`));
    await become(other, 2);
    await other.stop();
    const reply = await polled;
    expect(reply.statusCode).toBe(200);
    expect(reply.body.changes).toEqual([]);
    await until(() => !open.isOpen());
  });

  test('more clients than a process has places for get 503 with Retry-After', async () => {
    const waiters = openWaiters(world.store.positions, { total: 4, perClient: 2 });
    const closing = new AbortController();
    const open = (client = 'a') => waiters.open({ client, signal: closing.signal });
    const [first] = [open(), open()];
    expect(() => [open('b'), open('b')]).not.toThrow();
    expect(() => open('c')).toThrow(expect.objectContaining({ statusCode: 503 }));
    expect(open).toThrow(expect.objectContaining({ statusCode: 503, details: { headers: { 'Retry-After': '5' } } }));
    first?.close();
    expect(() => open()).not.toThrow();
    closing.abort();
    expect(waiters.count()).toBe(0);
  });
});
