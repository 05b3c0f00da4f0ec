// Permanent deletion from the trash: permissions, mounts and links.
import { describe, expect, test } from 'vitest';
import { is } from '../src/core/condition.js';
import { registry } from '../src/models/registry.js';
import { expectRefusal, type Who } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { useWorld, word } from './harness/world.js';

const posts = { events: 'event', venues: 'venue', organizers: 'organizer' } as const;
type Path = keyof typeof posts;

onOneEngine((engine) => {
  const world = useWorld(engine);
  const isThere = async (path: Path, id: number) =>
    (await world.store.read({ table: registry.named(posts[path]), where: is('id', id) })) !== undefined;
  const trashed = async (path: Path, as: Who = 'administrator') => {
    const { id } = await world[posts[path]]({ status: 'draft' }, { as });
    return world.send(`DELETE /${path}/${id}`, {}, { as });
  };

  describe.each(Object.keys(posts) as Path[])('%s', (path) => {
    test('are deleted permanently with force, by id and by slug', async () => {
      const [one, other] = [await trashed(path), await trashed(path)];
      const { id } = one;
      const gone = await world.ask(`DELETE /${path}/${id}?force=true`, { as: 'editor' });
      expect([gone.statusCode, gone.body]).toEqual([200, one]);
      expect(await isThere(path, id)).toBe(false);
      expectRefusal(await world.ask(`DELETE /${path}/${id}?force=true`, { as: 'editor' }), {
        statusCode: 404,
        code: `rest-${posts[path]}-not-found`,
      });
      await world.send(`DELETE /${path}/by-slug/${other.slug}?force=1`, {});
      expect(await isThere(path, other.id)).toBe(false);
    });

    test('go to the trash first, with or without force', async () => {
      const { id } = await world[posts[path]]();
      const first = await world.send(`DELETE /${path}/${id}?force=true`, {});
      expect([first.status, await isThere(path, id)]).toEqual(['trash', true]);
      for (const query of ['', '?force=false']) {
        expectRefusal(await world.ask(`DELETE /${path}/${id}${query}`, { as: 'editor' }), {
          statusCode: 410,
          code: `${posts[path]}-is-in-trash`,
        });
      }
      expectRefusal(await world.ask(`DELETE /${path}/${id}?force=perhaps`, { as: 'editor' }), {
        statusCode: 400,
        code: 'rest_invalid_param',
        params: ['force'],
      });
      expect(await isThere(path, id)).toBe(true);
    });

    test('of others cannot be removed, own ones can', async () => {
      const { id } = await trashed(path);
      const missing = { statusCode: 404, code: `rest-${path.slice(0, -1)}-not-found` };
      const refusals = {
        anonymous: { statusCode: 401, code: 'rest_forbidden' },
        subscriber: { statusCode: 403, code: 'rest_forbidden' },
        // They may delete records, but may not read this one.
        contributor: missing,
        author: missing,
      } as const;
      for (const who of ['anonymous', 'subscriber', 'contributor', 'author'] as const) {
        expectRefusal(await world.ask(`DELETE /${path}/${id}?force=true`, { as: who }), refusals[who]);
      }
      expect(await isThere(path, id)).toBe(true);
      const own = await trashed(path, 'contributor');
      await world.send(`DELETE /${path}/${own.id}?force=true`, {}, { as: 'contributor' });
      expect(await isThere(path, own.id)).toBe(false);
    });

    test('are reported as gone once erased if they were public, else as unknown', async () => {
      const { id: once } = await world[posts[path]]();
      for (const query of ['', '?force=true']) await world.send(`DELETE /${path}/${once}${query}`, {});
      const { id: never } = await trashed(path);
      await world.send(`DELETE /${path}/${never}?force=true`, {});
      const other = path === 'venues' ? 'organizers' : 'venues';
      for (const as of ['anonymous', 'administrator'] as const) {
        const get = (which: string, id: number, on?: 'dropin') =>
          world.ask(`GET /${which}/${id}`, { as, ...(on && { on }) });
        expectRefusal(await get(path, once), { statusCode: 410, code: `${posts[path]}-no-longer-available` });
        expectRefusal(await get(path, never), { statusCode: 404, code: `rest-${posts[path]}-not-found` });
        expect((await get(other, once)).statusCode).toBe(404);
        expect((await get(path, once, 'dropin')).text).toBe((await get(path, 999_999_999, 'dropin')).text);
      }
    });

    test('stay in the trash of the drop-in mount', async () => {
      const { id } = await trashed(path);
      expectRefusal(await world.ask(`DELETE /${path}/${id}?force=true`, { as: 'editor', on: 'dropin' }), {
        statusCode: 410,
        code: `${posts[path]}-is-in-trash`,
      });
      expect(await isThere(path, id)).toBe(true);
    });

    test('respect If-Match', async () => {
      const { id } = await trashed(path);
      const headers = { 'if-match': '"1-x"' };
      expectRefusal(await world.ask(`DELETE /${path}/${id}?force=true`, { as: 'editor', headers }), {
        statusCode: 412,
        code: 'rest_precondition_failed',
      });
      expect(await isThere(path, id)).toBe(true);
    });
  });

  test('takes links along and leaves children alone', async () => {
    const venue = await world.venue();
    const parent = await world.event({ venue: venue.id, tags: [word('tag ')] });
    const child = await world.event({ parent: parent.id, venue: venue.id });
    await world.send(`DELETE /events/${parent.id}`, {});
    await world.send(`DELETE /events/${parent.id}?force=true`, {});
    expect((await world.get(`/events/${child.id}`)).parent).toBe(0);
    await world.send(`DELETE /venues/${venue.id}`, {});
    await world.send(`DELETE /venues/${venue.id}?force=true`, {});
    expect((await world.get(`/events/${child.id}`)).venue).toEqual([]);
  });
});
