// Feed keys: management over HTTP, the stored digest, and the user that a key reads as.
import { beforeAll, describe, expect, test } from 'vitest';
import { changePassword, changeRole, removeUser } from '../src/auth/accounts.js';
import { actorOfFeedKey } from '../src/auth/feed-keys.js';
import { roles } from '../src/core/actor.js';
import { everything, is } from '../src/core/condition.js';
import { Problem } from '../src/core/problem.js';
import { unlimited } from '../src/core/throttle.js';
import { feedKeys } from '../src/models/account/account.js';
import { expectRefusal, type Who } from './harness/client.js';
import { holdDate } from './harness/date.js';
import { onOneEngine } from './harness/engines.js';
import { baseUrl, startOfWorld, useWorld, word } from './harness/world.js';

const signedIn = roles;
const mine = '/users/me/feed-keys';
const current_password = 'correct horse battery';
const syntax = /^[A-Za-z0-9]{32}$/;

onOneEngine((engine) => {
  const world = useWorld(engine);
  const ownKey = async (as: Who): Promise<{ id: number; key: string }> => {
    const { statusCode, body } = await world.ask(`POST ${mine}`, { as, body: { label: word(), current_password } });
    expect(statusCode).toBe(201);
    return body;
  };
  beforeAll(async () => {
    for (const who of signedIn) await changePassword(world.store, world.people[who].name, current_password);
  });
  const userOf = (key: unknown, now = startOfWorld) => actorOfFeedKey(world.store, unlimited, key, '192.0.2.1', now);
  const add = (role: string) => world.send('POST /users', { name: word('user '), role });

  describe('feed keys', () => {
    test('are created, listed and revoked by their owner in any role', async () => {
      for (const who of signedIn) {
        const { id: owner } = world.people[who];
        const reply = await world.ask(`POST ${mine}`, { as: who, body: { label: 'Phone', current_password } });
        const { id, key } = reply.body;
        const shown = { id, label: 'Phone', created_utc: startOfWorld, last_used_utc: null };
        expect([reply.statusCode, reply.body]).toEqual([201, { ...shown, key: expect.stringMatching(syntax) }]);
        expect(reply.headers.get('location')).toBe(`${baseUrl}/cal/events/v1/users/${owner}/feed-keys/${id}`);
        expect(reply.headers.get('cache-control')).toContain('no-store');
        expect(await userOf(key)).toEqual({ id: owner, name: `world-${who}`, role: who, via: '' });
        const listed = await world.get(mine, { as: who });
        expect(listed.feed_keys.at(-1)).toEqual({ ...shown, last_used_utc: startOfWorld });
        expect(await world.get(`/users/${owner}/feed-keys`, { as: who })).toEqual(listed);
        expect((await world.ask(`DELETE ${mine}/${id}`, { as: who })).statusCode).toBe(200);
        await expect(userOf(key)).rejects.toThrow('Invalid or revoked feed key.');
        expectRefusal(await world.ask(`DELETE ${mine}/${id}`, { as: who }), {
          statusCode: 404,
          code: 'rest-feed-key-not-found',
        });
      }
    });

    test('of other users are managed by administrators only', async () => {
      const { id: owner } = world.people.author;
      const { id, key } = await ownKey('author');
      for (const who of ['anonymous', ...signedIn] as const) {
        if (who === 'administrator' || who === 'author') continue;
        const refusal = { statusCode: who === 'anonymous' ? 401 : 403, code: 'rest_forbidden' };
        for (const [request, body] of [
          [`GET /users/${owner}/feed-keys`, undefined],
          [`POST /users/${owner}/feed-keys`, { label: 'sly' }],
          [`DELETE /users/${owner}/feed-keys/${id}`, undefined],
        ] as const)
          expectRefusal(await world.ask(request, { as: who, body }), refusal);
        // A key of another user cannot be revoked under the caller's own route.
        const own = who === 'anonymous' ? refusal : { statusCode: 404, code: 'rest-feed-key-not-found' };
        expectRefusal(await world.ask(`DELETE ${mine}/${id}`, { as: who }), own);
      }
      const all = await world.get(`/users/${owner}/feed-keys`, { as: 'administrator' });
      expect(all.feed_keys.map((one: { id: number }) => one.id)).toContain(id);
      await world.send(`DELETE /users/${owner}/feed-keys/${id}`, {});
      await expect(userOf(key)).rejects.toThrow(Problem);
      for (const path of ['feed-keys', 'feed-keys/1'])
        expect((await world.ask(`GET /users/me/${path}`, { as: 'editor', on: 'dropin' })).statusCode).toBe(404);
      expectRefusal(await world.ask('GET /users/999999/feed-keys', { as: 'administrator' }), {
        statusCode: 404,
        code: 'rest-user-not-found',
      });
    });

    test('are stored as digests', async () => {
      const { id, key } = await ownKey('editor');
      const rows = await world.store.list({ table: feedKeys, where: everything, order: [], limit: 1_000 });
      expect(JSON.stringify(rows)).not.toContain(key);
      expect(rows.find((row) => row.id === id)?.digest).toMatch(/^[\da-f]{64}$/);
    });

    test('need a label, and a user has at most 20 of them', async () => {
      const { id } = await add('author');
      const theirs = `POST /users/${id}/feed-keys`;
      expectRefusal(await world.ask(theirs, { as: 'administrator', body: {} }), {
        statusCode: 400,
        code: 'rest_missing_callback_param',
        params: ['label'],
      });
      const bodies = Array.from({ length: 25 }, () => ({ label: 'Phone' }));
      const replies = await Promise.all(bodies.map((body) => world.askAgain(theirs, { as: 'administrator', body })));
      const created = replies.filter(({ statusCode }) => statusCode === 201);
      expect(created).toHaveLength(20);
      const refused = replies.filter((reply) => !created.includes(reply));
      for (const reply of refused)
        expectRefusal(reply, { statusCode: 400, code: 'rest_invalid_param', params: ['label'] });
      expect((await world.get(`/users/${id}/feed-keys`, { as: 'administrator' })).total).toBe(20);
    });

    test('follow the role of their user and end with the account', async () => {
      const [removed, erased] = [await add('contributor'), await add('contributor')];
      for (const { id, name } of [removed, erased]) {
        const { key } = await world.send(`POST /users/${id}/feed-keys`, { label: 'Phone' });
        expect((await userOf(key))?.role).toBe('contributor');
        await changeRole(world.store, name, 'editor');
        expect((await userOf(key))?.role).toBe('editor');
        if (id === removed.id) await world.send(`DELETE /users/${id}`, {});
        else await removeUser(world.store, name);
        await expect(userOf(key)).rejects.toThrow(Problem);
        expect(await world.store.count({ table: feedKeys, where: is('user_id', id) })).toBe(0);
      }
    });

    test('record their last use at most once per hour', async () => {
      const { id, key } = await ownKey('editor');
      const lastUse = async () => (await world.store.read({ table: feedKeys, where: is('id', id) }))?.last_used_utc;
      const uses = ['2027-01-10 08:00:00', '2027-01-10 08:59:59', '2027-01-10 09:00:00', '2027-01-10 08:30:00'];
      const recorded: unknown[] = [await lastUse()];
      for (const now of uses) {
        await userOf(key, now);
        recorded.push(await lastUse());
      }
      expect(recorded).toEqual(['', uses[0], uses[0], uses[2], uses[2]]);
    });

    test('are compared as text of the right form only', async () => {
      const { key } = await ownKey('administrator');
      expect(await userOf(undefined)).toBeUndefined();
      const wrong = ['', ' ', null, true, 0, {}, [], [key], { 0: key }, key.slice(1), `${key} `, ` ${key}`, `${key}x`];
      const spelled = [key.toUpperCase(), key.toLowerCase(), `${key.slice(0, 16)} ${key.slice(16)}`, '%', '\u0000'];
      for (const one of [...wrong, ...spelled]) await expect(userOf(one)).rejects.toThrow(Problem);
    });

    test('are limited in failures by IP, while a valid key keeps working', async () => {
      holdDate();
      const { key } = await ownKey('author');
      const limiter = world.store.throttle({ name: word('failures'), burst: 10, perSecond: 10 / 60 });
      const problemOf = (ip: string) =>
        actorOfFeedKey(world.store, limiter, 'x'.repeat(32), ip, startOfWorld).catch(({ problem }) => problem);
      const problems: unknown[] = [];
      for (let count = 0; count < 12; count++) problems.push(await problemOf('192.0.2.1'));
      const [wrong, throttled] = ['wrong-feed-key', 'throttled'];
      expect(problems).toEqual([...Array.from({ length: 10 }, () => wrong), throttled, throttled]);
      expect(await problemOf('192.0.2.2')).toBe(wrong);
      expect((await actorOfFeedKey(world.store, limiter, key, '192.0.2.1', startOfWorld))?.role).toBe('author');
    });
  });
});
