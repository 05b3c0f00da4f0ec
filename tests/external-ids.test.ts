// External IDs: creating and updating records by their ID in another system, without duplicates.
import { describe, expect, test } from 'vitest';
import { all, is } from '../src/core/condition.js';
import { registry } from '../src/models/registry.js';
import { forEachEngine } from './harness/engines.js';
import { repetitions } from './harness/repetitions.js';
import { type Body, useWorld, word } from './harness/world.js';

const dates = { start_date: '2027-07-01 10:00', end_date: '2027-07-01 12:00' };
const bodies: Readonly<Record<string, Body>> = {
  events: { title: 'Fair', ...dates },
  venues: { venue: 'Barn' },
  organizers: { organizer: 'Guild' },
  categories: { name: 'Music' },
  tags: { name: 'free' },
};

forEachEngine((engine) => {
  const world = useWorld(engine);
  const at = (path: string, id: string, source = 'box-office') => `${path}/by-external/${source}/${id}`;

  describe.each(Object.keys(bodies))('PUT /%s/by-external', (path) => {
    test('creates a record, then updates it, and says when nothing changed', async () => {
      const id = word('id');
      const key = Object.keys(bodies[path] ?? {})[0] ?? '';
      const body = { ...bodies[path], [key]: word('name') };
      const created = await world.ask(`PUT /${at(path, id)}`, { as: 'editor', body });
      expect(created.statusCode).toBe(201);
      const { id: recordId } = created.body as { id: number };
      const same = await world.ask(`PUT /${at(path, id)}`, { as: 'editor', body });
      expect([same.statusCode, same.headers.get('x-unchanged'), same.headers.get('etag')]).toEqual([
        200,
        '1',
        created.headers.get('etag'),
      ]);
      const changed = await world.ask(`PUT /${at(path, id)}`, { as: 'editor', body: { description: 'New text' } });
      expect([changed.statusCode, changed.headers.get('x-unchanged')]).toEqual([200, null]);
      expect(changed.body).toMatchObject({ id: recordId, [key]: body[key], source: 'box-office', external_id: id });
      const read = await world.ask(`GET /${at(path, id)}`, { as: 'editor' });
      expect(read.body).toMatchObject({ id: recordId });
      const removed = await world.ask(`DELETE /${at(path, id)}`, { as: 'editor' });
      expect(removed.statusCode).toBe(200);
    });

    test('requires the fields of a new record', async () => {
      const { statusCode, body } = await world.ask(`PUT /${at(path, word('id'))}`, { as: 'editor', body: {} });
      expect([statusCode, body]).toMatchObject([400, { code: 'rest_missing_callback_param' }]);
    });
  });

  describe('POST with an external ID', () => {
    const post = (body: Body, query = '') =>
      world.ask(`POST /events${query}`, { as: 'editor', body: { ...bodies.events, ...body } });

    test('updates, skips or refuses an existing record as on_conflict says', async () => {
      const identity = { source: 'crm', external_id: word('id') };
      const { body: created } = await post(identity);
      expect((await post({ ...identity, title: 'Second' })).body).toMatchObject({ title: 'Second' });
      const skipped = await post({ ...identity, title: 'Third' }, '?on_conflict=skip');
      expect([skipped.statusCode, skipped.headers.get('x-unchanged'), skipped.body]).toMatchObject([
        200,
        '1',
        { title: 'Second' },
      ]);
      const refused = await post({ ...identity, title: 'Fourth' }, '?on_conflict=fail');
      expect(refused.statusCode).toBe(409);
      expect(refused.body).toMatchObject({ data: { id: (created as { id: number }).id } });
    });

    test('uses the name of the user as the source by default', async () => {
      const id = word('id');
      const { body } = await post({ external_id: id });
      expect(body).toMatchObject({ source: 'world-editor', external_id: id });
    });

    test('refuses a source without an ID, and characters that a source cannot have', async () => {
      expect((await post({ source: 'crm' })).statusCode).toBe(400);
      expect((await post({ source: 'Box Office', external_id: '7' })).statusCode).toBe(400);
      expect((await post({ source: 'x'.repeat(65), external_id: '7' })).statusCode).toBe(400);
      expect((await post({ external_id: 'x'.repeat(256) })).statusCode).toBe(400);
    });
  });

  describe('a record with an external ID', () => {
    const create = async (body: Body = {}) => {
      const id = word('id');
      const { body: created } = await world.ask(`PUT /${at('events', id)}`, {
        as: 'editor',
        body: { ...bodies.events, ...body },
      });
      return { id, created: created as { id: number } };
    };

    test('is refused in the trash unless it is to be restored', async () => {
      const { id, created } = await create();
      await world.ask(`DELETE /events/${created.id}`, { as: 'editor' });
      const body = { title: 'Again' };
      expect((await world.ask(`PUT /${at('events', id)}`, { as: 'editor', body })).statusCode).toBe(409);
      const restored = await world.ask(`PUT /${at('events', id)}?restore=true`, { as: 'editor', body });
      expect([restored.statusCode, restored.body]).toMatchObject([
        200,
        { id: created.id, status: 'publish', title: 'Again' },
      ]);
    });

    test('honours If-Match', async () => {
      const { id } = await create();
      const first = await world.ask(`GET /${at('events', id)}`, { as: 'editor' });
      const headers = { 'if-match': String(first.headers.get('etag')) };
      const put = (title: string) => world.ask(`PUT /${at('events', id)}`, { as: 'editor', headers, body: { title } });
      expect((await put('One')).statusCode).toBe(200);
      expect((await put('Two')).statusCode).toBe(412);
      const unknown = await world.ask(`PUT /${at('events', word('id'))}`, {
        as: 'editor',
        headers,
        body: bodies.events ?? {},
      });
      expect(unknown.statusCode).toBe(412);
    });

    test('shows it to callers who may change the record only, and finds it for them only', async () => {
      const { id, created } = await create();
      for (const as of [undefined, 'subscriber', 'contributor', 'author'] as const) {
        const { body } = await world.ask(`GET /events/${created.id}`, as ? { as } : {});
        expect(body).not.toHaveProperty('external_id');
        const found = await world.ask(`GET /events?external_id=${id}&source=box-office`, as ? { as } : {});
        expect(found.statusCode === 404 || (found.body as { total: number }).total === 0).toBe(true);
      }
      const { body } = await world.ask(`GET /events?external_id=${id}&source=box-office`, { as: 'editor' });
      expect(body).toMatchObject({ total: 1, events: [{ id: created.id, external_id: id }] });
      const dropin = await world.ask(`GET /events/${created.id}`, { as: 'editor', on: 'dropin' });
      expect(dropin.body).not.toHaveProperty('external_id');
    });

    test('is changed with the rights on the record', async () => {
      const { id } = await create();
      const put = (as?: 'author' | 'subscriber') =>
        world.ask(`PUT /${at('events', id)}`, { ...(as && { as }), body: { title: 'Mine' } });
      expect((await put()).statusCode).toBe(401);
      expect((await put('subscriber')).statusCode).toBe(403);
      expect((await put('author')).statusCode).toBe(403);
    });

    test('is unknown by its external ID to callers who may not change the record', async () => {
      const { id } = await create();
      for (const as of ['anonymous', 'subscriber', 'contributor', 'author'] as const)
        expect([as, (await world.ask(`GET /${at('events', id)}`, { as })).statusCode]).toEqual([as, 404]);
      for (const as of ['contributor', 'author'] as const) {
        const [known, unknown] = [id, word('id')].map((one) => world.ask(`DELETE /${at('events', one)}`, { as }));
        expect(await known).toMatchObject({ statusCode: 404, body: (await unknown)?.body });
      }
      expect((await world.ask(`GET /${at('events', id)}`, { as: 'editor' })).statusCode).toBe(200);
    });

    test('keeps it alone: another record cannot take it', async () => {
      const { id } = await create();
      const other = await world.event();
      const body = { source: 'box-office', external_id: id };
      expect((await world.ask(`PATCH /events/${other.id}`, { as: 'editor', body })).statusCode).toBe(409);
      expect(
        (await world.ask(`PATCH /events/${other.id}`, { as: 'editor', body: { external_id: '' } })).statusCode,
      ).toBe(200);
    });

    test('passes it on to no copy and no date of a series', async () => {
      const { created } = await create({ recurrence: { rule: 'FREQ=DAILY;COUNT=3' } });
      const copy = await world.send(`POST /events/${created.id}/duplicate`, {}, { as: 'editor' });
      expect(copy).not.toHaveProperty('external_id');
      const table = registry.named('event');
      expect(await world.store.count({ table, where: all(is('source', 'box-office'), is('series', created.id)) })).toBe(
        0,
      );
    });
  });

  describe('links by external ID', () => {
    test('create the linked record once, and find it afterwards', async () => {
      const [venue, category] = [word('venue'), word('category')];
      const body = (more: Body) => ({
        ...bodies.events,
        venue: { source: 'crm', external_id: venue, ...more },
        categories: [{ source: 'crm', external_id: category, name: category }],
      });
      const unknown = await world.ask('POST /events', { as: 'editor', body: body({}) });
      expect([unknown.statusCode, unknown.body]).toMatchObject([400, { code: 'rest_unknown_external_id' }]);
      const first = await world.send('POST /events', body({ venue: 'Town Barn' }), { as: 'editor' });
      const second = await world.send('POST /events', body({}), { as: 'editor' });
      expect(second.venue.id).toBe(first.venue.id);
      expect(second.categories[0].id).toBe(first.categories[0].id);
    });
  });

  test('of several requests at one moment one creates the record, and the others update it', async () => {
    for (const path of Object.keys(bodies)) {
      const id = word('id');
      const key = Object.keys(bodies[path] ?? {})[0] ?? '';
      const put = (_: unknown, number: number) =>
        world.askAgain(`PUT /${at(path, id)}`, { as: 'editor', body: { ...bodies[path], [key]: `${id} ${number}` } });
      const replies = await Promise.all(Array.from({ length: 8 }, put));
      const statusCodes = replies.map(({ statusCode }) => statusCode).toSorted();
      expect([path, statusCodes]).toEqual([path, [200, 200, 200, 200, 200, 200, 200, 201]]);
      expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    }
  });

  describe('many clients at once', () => {
    const [clients, ids] = [Math.min(32, repetitions(8)), Math.min(1_000, repetitions(40))];

    test('create each external ID once, also after lost answers', { timeout: 900_000 }, async () => {
      const source = word('race');
      const work = async (client: number) => {
        for (let at = 0; at < ids; at++) {
          const id = (at * 7 + client * 13) % ids;
          const request = () =>
            world.askAgain(`PUT /events/by-external/${source}/${id}`, {
              as: 'editor',
              body: {
                ...bodies.events,
                title: `Event ${id}`,
                venue: { source, external_id: `v${id % 5}`, venue: `Hall ${id % 5}` },
              },
            });
          expect([200, 201]).toContain((await request()).statusCode);
          // A client that lost the answer sends the request again.
          if ((at + client) % 5 === 0) expect((await request()).statusCode).toBe(200);
        }
      };
      await Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
      const of = (name: string) => ({ table: registry.named(name), where: is('source', source) });
      expect(await world.store.count(of('event'))).toBe(ids);
      expect(await world.store.count(of('venue'))).toBe(5);
      expect(await world.store.count({ ...of('event'), where: all(is('source', source), is('version', 1)) })).toBe(ids);
    });
  });
});
