// Dry runs of changes (`dry_run=true`, formerly `_preview`): the response of the change, without storing anything.
import { describe, expect, test } from 'vitest';
import { changePassword } from '../src/auth/accounts.js';
import { everything } from '../src/core/condition.js';
import type { Table } from '../src/core/store.js';
import { credentialTables, idempotentResponses, users } from '../src/models/account/account.js';
import { preferences } from '../src/models/account/preferences.js';
import { registry } from '../src/models/registry.js';
import { expectRefusal, type Reply } from './harness/client.js';
import { forEachEngine, onOneEngine } from './harness/engines.js';
import { asFile, keptNames, multipart, png, stored } from './harness/pictures.js';
import { type Answered, type Body, useWorld, type World, word } from './harness/world.js';

const tables: readonly Table[] = [...registry.models, users, ...credentialTables, idempotentResponses, preferences];

/** All rows and files. */
async function everythingIn(world: World) {
  const rows = await Promise.all(
    tables.map(async (table) => {
      const all = await world.store.list({ table, where: everything, order: [{ column: 'id' }], limit: 10_000 });
      return [table.table, all] as const;
    }),
  );
  return { rows: Object.fromEntries(rows), files: await keptNames(world) };
}

const paths = ['events', 'venues', 'organizers', 'categories', 'tags'];

/** The body of a new record without the ids of records that were created with it. */
const withoutIds = (body: Body): Body => {
  const bare = (value: unknown): unknown => (Array.isArray(value) ? value.map(bare) : { ...Object(value), id: null });
  const linked = ['venue', 'organizer', 'categories', 'tags'].map((name) => [name, bare(body[name])]);
  return { ...body, id: null, ...Object.fromEntries(linked) };
};

const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00' };

onOneEngine((engine) => {
  const world = useWorld(engine);

  /** Asks for a preview and expects that it leaves everything as it was. */
  async function preview(request: string, given: Parameters<World['ask']>[1]): Promise<Reply> {
    const before = await everythingIn(world);
    const reply = await world.ask(`${request}${request.includes('?') ? '&' : '?'}_preview=true`, {
      as: 'administrator',
      ...given,
    });
    expect(await everythingIn(world)).toEqual(before);
    return reply;
  }

  describe('a preview', () => {
    test('of a new record equals the record created afterwards, except for the ids of new records', async () => {
      const title = word('Harvest ');
      await world.event({ title });
      const body = {
        title,
        ...times,
        cost: ['5', '€12'],
        categories: [word('category ')],
        tags: [word('tag ')],
        venue: [{ venue: word('Barn ') }, { venue: word('Mill ') }],
        organizer: { organizer: word('Guild ') },
      };
      const seen = await preview('POST /events', { body });
      expect([seen.statusCode, seen.headers.get('location')]).toEqual([200, null]);
      expect(seen.body).toMatchObject({ slug: expect.stringMatching(/-2$/), cost: '€5 – €12' });
      expect(await preview('POST /events', { body })).toMatchObject({ body: seen.body });
      expect(seen.headers.get('x-dry-run')).toBe('1');
      const made = await world.ask('POST /events', { as: 'administrator', body });
      expect([made.statusCode, made.headers.get('x-dry-run')]).toEqual([201, null]);
      const { changes, ...record } = seen.body;
      expect(record).toEqual(withoutIds(made.body));
      expect(changes).toMatchObject({ title: [null, title], venue: [null, [null, null]], organizer: [null, [null]] });
    });

    test('keeps the ids of records that exist', async () => {
      const [venue, tag] = [await world.venue(), await world.send('POST /tags', { name: word('tag ') })];
      const { id } = await world.event();
      const seen = await preview(`PATCH /events/${id}?context=edit`, {
        body: { venue: [venue.id, { venue: word('Barn ') }], tags: [tag.id, word('tag ')] },
      });
      expect(seen.body).toMatchObject({
        id,
        venue: [{ id: venue.id }, { id: null }],
        changes: { venue: [[], [venue.id, null]] },
        _input: { venue: [venue.id, null] },
      });
      const tags = (seen.body.tags as readonly { readonly id: number | null }[]).map((one) => one.id);
      expect(new Set(tags)).toEqual(new Set([tag.id, null]));
    });

    test('lists the changed fields with their old and new values, and no secret', async () => {
      const made = await world.event({ title: 'Harvest Market', cost: '5' });
      const same = await preview(`PATCH /events/${made.id}`, { body: { title: 'Harvest Market' } });
      expect(same.body.changes).toEqual({});
      const seen = await preview(`PATCH /events/${made.id}`, {
        body: { title: 'Harvest Fair', featured: true, password: 'secret word' },
      });
      expect(seen.body.changes).toMatchObject({
        title: ['Harvest Market', 'Harvest Fair'],
        featured: [false, true],
      });
      expect(seen.text).not.toContain('secret word');
      expect(Object.keys(Object(seen.body.changes))).not.toContain('modified');
    });

    test('of a deletion lists what is lost', async () => {
      const venue = await world.venue({ venue: 'Old Barn' });
      const trashed = await preview(`DELETE /venues/${venue.id}`, {});
      expect(trashed.body.changes).toMatchObject({ status: ['publish', 'trash'] });
      const tag = await world.send('POST /tags', { name: 'Lost tag' });
      const erased = await preview(`DELETE /tags/${tag.id}`, {});
      expect(erased.body).toMatchObject({ id: tag.id, changes: { name: ['Lost tag', null] } });
    });

    test('of restoring and duplicating a record has the header and the changes', async () => {
      const { id } = await world.event({ title: 'Before' });
      await world.send(`PATCH /events/${id}`, { title: 'After' });
      const { revisions } = await world.get(`/revisions?resource=events&record=${id}`, { as: 'administrator' });
      const first = (revisions as readonly { readonly id: number }[]).at(-1)?.id;
      const restored = await preview(`POST /revisions/${first}/restore`, {});
      expect(restored.headers.get('x-dry-run')).toBe('1');
      expect(restored.body.changes).toMatchObject({ title: ['After', 'Before'] });
      const copied = await preview(`POST /events/${id}/duplicate`, {});
      expect([copied.headers.get('x-dry-run'), copied.body.id]).toEqual(['1', null]);
      expect(copied.body.changes).toMatchObject({ title: [null, expect.stringContaining('After')] });
    });

    test.each(paths)('of creating and updating %s stores nothing', async (path) => {
      const fields = { events: 'title', venues: 'venue', organizers: 'organizer', categories: 'name', tags: 'name' };
      const field = fields[path as keyof typeof fields];
      const given = (): Body => ({ [field]: word('Preview '), ...(path === 'events' && times) });
      expect((await preview(`POST /${path}`, { body: given() })).statusCode).toBe(200);
      const made = await world.send(`POST /${path}`, given());
      const body = { [field]: word('Other '), description: 'Other' };
      const seen = await preview(`PATCH /${path}/${made.id}`, { body });
      expect([seen.statusCode, seen.body[field]]).toEqual([200, body[field]]);
      const { changes, ...record } = seen.body;
      expect(await world.send(`PATCH /${path}/${made.id}`, body)).toEqual(record);
      expect(changes).toMatchObject({ [field]: [made[field], body[field]] });
    });

    test('has the form input with context=edit', async () => {
      const { body } = await preview('POST /events?context=edit', {
        body: { title: 'As a form', ...times, cost: 10 },
        as: 'author',
      });
      expect(body._input).toMatchObject({ title: 'As a form', cost: '$10', author: world.people.author.id });
    });

    test('has the same errors as the change', async () => {
      const wrong = await preview('POST /events', { body: { ...times, title: 'Wrong', venue: 999_999 } });
      expectRefusal(wrong, { statusCode: 400, code: 'rest_invalid_param', params: ['venue'] });
      expectRefusal(await preview('POST /events', { body: times }), {
        statusCode: 400,
        code: 'rest_missing_callback_param',
        params: ['title'],
      });
      const { id } = await world.event();
      expectRefusal(await preview(`PATCH /events/${id}`, { as: 'author', body: { title: 'Mine' } }), {
        statusCode: 403,
        code: 'rest_forbidden',
      });
      expectRefusal(await preview('POST /events', { as: 'anonymous', body: { ...times, title: 'Mine' } }), {
        statusCode: 401,
        code: 'rest_forbidden',
      });
      const unsure = await world.ask('POST /events?_preview=perhaps', {
        as: 'editor',
        body: { ...times, title: 'Perhaps' },
      });
      expectRefusal(unsure, { statusCode: 400, code: 'rest_invalid_param', params: ['_preview'] });
      const stale = await preview(`PATCH /events/${id}`, { body: { title: 'Late' }, headers: { 'if-match': '"0-x"' } });
      expect(stale.statusCode).toBe(412);
    });

    test('of an image leaves no new file and removes none', async () => {
      const file = asFile(await png(91, 61), 'new.png');
      const seen = await preview('POST /media', await multipart({ file, title: 'New' }));
      expect([seen.statusCode, seen.body]).toMatchObject([200, { title: 'New', width: 91, height: 61 }]);
      const known = await stored(world);
      expect((await preview(`DELETE /media/${known.id}`, {})).body.id).toBe(known.id);
      expect((await world.ask(`GET /media/${known.id}`, { as: 'editor' })).statusCode).toBe(200);
      const made = await world.ask('POST /media', {
        as: 'administrator',
        ...(await multipart({ file, title: 'New' })),
      });
      expect(made.body).toMatchObject({ width: 91, url: seen.body.url });
    });

    test('of a deletion deletes nothing', async () => {
      const { id } = await world.event();
      expect((await preview(`DELETE /events/${id}`, {})).body.status).toBe('trash');
      await world.send(`DELETE /events/${id}`, {});
      expect((await preview(`DELETE /events/${id}?force=true`, {})).statusCode).toBe(200);
    });

    test('does not use up an idempotency key', async () => {
      const headers = { 'idempotency-key': word('key-') };
      const body = { title: word('Keyed '), ...times };
      expect((await preview('POST /events', { body, headers })).statusCode).toBe(200);
      expect((await world.ask('POST /events', { as: 'administrator', body, headers })).statusCode).toBe(201);
    });

    test('contains no secret, since none is created', async () => {
      const user = await preview('POST /users', { body: { name: word('Nobody '), role: 'editor' } });
      expect([user.statusCode, user.body.password]).toEqual([200, undefined]);
      await changePassword(world.store, world.people.administrator.name, 'correct horse battery');
      const given = { label: 'None', current_password: 'correct horse battery' };
      const own = await preview('POST /users/me/application-passwords', { body: given });
      expect([own.statusCode, own.body.password]).toEqual([200, undefined]);
      const feed = await preview('POST /users/me/feed-keys', { body: given });
      expect([feed.statusCode, feed.body.key]).toEqual([200, undefined]);
    });

    test('does not appear in lists', async () => {
      const list = () => world.get('/events?start_date=2027-01-01&per_page=50');
      const before = await list();
      await preview('POST /events', { body: { title: 'Unseen', ...times } });
      expect(await list()).toEqual(before);
    });

    test('is a real change on the drop-in mount, which has no previews', async () => {
      const body = { title: word('Really '), ...times };
      const made = await world.ask('POST /events?_preview=true', { as: 'editor', on: 'dropin', body });
      expect([made.statusCode, (await world.get(`/events/${made.body.id}`)).title]).toEqual([201, body.title]);
    });
  });
});

forEachEngine((engine) => {
  const world = useWorld(engine);

  test('a dry run does not affect concurrent changes of the same kind', async () => {
    const body = () => ({ title: word('Both '), ...times, venue: { venue: word('Both ') } });
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        world.ask(`POST /events${at % 2 ? '?_preview=true' : ''}`, { as: 'editor', body: body() }),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(
      Array.from({ length: 12 }, (_, at) => (at % 2 ? 200 : 201)),
    );
    const ids = replies.filter(({ statusCode }) => statusCode === 201).map(({ body: made }) => (made as Answered).id);
    for (const id of ids) expect((await world.ask(`GET /events/${id}`)).statusCode).toBe(200);
    expect(new Set(ids).size).toBe(6);
  });
});
