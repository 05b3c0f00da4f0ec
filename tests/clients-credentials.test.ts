// Credentials as clients of the drop-in mount send them: tokens of other plugins, empty headers, nonces, stray cookies.
import { beforeAll, describe, expect, test } from 'vitest';
import { changePassword } from '../src/auth/accounts.js';
import { basic, expectRefusal, type Reply } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { useWorld, word } from './harness/world.js';

const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00' };
const dropin = { on: 'dropin' } as const;
const unknown = ['Bearer eyJhbGciOiJIUzI1NiJ9.e30.x', 'bearer x', 'Bearer', 'Token abc', `Bearer ${'x'.repeat(500)}`];
const password = 'correct horse battery';

onOneEngine((engine) => {
  // With throttling, so that a token that is ignored is seen to be no failed attempt.
  const world = useWorld(engine, { settings: { ALMANAC_RATE_LIMIT: 'on' } });
  const bearing = (authorization: string, on: 'native' | 'dropin' = 'dropin') => ({ on, headers: { authorization } });
  const places = ['/events', '//wp-json/', '//wp-json/wp/v2/types', '//?rest_route=/tribe/events/v1/events'];
  const signIn = async () => {
    const reply = await world.ask('POST /session', { body: { user: 'world-editor', password } });
    return { cookie: reply.headers.get('set-cookie')?.split(';', 1)[0] ?? '', nonce: String(reply.body.csrf) };
  };
  beforeAll(() => changePassword(world.store, 'world-editor', password));

  const expectPublic = (reply: Reply) => {
    expect(reply.statusCode, reply.text).toBe(200);
    expect(reply.headers.get('cache-control')).toContain('public');
  };

  describe('an unknown token', () => {
    test.each(unknown)(
      '%s reads as an anonymous caller on the drop-in mount, without a limit',
      async (authorization) => {
        const { id } = await world.event();
        const hidden = await world.event({ status: 'draft' });
        for (let count = 0; count < 12; count++)
          expectPublic(await world.ask(`GET /events/${id}`, bearing(authorization)));
        expectPublic(await world.ask(`HEAD /events/${id}`, bearing(authorization)));
        for (const path of places) expectPublic(await world.ask(`GET ${path}`, bearing(authorization)));
        const draft = await world.ask(`GET /events/${hidden.id}`, bearing(authorization));
        expectRefusal(draft, { statusCode: 403, code: 'event-not-accessible' });
        const list = await world.ask('GET /events?status=draft', bearing(authorization));
        expect(list.body.total ?? 0).toBe(0);
      },
    );

    test('cannot write, and the native mount rejects it', async () => {
      for (const authorization of ['Bearer x', 'Token abc']) {
        const made = await world.ask('POST /events', { ...bearing(authorization), body: { title: word(), ...times } });
        expect(made.statusCode).toBe(401);
      }
      expect((await world.ask('GET /events', bearing('Bearer x', 'native'))).statusCode).toBe(401);
    });

    test('and a valid token never share a cached response', async () => {
      const title = word();
      const { id } = await world.event({ title, status: 'draft' });
      const known = `Bearer ${world.people.editor.password}`;
      for (let count = 0; count < 3; count++) {
        const own = await world.ask(`GET /events/${id}`, bearing(known));
        expect([own.statusCode, own.body.title]).toEqual([200, title]);
        expect(own.headers.get('cache-control')).toContain('private');
        expect((await world.ask(`GET /events/${id}`, bearing('Bearer x'))).statusCode).toBe(403);
        const list = `/events?start_date=2027-01-01&search=${title}`;
        expect((await world.ask(`GET ${list}`, bearing(known))).body.total).toBe(1);
        expect((await world.ask(`GET ${list}`, bearing('Bearer x'))).body.total).toBe(0);
      }
    });
  });

  test('an empty Basic header counts as absent on the drop-in mount; a wrong one is rejected everywhere', async () => {
    for (const header of ['Basic', 'Basic ', 'basic   ']) expectPublic(await world.ask('GET /events', bearing(header)));
    const write = await world.ask('POST /events', { ...bearing('Basic '), body: { title: word(), ...times } });
    expectRefusal(write, { statusCode: 401, code: 'rest_forbidden' });
    expectRefusal(await world.ask('GET /events', bearing('Basic ', 'native')), {
      statusCode: 401,
      code: 'incorrect_password',
    });
    const wrong = basic({ name: word(), password: 'x' });
    for (const path of places)
      expectRefusal(await world.ask(`GET ${path}`, bearing(wrong)), { statusCode: 401, code: 'incorrect_password' });
    expect((await world.ask('GET //', bearing(wrong))).statusCode).toBe(200);
  });

  describe('a nonce', () => {
    const invalid = { statusCode: 403, code: 'rest_cookie_invalid_nonce' };

    test('is rejected on every drop-in route when invalid, also after a cached public response', async () => {
      for (const path of places) {
        expectPublic(await world.ask(`GET ${path}`, dropin));
        const header = await world.ask(`GET ${path}`, { ...dropin, headers: { 'x-wp-nonce': 'abc1234567' } });
        expectRefusal(header, invalid);
        const query = await world.ask(`GET ${path}${path.includes('?') ? '&' : '?'}_wpnonce=abc`, dropin);
        expectRefusal(query, invalid);
        expectPublic(await world.ask(`GET ${path}`, dropin));
      }
      const body = { title: word(), ...times };
      const headers = { 'x-wp-nonce': '' };
      expectRefusal(await world.ask('POST /events', { ...dropin, body, headers }), invalid);
      const token = { 'x-wp-nonce': 'abc', authorization: 'Bearer x' };
      expectRefusal(await world.ask('GET /events', { ...dropin, headers: token }), invalid);
      expect((await world.ask('GET /events?_wpnonce=abc')).statusCode).toBe(200);
    });

    test('is ignored when the request has a password', async () => {
      const headers = { 'x-wp-nonce': 'abc' };
      const made = await world.ask('POST /events', {
        as: 'editor',
        ...dropin,
        headers,
        body: { title: word(), ...times },
      });
      expect(made.statusCode).toBe(201);
      const own = { ...headers, authorization: `Bearer ${world.people.editor.password}` };
      expect((await world.ask('GET /events', { ...dropin, headers: own })).statusCode).toBe(200);
    });

    test('of the session authenticates, in the header and in the query', async () => {
      const { cookie, nonce } = await signIn();
      const { id } = await world.event({ status: 'draft' });
      const right = await world.ask(`GET /events/${id}`, { ...dropin, headers: { cookie, 'x-wp-nonce': nonce } });
      expect(right.statusCode).toBe(200);
      expect(
        (await world.ask(`GET /events/${id}?_wpnonce=${nonce}`, { ...dropin, headers: { cookie } })).statusCode,
      ).toBe(200);
      const wrong = await world.ask(`GET /events/${id}`, { ...dropin, headers: { cookie, 'x-wp-nonce': `${nonce}x` } });
      expectRefusal(wrong, invalid);
      const body = { title: word(), ...times };
      const sent = await world.ask(`POST /events?_wpnonce=${nonce}`, { ...dropin, headers: { cookie }, body });
      expect(sent.statusCode).toBe(201);
      expectRefusal(await world.ask('POST /events', { ...dropin, headers: { cookie }, body }), invalid);
      // The native mount ignores a token in the URL.
      expectRefusal(await world.ask(`POST /events?_wpnonce=${nonce}`, { headers: { cookie }, body }), invalid);
    });
  });

  test('a session cookie without a nonce is anonymous', async () => {
    const cookie = 'wordpress_logged_in_abc=admin%7C1; almanac_session=unknown; wp-settings-1=x';
    const { statusCode, headers } = await world.ask('GET /events', { ...dropin, headers: { cookie } });
    expect([statusCode, headers.get('cache-control')]).toEqual([200, 'public, max-age=0, s-maxage=1, must-revalidate']);
  });
});
