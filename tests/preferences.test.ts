// Preferences of users in the console: stored per user, validated and bounded.
import { describe, expect, test } from 'vitest';
import { is } from '../src/core/condition.js';
import { preferences } from '../src/models/account/preferences.js';
import { basic, expectRefusal, outcomeOf } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { useWorld, word } from './harness/world.js';

const path = '/users/me/preferences';
const view = { resource: 'events', name: 'Drafts 🎻', query: 'tab=draft&sort=-title' };
const document = { lists: { events: { columns: ['start_date', 'venue'], per_page: 50 }, tags: {} }, views: [view] };

onOneEngine((engine) => {
  describe('preferences', () => {
    const world = useWorld(engine);

    test('are empty at first, and are replaced as a whole', async () => {
      const none = { lists: {}, views: [] };
      expect(await world.get(path, { as: 'subscriber' })).toEqual(none);
      expect((await world.ask(`PUT ${path}`, { as: 'subscriber', body: document })).body).toEqual(document);
      expect(await world.get(path, { as: 'subscriber' })).toEqual(document);
      expect(await world.get(path, { as: 'editor' })).toEqual(none);
      expect((await world.ask(`PUT ${path}`, { as: 'subscriber', body: { views: [] } })).body).toEqual(none);
    });

    test('are those of the caller, who must be signed in', async () => {
      expect(outcomeOf(await world.ask(`GET ${path}`))).toBe('401 rest_forbidden');
      expect(outcomeOf(await world.ask(`PUT ${path}`, { body: document }))).toBe('401 rest_forbidden');
      const { id } = world.people.editor;
      expect(outcomeOf(await world.ask(`GET /users/${id}/preferences`, { as: 'administrator' }))).toBe(
        '404 rest_no_route',
      );
      const reply = await world.ask(`GET ${path}`, { as: 'author' });
      expect(reply.headers.get('cache-control')).toMatch(/private|no-store/);
    });

    test('are refused unless they fit the schema, and stay as they were', async () => {
      await world.ask(`PUT ${path}`, { as: 'author', body: document });
      const wrong: readonly [string, unknown][] = [
        ['lists', []],
        ['lists', 'events'],
        ['lists', { 'Events!': {} }],
        ['lists', { events: { columns: 'title' } }],
        ['lists', { events: { columns: [1] } }],
        ['lists', { events: { columns: Array(51).fill('title') } }],
        ['lists', { events: { per_page: 0 } }],
        ['lists', { events: { per_page: 101 } }],
        ['lists', { events: { per_page: '20' } }],
        ['lists', Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`a${'b'.repeat(at)}`, {}]))],
        ['views', {}],
        ['views', [null]],
        ['views', [{ ...view, name: ' ' }]],
        ['views', [{ ...view, name: 'x'.repeat(101) }]],
        ['views', [{ ...view, name: 'a\u0000b' }]],
        ['views', [{ ...view, query: 7 }]],
        ['views', [{ ...view, query: 'x'.repeat(2_001) }]],
        ['views', [{ ...view, resource: '__proto__' }]],
        ['views', Array(101).fill(view)],
        ['views', Array(100).fill({ ...view, query: 'x'.repeat(1_000) })],
      ];
      for (const [name, value] of wrong)
        expectRefusal(await world.ask(`PUT ${path}`, { as: 'author', body: { [name]: value } }), {
          statusCode: 400,
          code: 'rest_invalid_param',
          params: [name],
        });
      expect(await world.get(path, { as: 'author' })).toEqual(document);
    });

    test('are not overwritten by a tab with an older version', async () => {
      const before = await world.ask(`GET ${path}`, { as: 'contributor' });
      const ifMatch = { 'if-match': before.headers.get('etag') ?? '' };
      const save = () => world.ask(`PUT ${path}`, { as: 'contributor', body: document, headers: ifMatch });
      expect((await save()).statusCode).toBe(200);
      expect(outcomeOf(await save())).toBe('412 rest_precondition_failed');
    });

    test('are stored once for two concurrent first saves, and removed with the user', async () => {
      const name = word('user ');
      const { id } = await world.send('POST /users', { name, role: 'author' });
      const { password: secret } = await world.send(`POST /users/${id}/application-passwords`, { label: 'test' });
      const own = { authorization: basic({ name, password: secret }) };
      const save = () => world.ask(`PUT ${path}`, { body: document, headers: own });
      expect((await Promise.all([save(), save()])).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      expect(await world.store.count({ table: preferences, where: is('user_id', id) })).toBe(1);
      await world.send(`DELETE /users/${id}?reassign=${world.people.editor.id}`, {});
      expect(await world.store.count({ table: preferences, where: is('user_id', id) })).toBe(0);
    });
  });
});
