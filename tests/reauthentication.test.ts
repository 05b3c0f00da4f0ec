// Application passwords and feed keys outlive a session: creating one needs the current password or a fresh sign-in.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changePassword } from '../src/auth/accounts.js';
import { createPasswordLink } from '../src/auth/password-links.js';
import { is } from '../src/core/condition.js';
import { plusSeconds } from '../src/core/time/clock.js';
import { applicationPasswords, feedKeys, sessions, users } from '../src/models/account/account.js';
import { expectRefusal } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { type Answered, startOfWorld, useWorld } from './harness/world.js';

const password = 'correct horse battery';
const required = { statusCode: 403, code: 'rest_reauthentication_required' };
const wrong = { statusCode: 400, code: 'rest_invalid_param', params: ['current_password'] };
const paths = ['/users/me/application-passwords', '/users/me/feed-keys'] as const;

onOneEngine((engine) => {
  const world = useWorld(engine);
  const label = 'Phone';
  beforeAll(() => changePassword(world.store, world.people.editor.name, password));
  beforeEach(() => {
    world.clock.now = startOfWorld;
  });
  const signIn = async (): Promise<Record<string, string>> => {
    const reply = await world.ask('POST /session', { body: { user: world.people.editor.name, password } });
    expect(reply.statusCode, reply.text).toBe(200);
    return {
      cookie: reply.headers.get('set-cookie')?.split(';', 1)[0] ?? '',
      'x-csrf-token': reply.body.csrf,
    };
  };
  const secretsOf = async (user: number) => [
    await world.store.count({ table: applicationPasswords, where: is('user_id', user) }),
    await world.store.count({ table: feedKeys, where: is('user_id', user) }),
  ];

  describe.each(paths)('POST %s', (path) => {
    test('by a session needs a sign-in of the last ten minutes or the current password', async () => {
      const headers = await signIn();
      const create = (body: object = {}) => world.ask(`POST ${path}`, { headers, body: { label, ...body } });
      expect((await create()).statusCode).toBe(201);
      world.clock.now = plusSeconds(startOfWorld, 599);
      expect((await create()).statusCode).toBe(201);
      world.clock.now = plusSeconds(startOfWorld, 600);
      const before = await secretsOf(world.people.editor.id);
      expectRefusal(await create(), required);
      expectRefusal(await create({ current_password: 'wrong' }), wrong);
      for (const loose of [true, 0, [], {}]) expect((await create({ current_password: loose })).statusCode).toBe(400);
      expect(await secretsOf(world.people.editor.id)).toEqual(before);
      expect((await create({ current_password: password })).statusCode).toBe(201);
    });

    test('by an application password needs the current password', async () => {
      const create = (body: object = {}, more = '') =>
        world.ask(`POST ${path}${more}`, { as: 'editor', body: { label, ...body } });
      expectRefusal(await create(), required);
      expectRefusal(await create({ current_password: 'wrong' }), wrong);
      expectRefusal(await create({}, `?current_password=${encodeURIComponent(password)}`), required);
      expect((await create({ current_password: password })).statusCode).toBe(201);
      const own = path.replace('me', String(world.people.administrator.id));
      expectRefusal(await world.ask(`POST ${own}`, { as: 'administrator', body: { label } }), required);
    });

    test('by a session of the provider needs a fresh sign-in, since there is no password', async () => {
      const { id } = world.people.author;
      const headers = await signIn();
      await world.store.transact(async (writer) => {
        const [session] = await writer.list({
          table: sessions,
          where: is('user_id', world.people.editor.id),
          order: [{ column: 'id', descending: true }],
          limit: 1,
        });
        if (session) await writer.update(sessions, session.id, { user_id: id, method: 'oidc' });
      });
      const create = (body: object = {}) => world.ask(`POST ${path}`, { headers, body: { label, ...body } });
      expect((await create()).statusCode).toBe(201);
      world.clock.now = plusSeconds(startOfWorld, 600);
      expectRefusal(await create(), required);
      expectRefusal(await create({ current_password: '' }), { ...wrong });
    });

    test('for another user needs the role of an administrator alone', async () => {
      const theirs = path.replace('me', String(world.people.author.id));
      expect((await world.ask(`POST ${theirs}`, { as: 'administrator', body: { label } })).statusCode).toBe(201);
      expect((await world.ask(`POST ${theirs}`, { as: 'editor', body: { label } })).statusCode).toBe(403);
    });
  });

  test('wrong passwords count against the limit of failed sign-ins', async () => {
    await world.restart({ ALMANAC_RATE_LIMIT: 'on' });
    const attempt = async () =>
      (await world.ask(`POST ${paths[0]}`, { as: 'editor', body: { label, current_password: 'wrong' } })).statusCode;
    // At once: the limit allows one more every six seconds.
    expect(await Promise.all(Array.from({ length: 40 }, attempt))).toContain(429);
    await world.restart();
  });

  describe('a new password', () => {
    let one: Answered;
    beforeEach(async () => {
      one = await world.send('POST /users', { name: `u${Math.random()}`.replace('0.', ''), role: 'author', password });
      for (const path of paths) await world.send(`POST ${path.replace('me', String(one.id))}`, { label });
    });
    const reset = async (body: object) => {
      const { token } = await world.store.transact((writer) =>
        createPasswordLink(writer, one.id, 'reset', world.clock.now),
      );
      return world.ask('POST /password-links/use', { body: { token, password: `${password} 2`, ...body } });
    };

    test('by a link keeps application passwords and feed keys, unless they are to be revoked', async () => {
      expect((await reset({})).statusCode).toBe(200);
      expect(await secretsOf(one.id)).toEqual([1, 1]);
      expect((await reset({ revoke: 'perhaps' })).statusCode).toBe(400);
      expect(await secretsOf(one.id)).toEqual([1, 1]);
      expect((await reset({ revoke: true })).statusCode).toBe(200);
      expect(await secretsOf(one.id)).toEqual([0, 0]);
      expect(await secretsOf(world.people.administrator.id)).not.toEqual([0, 0]);
    });

    test('in the account keeps them too, and revokes them with the current password', async () => {
      const session = await world.ask('POST /session', { body: { user: one.name, password } });
      const headers = {
        cookie: session.headers.get('set-cookie')?.split(';', 1)[0] ?? '',
        'x-csrf-token': session.body.csrf,
      };
      const change = (body: object) => world.ask('PATCH /users/me', { headers, body });
      expectRefusal(await change({ revoke: true }), {
        statusCode: 400,
        code: 'rest_missing_callback_param',
        params: ['current_password'],
      });
      expect((await change({ password: `${password} 3`, current_password: password })).statusCode).toBe(200);
      expect(await secretsOf(one.id)).toEqual([1, 1]);
      expect((await change({ revoke: true, current_password: `${password} 3` })).statusCode).toBe(200);
      expect(await secretsOf(one.id)).toEqual([0, 0]);
      expect(await world.store.read({ table: users, where: is('id', one.id) })).toMatchObject({ name: one.name });
    });
  });
});
