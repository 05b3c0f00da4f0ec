// Limits on guessing and flooding, switched on: failed sign-ins, event passwords, and changes by one user.
import { describe, expect, test } from 'vitest';
import { basic, expectRefusal } from './harness/client.js';
import { forEachEngine } from './harness/engines.js';
import { useWorld, word } from './harness/world.js';

const throttled = { http: 429, code: 'rest_too_many_requests' };
const wrong = { http: 401, code: 'incorrect_password' };

forEachEngine((engine) => {
  const world = useWorld(engine, { settings: { ALMANAC_RATE_LIMIT: 'on' } });

  describe('guessing', () => {
    const guess = (name: string, password = word()) =>
      world.ask('GET /events', { headers: { authorization: basic({ name, password }) } });

    test('ten wrong passwords for one name are told so, the next ones must wait', async () => {
      const { name } = world.people.editor;
      for (let n = 0; n < 10; n++) expectRefusal(await guess(name), wrong);
      const refused = await guess(name);
      expectRefusal(refused, throttled);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expectRefusal(await guess(name.toUpperCase()), throttled);
      expectRefusal(await guess('somebody else'), wrong);
      expect((await world.ask('GET /events')).http).toBe(200);
      expect((await world.ask('GET /events', { as: 'author' })).http).toBe(200);
    });

    test('an unknown name is limited in the same way', async () => {
      for (let n = 0; n < 10; n++) expectRefusal(await guess('nobody at all'), wrong);
      expectRefusal(await guess('nobody at all'), throttled);
    });

    test('tokens are limited as well', async () => {
      const token = () => world.ask('GET /events', { headers: { authorization: `Bearer ${word()}` } });
      for (let n = 0; n < 10; n++) expectRefusal(await token(), wrong);
      expectRefusal(await token(), throttled);
    });

    test('right credentials cost nothing', async () => {
      for (let n = 0; n < 15; n++) {
        expect((await world.ask('GET /events', { as: 'administrator' })).http).toBe(200);
      }
    });

    test('the password of an event is limited for itself', async () => {
      const [event, other] = [await world.event({ password: 'right' }), await world.event({ password: 'right' })];
      const open = (id: number, password: string) => world.ask(`GET /events/${id}?password=${password}`);
      for (let n = 0; n < 10; n++) {
        expectRefusal(await open(event.id, 'wrong'), { http: 403, code: 'event-password-protected' });
      }
      expectRefusal(await open(event.id, 'wrong'), throttled);
      expectRefusal(await open(event.id, 'right'), throttled);
      expect((await open(other.id, 'right')).http).toBe(200);
      expectRefusal(await world.ask(`GET /events/${event.id}`), { http: 403, code: 'event-password-protected' });
    });
  });

  describe('flooding', () => {
    test('a burst of changes by one user is cut off, and others go on', async () => {
      const { id } = await world.venue({}, { as: 'author' });
      const replies = await Promise.all(
        Array.from({ length: 600 }, () => world.ask(`PATCH /venues/${id}`, { as: 'author', body: { phone: word() } })),
      );
      const cut = replies.filter(({ http }) => http === 429);
      expect(new Set(replies.map(({ http }) => http))).toEqual(new Set([200, 429]));
      expect(replies.length - cut.length).toBeGreaterThanOrEqual(299);
      for (const reply of cut) {
        expectRefusal(reply, throttled);
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect((await world.ask('GET /events', { as: 'author' })).http).toBe(200);
      expect((await world.venue({}, { as: 'administrator' })).id).toBeGreaterThan(id);
    });
  });
});
