// Sources of external IDs are owned: by their user, by editors, or by the system. Nobody claims a record of another system
// before its sync does.
import { describe, expect, test } from 'vitest';
import { removeUser } from '../src/auth/accounts.js';
import { all, everything, is } from '../src/core/condition.js';
import { sourceOwners } from '../src/core/external.js';
import { registry } from '../src/models/registry.js';
import { onOneEngine } from './harness/engines.js';
import { png } from './harness/pictures.js';
import { type Answered, type Body, useWorld, word } from './harness/world.js';

const dates = { start_date: '2027-07-01 10:00', end_date: '2027-07-01 12:00' };
const fair = { title: 'Fair', ...dates };
const event = registry.named('event');
const people = ['administrator', 'editor', 'author', 'contributor'] as const;

onOneEngine((engine) => {
  const world = useWorld(engine);
  const at = (source: string, id: string) => `/events/by-external/${encodeURIComponent(source)}/${id}`;
  const put = (as: (typeof people)[number], source: string, id: string, body: Body = fair) =>
    world.ask(`PUT ${at(source, id)}`, { as, body });
  const countIn = (source: string, table = event) => world.store.count({ table, where: is('source', source) });
  /** As a release before sources had owners stored it. */
  const squat = async (as: 'author' | 'contributor', source: string, external_id: string): Promise<number> => {
    const { id } = await world.event({ title: 'Squatted', status: 'draft' }, { as });
    await world.store.transact((writer) => writer.update(event, id, { source, external_id }));
    return id;
  };

  describe('a source of the system', () => {
    test.each(['subscription:7', 'tec:https://old.example'])('%s is refused in every request', async (source) => {
      const key = { source, external_id: word('id') };
      for (const as of people) {
        const { id } = await world.event({ status: 'draft' }, { as });
        const answers = [
          await put(as, source, key.external_id),
          await world.ask('POST /events', { as, body: { ...fair, ...key } }),
          await world.ask('POST /events', { as, body: { ...fair, venue: { ...key, venue: 'Barn' } } }),
          await world.ask('POST /venues', { as, body: { venue: 'Barn', ...key } }),
          await world.ask('POST /batch', {
            as,
            body: { operations: [{ method: 'UPSERT', path: '/events', body: { ...fair, ...key } }] },
          }),
          await world.ask(`PATCH /events/${id}`, { as, body: key }),
        ];
        expect({ as, codes: answers.map(({ statusCode }) => statusCode) }).toEqual({
          as,
          codes: [403, 403, 403, 403, 403, 403],
        });
      }
      const tags = await world.ask('POST /tags', { as: 'editor', body: { name: word('tag'), ...key } });
      expect([tags.statusCode, tags.body.code]).toEqual([403, 'rest_source_reserved']);
      for (const name of ['event', 'venue', 'tag']) expect(await countIn(source, registry.named(name))).toBe(0);
    });

    test('is refused as the source of an imported file and of lines', async () => {
      const file = `data:text/csv;base64,${Buffer.from('title,start,end\nFair,2027-07-01,2027-07-01\n').toString('base64')}`;
      const csv = await world.ask('POST /imports', { as: 'editor', body: { file, source: 'subscription:7' } });
      expect([csv.statusCode, csv.body.code]).toEqual([403, 'rest_source_reserved']);
      const line = JSON.stringify({ resource: 'event', source: 'tec:x', external_id: '1', ...fair });
      const lines = await world.ask('POST /import.ndjson', {
        as: 'administrator',
        raw: line,
        headers: { 'content-type': 'application/x-ndjson' },
      });
      expect([lines.statusCode, lines.body.code]).toEqual([403, 'rest_source_reserved']);
      expect([await countIn('subscription:7'), await countIn('tec:x')]).toEqual([0, 0]);
    });

    test('stays with a record that an editor changes otherwise', async () => {
      const { id } = await world.event({}, { as: 'editor' });
      const key = { source: 'subscription:8', external_id: word('id') };
      await world.store.transact((writer) => writer.update(event, id, key));
      const changed = await world.send(`PATCH /events/${id}`, { title: 'Ours', ...key }, { as: 'editor' });
      expect(changed).toMatchObject({ title: 'Ours', ...key });
    });
  });

  describe('a source of editors', () => {
    test('cannot be claimed by an author before the sync of an editor comes', async () => {
      const [source, id] = [word('box'), word('id')];
      for (const as of ['author', 'contributor'] as const) {
        const claims = [
          await put(as, source, id),
          await world.ask('POST /events', { as, body: { ...fair, source, external_id: id } }),
          await world.ask(`PATCH /events/${(await world.event({ status: 'draft' }, { as })).id}`, {
            as,
            body: { source, external_id: id },
          }),
        ];
        expect(claims.map(({ statusCode, body }) => [statusCode, body.code])).toEqual(
          claims.map(() => [403, 'rest_source_not_yours']),
        );
      }
      expect((await put('editor', source, id)).statusCode).toBe(201);
      expect((await put('author', source, id, { title: 'Mine' })).statusCode).toBe(403);
    });

    test('takes a record over from an author who claimed it before sources had owners', async () => {
      const [source, id] = [word('box'), word('id')];
      const squatted = await squat('author', source, id);
      const filled = await put('editor', source, id, { ...fair, title: 'Official', status: 'publish' });
      expect([filled.statusCode, filled.body.id]).toEqual([200, squatted]);
      const mine = await world.ask(`PATCH /events/${squatted}`, { as: 'author', body: { title: 'Mine' } });
      expect(mine.statusCode).toBe(403);
      expect((await world.get(`/events/${squatted}`)).title).toBe('Official');
    });

    test('takes over every date of a series, and venues and images', async () => {
      const source = word('box');
      const claim = (name: string, id: number) =>
        world.store.transact((writer) => writer.update(registry.named(name), id, { source, external_id: '1' }));
      const series = await world.event({ recurrence: { rule: 'FREQ=DAILY;COUNT=3' } }, { as: 'author' });
      const venue = await world.venue({}, { as: 'author' });
      const image = await world.send(
        'POST /media',
        { file: `data:image/png;base64,${(await png(8, 8)).toString('base64')}`, title: 'Mine' },
        { as: 'author' },
      );
      await claim('event', series.id);
      await claim('venue', venue.id);
      await claim('media', image.id);
      const write = (path: string, body: Body) =>
        world.ask(`PUT /${path}/by-external/${source}/1`, { as: 'editor', body });
      const written = [
        await write('events', { title: 'Official' }),
        await write('venues', { venue: 'Official' }),
        await write('media', { title: 'Official' }),
      ];
      expect(written.map(({ statusCode, body }) => [statusCode, body.id])).toEqual([
        [200, series.id],
        [200, venue.id],
        [200, image.id],
      ]);
      const date = `events/${series.id}/occurrences/2027-07-02`;
      for (const path of [`events/${series.id}`, date, `venues/${venue.id}`, `media/${image.id}`]) {
        const { statusCode } = await world.ask(`PATCH /${path}`, { as: 'author', body: { description: 'Mine' } });
        expect({ path, statusCode }).toEqual({ path, statusCode: 403 });
      }
    });

    test('takes such a record over also in an import of lines', async () => {
      const [source, id] = [word('box'), word('id')];
      const squatted = await squat('author', source, id);
      const line = { resource: 'event', source, external_id: id, ...fair, title: 'Official', status: 'publish' };
      const { statusCode } = await world.ask('POST /import.ndjson', {
        as: 'administrator',
        raw: JSON.stringify(line),
        headers: { 'content-type': 'application/x-ndjson' },
      });
      expect(statusCode).toBe(200);
      expect((await world.get(`/events/${squatted}`)).title).toBe('Official');
      const mine = await world.ask(`PATCH /events/${squatted}`, { as: 'author', body: { title: 'Mine' } });
      expect(mine.statusCode).toBe(403);
    });
  });

  describe('the source of a user', () => {
    test('is the own name by default, for this user alone', async () => {
      const id = word('id');
      const created = await world.send('POST /events', { ...fair, external_id: id }, { as: 'author' });
      expect(created.source).toBe('world-author');
      expect((await put('author', 'world-author', id, { title: 'Again' })).statusCode).toBe(200);
      expect((await put('contributor', 'world-author', word('id'))).statusCode).toBe(403);
      const other = await put('editor', 'world-author', word('id'));
      expect([other.statusCode, other.body.code]).toEqual([403, 'rest_source_not_yours']);
    });

    test('stays with its user when the name is given to another one, until the user is deleted', async () => {
      const name = word('crew');
      const create = async () => world.send('POST /users', { name, role: 'author' }, { as: 'administrator' });
      const first = await create();
      const table = sourceOwners;
      await world.store.transact((writer) => writer.insert(table, { source: name, user_id: first.id }));
      expect((await put('editor', name, '1')).statusCode).toBe(403);
      await world.send(`PATCH /users/${first.id}`, { name: word('renamed') }, { as: 'administrator' });
      const second = await create();
      expect(await world.store.count({ table, where: is('user_id', second.id) })).toBe(0);
      expect((await put('editor', name, '1')).statusCode).toBe(403);
      const removed = await world.ask(`DELETE /users/${first.id}?force=true`, { as: 'administrator' });
      expect(removed.statusCode).toBe(200);
      expect((await put('editor', name, '1')).statusCode).toBe(201);
    });

    test('is free again when its user is removed on the command line', async () => {
      const name = word('crew');
      const { id } = await world.send('POST /users', { name, role: 'author' }, { as: 'administrator' });
      await world.store.transact((writer) => writer.insert(sourceOwners, { source: name, user_id: id }));
      await removeUser(world.store, name);
      expect((await put('editor', name, '1')).statusCode).toBe(201);
    });

    test('is bound neither by a dry run nor by a request that fails', async () => {
      const name = world.people.subscriber.name;
      expect(await world.store.count({ table: sourceOwners, where: is('source', name) })).toBe(0);
      const before = await world.store.count({ table: sourceOwners, where: everything });
      const wrong = { ...fair, end_date: '2027-06-01', external_id: word('id') };
      expect((await world.ask('POST /events', { as: 'contributor', body: wrong })).statusCode).toBe(400);
      const dry = await world.ask('POST /events?dry_run=true', {
        as: 'contributor',
        body: { ...fair, external_id: word('id') },
      });
      expect(dry.statusCode).toBe(200);
      expect(await world.store.count({ table: sourceOwners, where: everything })).toBe(before);
    });

    test('is not the name if others use that as a source; then it is user- and the ID', async () => {
      expect((await put('editor', 'world-contributor', word('id'))).statusCode).toBe(201);
      const refused = await world.ask('POST /events', {
        as: 'contributor',
        body: { ...fair, external_id: word('id') },
      });
      const own = `user-${world.people.contributor.id}`;
      expect([refused.statusCode, refused.body.code]).toEqual([403, 'rest_source_not_yours']);
      expect(refused.body.message).toContain(own);
      expect((await put('contributor', own, word('id'))).statusCode).toBe(201);
      expect((await put('editor', own, word('id'))).statusCode).toBe(403);
    });
  });

  describe('restoring a version', () => {
    test('leaves out an external ID that another record has by now', async () => {
      const key = { source: word('crm'), external_id: word('id') };
      const first = await world.send('POST /events', { ...fair, title: 'First', ...key }, { as: 'editor' });
      const other = await world.event({}, { as: 'editor' });
      await world.send(`PATCH /events/${first.id}`, { title: 'Second', external_id: '' }, { as: 'editor' });
      await world.send(`PATCH /events/${other.id}`, key, { as: 'editor' });
      const { revisions } = await world.get(`/revisions?resource=events&record=${first.id}`, { as: 'editor' });
      const oldest = (revisions as Answered[]).at(-1);
      const restored = await world.send(`POST /revisions/${oldest?.id}/restore`, {}, { as: 'editor' });
      expect(restored.title).toBe('First');
      expect(restored).not.toHaveProperty('external_id');
      const holders = { table: event, where: all(is('source', key.source), is('external_id', key.external_id)) };
      expect(await world.store.ids({ ...holders, order: [], limit: 5 })).toEqual([other.id]);
    });

    test('brings back a free external ID, but none of a source that the user may not use', async () => {
      const key = { source: word('crm'), external_id: word('id') };
      const { id } = await world.event({ title: 'First' }, { as: 'author' });
      await world.send(`PATCH /events/${id}`, { title: 'Second', ...key }, { as: 'editor' });
      const remove = () => world.send(`PATCH /events/${id}`, { title: 'Third', external_id: '' }, { as: 'editor' });
      const restore = async (as: 'editor' | 'author') => {
        const { revisions } = await world.get(`/revisions?resource=events&record=${id}`, { as: 'editor' });
        await world.send(`POST /revisions/${(revisions as Answered[]).at(-2)?.id}/restore`, {}, { as });
        return world.get(`/events/${id}`, { as: 'editor' });
      };
      await remove();
      expect(await restore('editor')).toMatchObject({ title: 'Second', ...key });
      await remove();
      const restored = await restore('author');
      expect(restored.title).toBe('Second');
      expect(restored).not.toHaveProperty('external_id');
    });
  });
});
