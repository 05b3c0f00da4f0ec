// Users over HTTP: permissions, the last administrator, the own password, application passwords.
import { beforeAll, describe, expect, test } from 'vitest';
import { addUser, changePassword } from '../src/auth/accounts.js';
import type { Role } from '../src/core/actor.js';
import { everything, is } from '../src/core/condition.js';
import { idempotentResponses, sessions, users } from '../src/models/account/account.js';
import { basic, expectRefusal, outcomeOf, type Who } from './harness/client.js';
import { holdDate } from './harness/date.js';
import { onOneEngine } from './harness/engines.js';
import { baseUrl, startOfWorld, startWorld, useWorld, type World, word } from './harness/world.js';

const everyone: readonly Who[] = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'];
const password = 'correct horse battery';
const prefix = `${baseUrl}/cal/events/v1`;
const made = /^[A-Za-z0-9]{4}(-[A-Za-z0-9]{4}){5}$/;
const madeApplication = /^[A-Za-z0-9]{4}( [A-Za-z0-9]{4}){5}$/;

const signIn = (world: World, user: string, secret: string) =>
  world.ask('POST /session', { body: { user, password: secret } });

/** The headers of a fresh session. */
async function session(world: World, user: string, secret = password) {
  const reply = await signIn(world, user, secret);
  expect(reply.statusCode, reply.text).toBe(200);
  const cookie = reply.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  return { cookie, 'x-csrf-token': String(reply.body.csrf) };
}

/** The profile of a user who has not set anything. */
const profile = { display_name: '', email: '', language: '', muted_notices: [] };

const refused = (who: Who) => (who === 'anonymous' ? '401 rest_forbidden' : '403 rest_forbidden');

onOneEngine((engine) => {
  const world = useWorld(engine);
  const add = (given: object = {}) => world.send('POST /users', { name: word('user '), role: 'author', ...given });
  const asUser = (name: string, secret: string) => ({ headers: { authorization: basic({ name, password: secret }) } });

  describe('users', () => {
    test('are created with a generated password that is shown once', async () => {
      const name = word('Ada ');
      const reply = await world.ask('POST /users', {
        as: 'administrator',
        body: { name: ` ${name} `, role: 'editor' },
      });
      const { id } = reply.body;
      expect([reply.statusCode, reply.body]).toEqual([
        201,
        { id, name, role: 'editor', ...profile, created_utc: startOfWorld, password: expect.stringMatching(made) },
      ]);
      expect(reply.headers.get('location')).toBe(`${prefix}/users/${id}`);
      expect(reply.headers.get('cache-control')).toContain('no-store');
      const shown = { id, name, role: 'editor', ...profile, created_utc: startOfWorld };
      expect(await world.get(`/users/${id}`, { as: 'administrator' })).toEqual(shown);
      expect((await signIn(world, name, reply.body.password)).body).toMatchObject({ id, user: name, role: 'editor' });
      const row = await world.store.read({ table: users, where: is('id', id) });
      expect(row?.password).toMatch(/^\$argon2id\$/);
      const list = await world.get(`/users?search=${encodeURIComponent(name.toUpperCase())}`, { as: 'administrator' });
      expect(list).toEqual({ users: [shown], rest_url: expect.any(String), total: 1, total_pages: 1 });
    });

    test('are created with a chosen password, which is not returned', async () => {
      const one = await add({ password });
      expect(one).not.toHaveProperty('password');
      expect((await signIn(world, one.name, password)).statusCode).toBe(200);
    });

    test('are listed in pages, by name', async () => {
      const { users: all, total } = await world.get('/users?per_page=100', { as: 'administrator' });
      const names = all.map(({ name }: { name: string }) => name.toLowerCase());
      expect(names).toEqual(names.toSorted());
      const page = await world.get('/users?per_page=1&page=2', { as: 'administrator' });
      expect([page.users, page.total]).toEqual([[all[1]], total]);
      expectRefusal(await world.ask(`GET /users?page=${total + 1}`, { as: 'administrator' }), {
        statusCode: 404,
        code: 'user-archive-page-not-found',
      });
    });

    test('are listed only for callers who may set authors', async () => {
      const { id, name } = await add();
      const requests = ['GET /users', 'GET /users?search=world', `GET /users/${id}`, 'GET /users/999999'];
      for (const who of everyone.filter((one) => one !== 'administrator' && one !== 'editor')) {
        for (const request of requests)
          expect([who, request, outcomeOf(await world.ask(request, { as: who }))]).toEqual([
            who,
            request,
            refused(who),
          ]);
      }
      const seen = await world.get(`/users/${id}`, { as: 'editor' });
      // Without the email address and the settings of the account.
      expect(seen).toEqual({ id, name, role: 'author', display_name: '', created_utc: startOfWorld });
    });

    test('are changed by administrators only', async () => {
      const { id } = await add();
      const requests: readonly (readonly [string, object | undefined])[] = [
        ['POST /users', { name: word('Sly '), role: 'administrator' }],
        [`PATCH /users/${id}`, { role: 'administrator' }],
        [`DELETE /users/${id}`, undefined],
        [`GET /users/${id}/application-passwords`, undefined],
        [`POST /users/${id}/application-passwords`, { label: 'sly' }],
        [`DELETE /users/${id}/application-passwords/1`, undefined],
      ];
      for (const who of everyone.filter((one) => one !== 'administrator')) {
        for (const [request, body] of requests) {
          expect([who, request, outcomeOf(await world.ask(request, { as: who, body }))]).toEqual([
            who,
            request,
            refused(who),
          ]);
        }
      }
      const count = await world.store.count({ table: users, where: is('role', 'administrator') });
      expect(count).toBe(1);
    });

    test('do not exist on the drop-in mount', async () => {
      for (const path of ['/users', '/users/1', '/users/me', '/users/me/application-passwords']) {
        expectRefusal(await world.ask(`GET ${path}`, { as: 'administrator', on: 'dropin' }), {
          statusCode: 404,
          code: 'rest_no_route',
        });
      }
    });

    test('need a unique name, a known role and a long enough password', async () => {
      const { id, name } = await add();
      const invalid = (...params: string[]) => ({ statusCode: 400, code: 'rest_invalid_param', params });
      const send = (request: string, body: object) => world.ask(request, { as: 'administrator', body });
      expectRefusal(await send('POST /users', { name: name.toUpperCase(), role: 'editor' }), invalid('name'));
      expectRefusal(await send(`PATCH /users/${world.people.editor.id}`, { name }), invalid('name'));
      expectRefusal(await send('POST /users', { name: 'a<b>', role: 'editor' }), invalid('name'));
      expectRefusal(await send('POST /users', { name: word('x'), role: 'owner' }), invalid('role'));
      expectRefusal(await send(`PATCH /users/${id}`, { password: 'too short' }), invalid('password'));
      expectRefusal(await send('POST /users', {}), {
        statusCode: 400,
        code: 'rest_missing_callback_param',
        params: ['name', 'role'],
      });
      expect((await send(`PATCH /users/${id}`, { name: name.toUpperCase() })).body.name).toBe(name.toUpperCase());
      for (const secret of [true, 0, [], {}, '0']) {
        expectRefusal(await send(`PATCH /users/${id}`, { password: secret }), invalid('password'));
      }
      // A secret in a URL ends up in logs.
      await send(`PATCH /users/${id}?password=${encodeURIComponent('quite long enough')}`, {});
      expect((await signIn(world, name, 'quite long enough')).statusCode).toBe(401);
    });

    test('are signed out by a new role or password, and keep their application passwords', async () => {
      const one = await add({ password, role: 'author' });
      const application = await world.send(`POST /users/${one.id}/application-passwords`, { label: 'feed' });
      for (const given of [{ role: 'editor' }, { password: `${password}2` }]) {
        const headers = await session(world, one.name);
        await world.send(`PATCH /users/${one.id}`, given);
        expect((await world.ask('GET /session', { headers })).statusCode).toBe(401);
      }
      const seen = await world.ask('GET /users/me', asUser(one.name, application.password));
      expect(seen.body).toMatchObject({ id: one.id, role: 'editor' });
      const headers = await session(world, one.name, `${password}2`);
      await world.send(`PATCH /users/${one.id}`, { role: 'editor', name: one.name });
      expect((await world.ask('GET /session', { headers })).statusCode).toBe(200);
    });

    test('are changed as a form, with If-Match, and never show a digest', async () => {
      const one = await add({ password });
      const address = `/users/${one.id}?context=edit`;
      const read = await world.ask(`GET ${address}`, { as: 'administrator' });
      expect(read.body._input).toEqual({ name: one.name, role: 'author', ...profile });
      const match = { 'if-match': read.headers.get('etag') ?? '' };
      const sent = { as: 'administrator', body: { ...read.body._input, role: 'editor' }, headers: match } as const;
      const first = await world.ask(`PATCH ${address}`, sent);
      expect([first.statusCode, first.body._input]).toEqual([200, { name: one.name, role: 'editor', ...profile }]);
      expectRefusal(await world.ask(`PATCH ${address}`, sent), { statusCode: 412, code: 'rest_precondition_failed' });
      expect(first.text).not.toMatch(/argon2|password/);
    });

    test('leave their records and images to the remover or a named user', async () => {
      const heirs = {
        [world.people.administrator.id]: '',
        [world.people.editor.id]: `?reassign=${world.people.editor.id}`,
      };
      for (const [heir, query] of Object.entries(heirs)) {
        const one = await add({ password });
        const { password: secret } = await world.send(`POST /users/${one.id}/application-passwords`, { label: 'mine' });
        const body = {
          title: word('Fair '),
          start_date: '2027-07-01',
          end_date: '2027-07-02',
          venue: { venue: word('V ') },
        };
        const event = await world.ask('POST /events', { ...asUser(one.name, secret), body });
        expect(event.body.author).toBe(String(one.id));
        const headers = await session(world, one.name);
        const gone = await world.ask(`DELETE /users/${one.id}${query}`, { as: 'administrator' });
        expect([gone.statusCode, gone.body]).toEqual([200, one]);
        expect((await world.get(`/events/${event.body.id}`)).author).toBe(heir);
        expect((await world.get(`/venues/${event.body.venue.id}`)).author).toBe(heir);
        expect((await world.ask('GET /session', { headers })).statusCode).toBe(401);
        expect((await world.ask('GET /users/me', asUser(one.name, secret))).statusCode).toBe(401);
        expect((await signIn(world, one.name, password)).statusCode).toBe(401);
        expectRefusal(await world.ask(`GET /users/${one.id}`, { as: 'administrator' }), {
          statusCode: 404,
          code: 'rest-user-not-found',
        });
        expect(await world.store.count({ table: sessions, where: is('user_id', one.id) })).toBe(0);
      }
    });

    test('cannot leave their records to themselves or an unknown user', async () => {
      const one = await add();
      for (const reassign of [one.id, 999_999, 0, 'me']) {
        const reply = await world.ask(`DELETE /users/${one.id}?reassign=${reassign}`, { as: 'administrator' });
        expectRefusal(reply, { statusCode: 400, code: 'rest_invalid_param', params: ['reassign'] });
      }
      expect((await world.ask(`GET /users/${one.id}`, { as: 'administrator' })).statusCode).toBe(200);
    });

    test('cached lists show changes made by the CLI', async () => {
      const list = () => world.get('/users?per_page=100', { as: 'administrator' });
      const { total } = await list();
      await addUser(world.store, { name: word('machine '), role: 'editor', now: startOfWorld });
      expect((await list()).total).toBe(total + 1);
    });

    test('are created once per Idempotency-Key, and the stored response has no secret', async () => {
      const headers = { 'idempotency-key': word('key-') };
      const body = { name: word('Once '), role: 'author' };
      const first = await world.ask('POST /users', { as: 'administrator', body, headers });
      const second = await world.ask('POST /users', { as: 'administrator', body, headers });
      const { password: secret, ...rest } = first.body;
      expect(secret).toMatch(made);
      expect([second.statusCode, second.body, second.headers.get('idempotency-replayed')]).toEqual([201, rest, 'true']);
      await changePassword(world.store, world.people.editor.name, password);
      const label = { label: 'Once', current_password: password };
      const own = await world.ask('POST /users/me/application-passwords', { as: 'editor', body: label, headers });
      const again = await world.ask('POST /users/me/application-passwords', { as: 'editor', body: label, headers });
      expect([own.body.id, again.body.password]).toEqual([again.body.id, undefined]);
      const kept = await world.store.list({ table: idempotentResponses, where: everything, order: [], limit: 1_000 });
      expect(kept.length).toBeGreaterThan(1);
      for (const word of [secret, own.body.password]) expect(JSON.stringify(kept)).not.toContain(word);
    });
  });

  describe('administrators', () => {
    test('the last one cannot be removed or given another role', async () => {
      const { id } = world.people.administrator;
      const second = await add({ role: 'administrator' });
      const { password: secret } = await world.send(`POST /users/${second.id}/application-passwords`, { label: 'x' });
      const other = asUser(second.name, secret);
      expectRefusal(await world.ask(`DELETE /users/${id}`, { as: 'administrator' }), {
        statusCode: 403,
        code: 'rest_own_account',
      });
      expect((await world.ask(`PATCH /users/${second.id}`, { ...other, body: { role: 'editor' } })).statusCode).toBe(
        200,
      );
      expectRefusal(await world.ask(`PATCH /users/${second.id}`, { ...other, body: { role: 'administrator' } }), {
        statusCode: 403,
        code: 'rest_forbidden',
      });
      for (const role of ['editor', 'subscriber'] satisfies readonly Role[]) {
        expectRefusal(await world.ask(`PATCH /users/${id}`, { as: 'administrator', body: { role } }), {
          statusCode: 409,
          code: 'rest_last_administrator',
        });
      }
      expect((await world.ask('GET /users', { as: 'administrator' })).statusCode).toBe(200);
    });

    test('one remains when two demote each other concurrently', async () => {
      const two = await startWorld(engine);
      try {
        const added = await two.send('POST /users', { name: 'second', role: 'administrator' });
        const { password: secret } = await two.send(`POST /users/${added.id}/application-passwords`, { label: 'x' });
        const replies = await Promise.all([
          two.ask(`PATCH /users/${added.id}`, { as: 'administrator', body: { role: 'editor' } }),
          two.ask(`PATCH /users/${two.people.administrator.id}`, {
            ...asUser('second', secret),
            body: { role: 'editor' },
          }),
        ]);
        expect(replies.map(({ statusCode }) => statusCode).filter((statusCode) => statusCode === 200)).toHaveLength(1);
        expect(await two.store.count({ table: users, where: is('role', 'administrator') })).toBe(1);
      } finally {
        await two.stop();
      }
    });

    test('cannot set their own password without the current one', async () => {
      const { id } = world.people.administrator;
      const reply = await world.ask(`PATCH /users/${id}`, { as: 'administrator', body: { password: `${password}3` } });
      expectRefusal(reply, { statusCode: 400, code: 'rest_invalid_param', params: ['password'] });
    });
  });

  describe('the caller’s own account', () => {
    beforeAll(() => changePassword(world.store, 'world-author', password));

    test('exists for signed-in users only', async () => {
      for (const who of everyone) {
        const reply = await world.ask('GET /users/me', { as: who });
        if (who === 'anonymous') expectRefusal(reply, { statusCode: 401, code: 'rest_forbidden' });
        else
          expect(reply.body).toEqual({
            id: world.people[who].id,
            name: `world-${who}`,
            role: who,
            ...profile,
            created_utc: startOfWorld,
          });
      }
      expectRefusal(await world.ask('PATCH /users/me', { body: { current_password: 'x', password } }), {
        statusCode: 401,
        code: 'rest_forbidden',
      });
    });

    test('changes its password with the current one and ends every other session', async () => {
      const [here, elsewhere] = [await session(world, 'world-author'), await session(world, 'world-author')];
      const change = (body: object, headers: Record<string, string> = here) =>
        world.ask('PATCH /users/me', { body, headers });
      const invalid = (...params: string[]) => ({ statusCode: 400, code: 'rest_invalid_param', params });
      const next = `${password} and more`;
      expectRefusal(await change({ current_password: 'wrong', password: next }), invalid('current_password'));
      expectRefusal(await change({ current_password: password, password: 'short' }), invalid('password'));
      expectRefusal(await change({ password: next }), {
        statusCode: 400,
        code: 'rest_missing_callback_param',
        params: ['current_password'],
      });
      for (const current of [true, 0, [], {}]) {
        expectRefusal(await change({ current_password: current, password: next }), invalid('current_password'));
      }
      const { 'x-csrf-token': _, ...bare } = here;
      expectRefusal(await change({ current_password: password, password: next }, bare as Record<string, string>), {
        statusCode: 403,
        code: 'rest_cookie_invalid_nonce',
      });
      const changed = await change({ current_password: password, password: next });
      expect([changed.statusCode, Object.keys(changed.body).sort()]).toEqual([
        200,
        ['id', 'name', 'role', 'created_utc', ...Object.keys(profile)].sort(),
      ]);
      expect((await world.ask('GET /session', { headers: here })).statusCode).toBe(200);
      expect((await world.ask('GET /session', { headers: elsewhere })).statusCode).toBe(401);
      expect((await signIn(world, 'world-author', password)).statusCode).toBe(401);
      expect((await signIn(world, 'world-author', next)).statusCode).toBe(200);
    });

    test('cannot change its role or name', async () => {
      const body = { current_password: 'wrong', password, role: 'administrator', name: 'root' };
      await world.ask('PATCH /users/me', { as: 'subscriber', body });
      expect(await world.get('/users/me', { as: 'subscriber' })).toMatchObject({
        name: 'world-subscriber',
        role: 'subscriber',
      });
    });
  });

  describe('application passwords', () => {
    test('are created, listed and revoked by their owner in any role', async () => {
      for (const who of everyone.filter((one) => one !== 'anonymous')) {
        const { id: owner, name } = world.people[who];
        const mine = '/users/me/application-passwords';
        await changePassword(world.store, name, password);
        const body = { label: 'Letter', current_password: password };
        const reply = await world.ask(`POST ${mine}`, { as: who, body });
        const { id, password: secret } = reply.body;
        expect([reply.statusCode, reply.body]).toEqual([
          201,
          { id, label: 'Letter', created_utc: startOfWorld, password: expect.stringMatching(madeApplication) },
        ]);
        expect(reply.headers.get('location')).toBe(`${prefix}/users/${owner}/application-passwords/${id}`);
        expect(reply.headers.get('cache-control')).toContain('no-store');
        const works = async () => (await world.ask('GET /users/me', asUser(name, secret))).statusCode;
        expect(await works()).toBe(200);
        const listed = await world.get(mine, { as: who });
        expect(listed.application_passwords.at(-1)).toEqual({ id, label: 'Letter', created_utc: startOfWorld });
        expect(listed.total).toBe(listed.application_passwords.length);
        expect(await world.get(`/users/${owner}/application-passwords`, { as: who })).toEqual(listed);
        const gone = await world.ask(`DELETE ${mine}/${id}`, { as: who });
        expect([gone.statusCode, gone.body]).toEqual([200, { id, label: 'Letter', created_utc: startOfWorld }]);
        expect(await works()).toBe(401);
        expectRefusal(await world.ask(`DELETE ${mine}/${id}`, { as: who }), {
          statusCode: 404,
          code: 'rest-application-password-not-found',
        });
      }
    });

    test('of others are managed by administrators only', async () => {
      const { id: owner, name } = world.people.contributor;
      const theirs = `/users/${owner}/application-passwords`;
      const { id, password: secret } = await world.send(`POST ${theirs}`, { label: 'Given' });
      expect((await world.ask('GET /users/me', asUser(name, secret))).body.id).toBe(owner);
      const { application_passwords: all } = await world.get(theirs, { as: 'administrator' });
      expect(all.map((one: { id: number }) => one.id)).toContain(id);
      // A password of another user cannot be revoked under the caller's own route.
      expectRefusal(await world.ask(`DELETE /users/me/application-passwords/${id}`, { as: 'administrator' }), {
        statusCode: 404,
        code: 'rest-application-password-not-found',
      });
      await world.send(`DELETE ${theirs}/${id}`, {});
      expect((await world.ask('GET /users/me', asUser(name, secret))).statusCode).toBe(401);
      for (const [method, body] of [['GET', undefined] as const, ['POST', { label: 'x' }] as const]) {
        expectRefusal(await world.ask(`${method} /users/999999/application-passwords`, { as: 'administrator', body }), {
          statusCode: 404,
          code: 'rest-user-not-found',
        });
      }
    });

    test('need a CSRF token and a label, and are limited in number', async () => {
      const one = await add({ password });
      const headers = await session(world, one.name);
      const mine = '/users/me/application-passwords';
      const body = { label: 'Mine' };
      expectRefusal(await world.ask(`POST ${mine}`, { body, headers: { cookie: headers.cookie } }), {
        statusCode: 403,
        code: 'rest_cookie_invalid_nonce',
      });
      expectRefusal(await world.ask(`POST ${mine}`, { body: {}, headers }), {
        statusCode: 400,
        code: 'rest_missing_callback_param',
        params: ['label'],
      });
      for (let count = 0; count < 100; count++) {
        expect((await world.ask(`POST ${mine}`, { body, headers })).statusCode).toBe(201);
      }
      expectRefusal(await world.ask(`POST ${mine}`, { body, headers }), {
        statusCode: 400,
        code: 'rest_invalid_param',
        params: ['label'],
      });
    });

    test('list their methods in Allow', async () => {
      const wrong = await world.ask('PUT /users/me/application-passwords', { as: 'editor', body: {} });
      expectRefusal(wrong, { statusCode: 405, code: 'rest_method_not_allowed' });
      expect(wrong.headers.get('allow')).toBe('GET, POST');
      const options = await world.ask('OPTIONS /users/me/application-passwords', { as: 'editor' });
      expect(options.body.endpoints[1].args.label).toMatchObject({ type: 'string', required: true });
    });
  });

  describe('guessing the current password', () => {
    const limited = useWorld(engine, { settings: { ALMANAC_RATE_LIMIT: 'on' } });

    test('shares the sign-in rate limit', async () => {
      holdDate();
      await changePassword(limited.store, 'world-editor', password);
      const headers = await session(limited, 'world-editor');
      const attempt = () =>
        limited.ask('PATCH /users/me', { headers, body: { current_password: 'wrong', password: `${password}4` } });
      const replies: number[] = [];
      for (let count = 0; count < 11; count++) replies.push((await attempt()).statusCode);
      expect(replies).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
      expect((await signIn(limited, 'world-editor', password)).statusCode).toBe(429);
    });
  });
});
