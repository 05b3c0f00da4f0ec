// The list of a user's sessions: browser, address, last use, and ending them.
import { beforeAll, describe, expect, test } from 'vitest';
import { changePassword } from '../src/auth/accounts.js';
import { browserName } from '../src/auth/browser-name.js';
import { everything, is } from '../src/core/condition.js';
import { mails } from '../src/core/mail.js';
import { plusSeconds } from '../src/core/time/clock.js';
import { knownBrowsers, sessions, users } from '../src/models/account/account.js';
import { expectRefusal, outcomeOf, type Who } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { startOfWorld, useWorld, type World } from './harness/world.js';

const password = 'correct horse battery';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

interface Session {
  readonly cookie: string;
  readonly 'x-csrf-token': string;
}

async function signIn(world: World, who: Exclude<Who, 'anonymous'>, headers: object = {}): Promise<Session> {
  const reply = await world.ask('POST /session', {
    body: { user: world.people[who].name, password },
    headers: { 'user-agent': firefox, ...headers },
  });
  expect(reply.statusCode, reply.text).toBe(200);
  return {
    cookie: reply.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; '),
    'x-csrf-token': String(reply.body.csrf),
  };
}

test.each([
  [firefox, 'Firefox · Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari · macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/137.0.7151.51 Mobile/15E148 Safari/604.1',
    'Chrome · iPhone',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36 Edg/137.0.0.0',
    'Edge · Linux',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet · Android',
  ],
  ['curl/8.14.1', 'curl/8.14.1'],
  ['<script>alert(1)</script>', ''],
  ['x'.repeat(9_000), 'x'.repeat(100)],
  [undefined, ''],
])('the browser of %j is named %j', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});

onOneEngine((engine) => {
  describe('sessions', () => {
    const world = useWorld(engine, { settings: { ALMANAC_TRUST_PROXY: 'on' } });
    beforeAll(async () => {
      for (const who of ['author', 'editor', 'administrator'] as const)
        await changePassword(world.store, world.people[who].name, password);
    });
    const list = async (headers: object) =>
      (await world.ask('GET /users/me/sessions', { headers: { ...headers } })).body;

    test('are listed with browser, address and times, the newest first', async () => {
      const old = await signIn(world, 'author', { 'x-forwarded-for': '203.0.113.7' });
      world.clock.now = plusSeconds(startOfWorld, 60);
      const own = await signIn(world, 'author', { 'user-agent': 'curl/8.14.1', 'x-forwarded-for': '2001:db8::7' });
      const expected = (at: string) => ({
        created_utc: at,
        last_seen_utc: at,
        expires_utc: plusSeconds(at, 7 * 86_400),
      });
      expect(await list(own)).toEqual({
        sessions: [
          {
            id: expect.any(Number),
            ...expected(world.clock.now),
            ip: '2001:db8::7',
            browser: 'curl/8.14.1',
            method: 'password',
            current: true,
          },
          {
            id: expect.any(Number),
            ...expected(startOfWorld),
            ip: '203.0.113.7',
            browser: 'Firefox · Windows',
            method: 'password',
            current: false,
          },
        ],
        total: 2,
      });
      expect((await list(old)).sessions.map(({ current }: { current: boolean }) => current)).toEqual([false, true]);
      const text = JSON.stringify(await list(own));
      const rows = await world.store.list({ table: sessions, where: everything, order: [], limit: 10 });
      for (const { digest, csrf } of rows) expect([text.includes(digest), text.includes(csrf)]).toEqual([false, false]);
    });

    test('record the last use at most once an hour', async () => {
      const own = await signIn(world, 'editor');
      const begin = world.clock.now;
      const lastSeen = async () => {
        const row = await world.store.read({ table: sessions, where: is('user_id', world.people.editor.id) });
        return row?.last_seen_utc;
      };
      for (const [seconds, expected] of [
        [3_599, 0],
        [3_600, 3_600],
        [7_000, 3_600],
        [7_200, 7_200],
      ] as const) {
        world.clock.now = plusSeconds(begin, seconds);
        await world.ask('GET /session', { headers: { ...own } });
        expect([seconds, await lastSeen()]).toEqual([seconds, plusSeconds(begin, expected)]);
      }
    });

    test('end one by one, and all others at once', async () => {
      const [own, one, other] = [
        await signIn(world, 'author'),
        await signIn(world, 'author'),
        await signIn(world, 'author'),
      ];
      const isSignedIn = async (session: Session) =>
        (await world.ask('GET /session', { headers: { ...session } })).statusCode === 200;
      const { sessions: all } = await list(one);
      const { id } = all.find(({ current }: { current: boolean }) => current);
      const ended = await world.ask(`DELETE /users/me/sessions/${id}`, { headers: { ...own } });
      expect([ended.statusCode, ended.body]).toEqual([200, { ...all[1], current: false }]);
      expect([await isSignedIn(own), await isSignedIn(one), await isSignedIn(other)]).toEqual([true, false, true]);
      expectRefusal(await world.ask(`DELETE /users/me/sessions/${id}`, { headers: { ...own } }), {
        statusCode: 404,
        code: 'rest-session-not-found',
      });
      const rest = await world.ask('DELETE /users/me/sessions', { headers: { ...own } });
      expect(rest.body).toEqual({ ended: all.length - 2 });
      expect([await isSignedIn(own), await isSignedIn(other)]).toEqual([true, false]);
      expect((await list(own)).total).toBe(1);
    });

    test('of other users are listed and ended by administrators only', async () => {
      const session = await signIn(world, 'author');
      const { id: user } = world.people.author;
      const { sessions: all } = await list(session);
      const requests = [
        `GET /users/${user}/sessions`,
        `DELETE /users/${user}/sessions/${all[0].id}`,
        `DELETE /users/${user}/sessions`,
      ];
      for (const who of ['anonymous', 'subscriber', 'contributor', 'editor'] as const) {
        const refusal = who === 'anonymous' ? '401 rest_forbidden' : '403 rest_forbidden';
        for (const request of requests)
          expect([who, request, outcomeOf(await world.ask(request, { as: who }))]).toEqual([who, request, refusal]);
      }
      // The id of another user's session does not end it through the own path.
      const own = await world.ask(`DELETE /users/me/sessions/${all[0].id}`, { as: 'editor' });
      expect(outcomeOf(own)).toBe('404 rest-session-not-found');
      const listed = await world.get(`/users/${user}/sessions`, { as: 'administrator' });
      expect(listed.sessions.every(({ current }: { current: boolean }) => !current)).toBe(true);
      await world.send(`DELETE /users/${user}/sessions`, {});
      expect((await world.ask('GET /session', { headers: { ...session } })).statusCode).toBe(401);
      expect(outcomeOf(await world.ask('GET /users/999999/sessions', { as: 'administrator' }))).toBe(
        '404 rest-user-not-found',
      );
    });

    test('that are over are not listed', async () => {
      const old = await signIn(world, 'administrator');
      world.clock.now = plusSeconds(world.clock.now, 8 * 86_400);
      expect((await world.ask('GET /session', { headers: { ...old } })).statusCode).toBe(401);
      expect((await world.get('/users/me/sessions', { as: 'administrator' })).total).toBe(0);
    });

    test('remember the browsers of each user by a cookie, which the database has only as a digest', async () => {
      const { id } = world.people.administrator;
      const count = () => world.store.count({ table: knownBrowsers, where: is('user_id', id) });
      const before = await count();
      const first = await signIn(world, 'administrator');
      expect(await count()).toBe(before + 1);
      await signIn(world, 'administrator', { cookie: first.cookie });
      expect(await count()).toBe(before + 1);
      await signIn(world, 'administrator', { cookie: 'almanac_browser=short' });
      expect(await count()).toBe(before + 2);
      const token = /almanac_browser=([\w-]{43})/.exec(first.cookie)?.[1] ?? 'none';
      const rows = await world.store.list({ table: knownBrowsers, where: everything, order: [], limit: 100 });
      expect(JSON.stringify(rows)).not.toContain(token);
      world.clock.now = plusSeconds(world.clock.now, 401 * 86_400);
      await world.runDue();
      expect(await count()).toBe(0);
    });
  });

  describe('a notice by mail', () => {
    // The port has no server: mails wait in the queue.
    const world = useWorld(engine, { settings: { ALMANAC_SMTP_URL: 'smtp://127.0.0.1:1' } });

    test('is queued for a sign-in with another browser than before', async () => {
      const { id, name } = world.people.editor;
      await changePassword(world.store, name, password);
      const email = 'editor@example.org';
      await world.store.transact((writer) => writer.update(users, id, { email, email_key: email }));
      const queued = () => world.store.list({ table: mails, where: is('recipient', email), order: [], limit: 10 });
      const first = await signIn(world, 'editor');
      await signIn(world, 'editor', { cookie: first.cookie });
      expect(await queued()).toEqual([]);
      const failed = await world.ask('POST /session', { body: { user: name, password: 'wrong' } });
      expect([failed.statusCode, await queued()]).toEqual([401, []]);
      await signIn(world, 'editor', { 'user-agent': 'curl/8.14.1' });
      const [mail, ...more] = await queued();
      expect([mail?.content, more]).toEqual([expect.stringContaining('curl/8.14.1'), []]);
    });
  });
});
