// Browser sessions: sign-in, sign-out, the CSRF token, and the sign-in rate limit.
import { beforeAll, describe, expect, test } from 'vitest';
import { changePassword, changeRole } from '../src/auth/accounts.js';
import { plusSeconds } from '../src/core/time/clock.js';
import { basic, expectRefusal, type Reply } from './harness/client.js';
import { holdDate } from './harness/date.js';
import { onOneEngine } from './harness/engines.js';
import { useWorld, type World } from './harness/world.js';

const password = 'correct horse battery';
const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00' };

async function signIn(world: World, user: string, secret: unknown = password) {
  const reply = await world.ask('POST /session', { body: { user, password: secret } });
  const cookie = reply.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  return { reply, cookie, csrf: String(reply.body?.csrf) };
}

/** Failed sign-ins before the rate limit. */
async function untilThrottled(attempt: () => Promise<Reply>, failure: number): Promise<Reply> {
  for (let count = 0; count <= 10; count++) {
    const reply = await attempt();
    if (reply.statusCode === 429) {
      expect(count).toBe(10);
      return reply;
    }
    expect(reply.statusCode).toBe(failure);
  }
  throw new Error('never throttled');
}

onOneEngine((engine) => {
  describe('a session', () => {
    const world = useWorld(engine);
    beforeAll(() => changePassword(world.store, 'world-editor', password));

    test('starts with the sign-in password and returns the user', async () => {
      const { reply, cookie } = await signIn(world, 'world-editor');
      expect([reply.statusCode, reply.body]).toEqual([
        200,
        {
          id: world.people.editor.id,
          user: 'world-editor',
          role: 'editor',
          rights: ['write', 'publish', 'categorize', 'edit-others', 'set-author', 'label'],
          language: '',
          csrf: expect.stringMatching(/^[\w-]{43}$/),
        },
      ]);
      const header = reply.headers.get('set-cookie') ?? '';
      for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/', 'Secure']) expect(header).toContain(part);
      const seen = await world.ask('GET /session', { headers: { cookie } });
      expect([seen.statusCode, seen.body]).toEqual([200, reply.body]);
      expect(seen.headers.get('cache-control')).toBe('no-store');
    });

    test('reads as its owner with the cookie alone', async () => {
      const draft = await world.event({ status: 'draft' });
      const { cookie } = await signIn(world, 'world-editor');
      expect((await world.ask(`GET /events/${draft.id}`, { headers: { cookie } })).statusCode).toBe(200);
      expect((await world.ask(`GET /events/${draft.id}`)).statusCode).toBe(404);
    });

    test('changes nothing without its CSRF token, also with a method override', async () => {
      const { cookie, csrf } = await signIn(world, 'world-editor');
      const body = { title: 'By session', ...times };
      for (const headers of [{ cookie }, { cookie, 'x-csrf-token': 'wrong' }]) {
        expectRefusal(await world.ask('POST /events', { body, headers }), {
          statusCode: 403,
          code: 'rest_cookie_invalid_nonce',
        });
      }
      const made = await world.ask('POST /events', { body, headers: { cookie, 'x-csrf-token': csrf } });
      expect(made.statusCode).toBe(201);
      const override = { cookie, 'x-csrf-token': csrf, 'x-http-method-override': 'DELETE' };
      const refused = await world.ask(`POST /events/${made.body.id}`, { body: {}, headers: override });
      expectRefusal(refused, { statusCode: 403, code: 'rest_forbidden' });
      expect((await world.get(`/events/${made.body.id}`)).status).toBe('publish');
    });

    test('ends with signing out, which needs the token', async () => {
      const { cookie, csrf } = await signIn(world, 'world-editor');
      expect((await world.ask('DELETE /session', { headers: { cookie } })).statusCode).toBe(403);
      const out = await world.ask('DELETE /session', { headers: { cookie, 'x-csrf-token': csrf } });
      expect([out.statusCode, out.body]).toEqual([200, { signed_out: true }]);
      expectRefusal(await world.ask('GET /session', { headers: { cookie } }), {
        statusCode: 401,
        code: 'rest_forbidden',
      });
    });

    test('ends with a new password, a new role, and after a week', async () => {
      const first = await signIn(world, 'world-editor');
      await changePassword(world.store, 'world-editor', `${password}2`);
      expect((await world.ask('GET /session', { headers: { cookie: first.cookie } })).statusCode).toBe(401);
      const second = await signIn(world, 'world-editor', `${password}2`);
      await changeRole(world.store, 'world-editor', 'editor');
      expect((await world.ask('GET /session', { headers: { cookie: second.cookie } })).statusCode).toBe(401);
      await changePassword(world.store, 'world-editor', password);
      const third = await signIn(world, 'world-editor');
      const before = world.clock.now;
      world.clock.now = plusSeconds(before, 8 * 24 * 3_600);
      expect((await world.ask('GET /session', { headers: { cookie: third.cookie } })).statusCode).toBe(401);
      world.clock.now = before;
    });

    test('is refused for wrong credentials and for cross-site forms', async () => {
      for (const secret of ['wrong', true, 0, [], {}, null, '0', '']) {
        const { reply } = await signIn(world, 'world-editor', secret);
        expect([secret, reply.statusCode]).toEqual([secret, typeof secret === 'string' && secret !== '' ? 401 : 400]);
      }
      // Someone without a sign-in password cannot sign in at all, and looks the same from outside.
      const known = await signIn(world, 'world-author');
      const unknown = await signIn(world, 'nobody-here');
      expect([known.reply.statusCode, known.reply.text]).toEqual([401, unknown.reply.text]);
      const form = await world.ask('POST /session', { raw: `user=world-editor&password=${password}` });
      expect(form.statusCode).toBe(400);
    });
  });

  describe('throttling', () => {
    const world = useWorld(engine, { settings: { ALMANAC_RATE_LIMIT: 'on' } });

    test('refuses after ten failures of one name from one address, others go on', async () => {
      holdDate();
      const attempt = (name: string) =>
        world.ask('GET /events', { headers: { authorization: basic({ name, password: 'wrong' }) } });
      const refused = await untilThrottled(() => attempt('world-author'), 401);
      expectRefusal(refused, { statusCode: 429, code: 'rest_too_many_requests' });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await world.ask('GET /events', { as: 'author' })).statusCode).toBe(429);
      expect((await attempt('world-editor')).statusCode).toBe(401);
      expect((await world.ask('GET /events', { as: 'editor' })).statusCode).toBe(200);
    });

    test('counts wrong event passwords too', async () => {
      const { id } = await world.event({ password: 'open sesame' });
      await untilThrottled(() => world.ask(`GET /events/${id}?password=wrong`), 403);
    });
  });
});
