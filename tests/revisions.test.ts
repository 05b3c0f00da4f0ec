// Revisions: every change is recorded with its author and its fields, shown to those who may edit the record, and can be
// undone.
import { beforeEach, describe, expect, test } from 'vitest';
import { everything } from '../src/core/condition.js';
import { revisions } from '../src/core/revision.js';
import { registry } from '../src/models/registry.js';
import { expectRefusal, type Who } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { png } from './harness/pictures.js';
import { type Answered, startOfWorld, useWorld, word } from './harness/world.js';

onOneEngine((engine) => {
  const world = useWorld(engine);
  beforeEach(() => {
    world.clock.now = startOfWorld;
  });
  const historyOf = async (resource: string, id: number, as: Who = 'administrator'): Promise<readonly Answered[]> =>
    (await world.get(`/revisions?resource=${resource}&record=${id}&per_page=100`, { as })).revisions;
  const restore = (id: number, as: Who = 'administrator', headers = {}) =>
    world.ask(`POST /revisions/${id}/restore`, { as, body: {}, headers });
  const newest = async (resource: string, id: number): Promise<Answered> => {
    const [first] = await historyOf(resource, id);
    if (!first) throw new Error(`no revision of ${resource} ${id}`);
    return first;
  };

  describe('a change', () => {
    test('is recorded with its user, program and changed fields', async () => {
      const [barn, mill] = [await world.venue(), await world.venue()];
      const { id } = await world.event({ title: 'Fair', venue: barn.id }, { as: 'editor' });
      world.clock.now = '2027-06-16 03:04:05';
      const changed = await world.send(`PATCH /events/${id}`, {
        title: 'Autumn fair',
        venue: mill.id,
        tags: ['autumn'],
      });
      const [tag] = changed.tags;
      const [updated, created] = await historyOf('events', id);
      expect(created).toMatchObject({ action: 'created', title: 'Fair', changes: [], resource: 'events', record: id });
      expect(created?.user).toEqual({ id: world.people.editor.id, name: 'world-editor' });
      expect(updated).toMatchObject({
        action: 'updated',
        date_utc: '2027-06-16 03:04:05',
        title: 'Autumn fair',
        via: 'first',
        changes: [
          { field: 'title', before: 'Fair', after: 'Autumn fair' },
          { field: 'venue', before: [barn.id], after: [mill.id] },
          { field: 'tags', before: [], after: [tag.id] },
        ],
      });
      expect(await historyOf('tags', tag.id)).toMatchObject([{ action: 'created', title: 'autumn' }]);
    });

    test('that changes nothing is not recorded', async () => {
      const made = await world.event({ title: 'Fair' });
      await world.send(`PATCH /events/${made.id}`, { title: 'Fair' });
      await world.send(`PATCH /events/${made.id}?dry_run=true`, { title: 'Other' });
      expect(
        (await world.ask(`PATCH /events/${made.id}`, { as: 'editor', body: { end_date: '2020' } })).statusCode,
      ).toBe(400);
      expect((await historyOf('events', made.id)).map(({ action }) => action)).toEqual(['created']);
    });

    test('to the trash, out of it and at the end is recorded as such', async () => {
      const { id } = await world.venue();
      await world.send(`DELETE /venues/${id}`, {});
      await world.send(`PATCH /venues/${id}`, { status: 'publish' });
      await world.send(`DELETE /venues/${id}`, {});
      await world.send(`DELETE /venues/${id}?force=true`, {});
      const actions = (await historyOf('venues', id)).map(({ action }) => action);
      expect(actions).toEqual(['erased', 'trashed', 'restored', 'trashed', 'created']);
    });

    test('of a series is recorded once, on the series', async () => {
      const { id } = await world.event({ recurrence: { rule: 'FREQ=DAILY;COUNT=40' } });
      const total = async () => (await world.get('/revisions', { as: 'administrator' })).total;
      const before = await total();
      await world.send(`PATCH /events/${id}`, { title: 'All of them' });
      expect(await total()).toBe(before + 1);
      expect(await newest('events', id)).toMatchObject({ action: 'updated', changes: [{ field: 'title' }] });
    });

    test('by a job names the job', async () => {
      const { id } = await world.event({ date: '2028-01-01 10:00:00' });
      world.clock.now = '2028-02-01 10:00:00';
      await world.runDue();
      expect(await newest('events', id)).toMatchObject({
        action: 'updated',
        user: { id: 0, name: 'operator' },
        via: 'publish',
        changes: [{ field: 'status', before: 'future', after: 'publish' }],
      });
    });

    test('of a password is recorded without its values', async () => {
      const { id } = await world.event();
      await world.send(`PATCH /events/${id}`, { password: 'open sesame' });
      expect((await newest('events', id)).changes).toEqual([{ field: 'password', secret: true }]);
      const user = await world.send('POST /users', { name: word('user'), role: 'author' });
      await world.send(`PATCH /users/${user.id}`, { password: 'correct horse battery', role: 'editor' });
      expect((await newest('users', user.id)).changes).toEqual([
        { field: 'role', before: 'author', after: 'editor' },
        { field: 'password', secret: true },
      ]);
      const rows = await world.store.list({ table: revisions, where: everything, order: [], limit: 10_000 });
      for (const secret of ['$argon2', 'open sesame', 'correct horse', user.password])
        expect(JSON.stringify(rows)).not.toContain(secret);
    });
  });

  test('every column that holds a secret is marked as one', () => {
    const unmarked = registry.models.flatMap(({ name, columns }) =>
      Object.entries(columns)
        // That there is one is no secret, nor until when.
        .filter(
          ([column]) =>
            !/_has_|_until$/.test(column) && /password|digest|secret|token|csrf|totp|recovery/i.test(column),
        )
        .filter(([, { secret, concealed }]) => !secret && !concealed)
        .map(([column]) => `${name}.${column}`),
    );
    expect(unmarked).toEqual([]);
  });

  describe('the list', () => {
    test('filters by user, action, program and time, in pages', async () => {
      world.clock.now = '2029-01-01 10:00:00';
      const { id } = await world.organizer({}, { as: 'author' });
      world.clock.now = '2029-01-02 10:00:00';
      await world.send(`PATCH /organizers/${id}`, { phone: '1' }, { as: 'editor' });
      const found = async (query: string) =>
        (await world.get(`/revisions?resource=organizers&record=${id}&${query}`, { as: 'editor' })).revisions.map(
          ({ action }: Answered) => action,
        );
      expect(await found(`user=${world.people.author.id}`)).toEqual(['created']);
      expect(await found('action=updated')).toEqual(['updated']);
      expect(await found('via=first')).toEqual(['updated', 'created']);
      expect(await found('via=other')).toEqual([]);
      expect(await found('after=2029-01-02 10:00:00%2B00:00')).toEqual(['updated']);
      expect(await found('before=2029-01-02 10:00:00%2B00:00')).toEqual(['created']);
      expect(await found('per_page=1&page=2')).toEqual(['created']);
      const first = await world.ask(`GET /revisions?record=${id}&resource=organizers&per_page=1`, { as: 'editor' });
      expect([first.headers.get('x-wp-total'), first.body.next_rest_url]).toEqual([
        '2',
        expect.stringContaining('page=2'),
      ]);
      expectRefusal(await world.ask('GET /revisions?page=9999', { as: 'editor' }), {
        statusCode: 404,
        code: 'revision-archive-page-not-found',
      });
      for (const query of ['resource=pigs', 'record=x', 'action=drawn', 'after=x', 'user=-1'])
        expect((await world.ask(`GET /revisions?${query}`, { as: 'editor' })).statusCode).toBe(400);
    });

    test('cuts long texts, which the single revision has whole', async () => {
      const { id } = await world.event();
      const description = `<p>${'long text '.repeat(1_000)}</p>`;
      await world.send(`PATCH /events/${id}`, { description });
      const revision = await newest('events', id);
      expect(revision.changes[0].after).toHaveLength(2_000);
      expect(revision.changes[0].shortened).toBe(true);
      const whole = await world.get(`/revisions/${revision.id}`, { as: 'editor' });
      expect(whole.changes[0].after.length).toBeGreaterThan(9_000);
    });
  });

  describe('restoring', () => {
    test('is an update by the caller, with If-Match and a revision of its own', async () => {
      const { id } = await world.event({ title: 'One' });
      const first = await newest('events', id);
      await world.send(`PATCH /events/${id}`, { title: 'Two' });
      const read = await world.ask(`GET /events/${id}`, { as: 'editor' });
      await world.send(`PATCH /events/${id}`, { title: 'Three' });
      expect((await restore(first.id, 'editor', { 'if-match': read.headers.get('etag') })).statusCode).toBe(412);
      const reply = await restore(first.id, 'editor');
      expect([reply.statusCode, reply.body.title]).toEqual([200, 'One']);
      expect(await newest('events', id)).toMatchObject({
        action: 'updated',
        user: { name: 'world-editor' },
        changes: [{ field: 'title', before: 'Three', after: 'One' }],
      });
    });

    test('brings a trashed record back', async () => {
      const { id, slug } = await world.event();
      const [created] = await historyOf('events', id);
      await world.send(`DELETE /events/${id}`, {});
      const reply = await restore(created?.id ?? 0);
      expect([reply.body.status, reply.body.slug]).toEqual(['publish', slug]);
      expect((await newest('events', id)).action).toBe('restored');
    });

    test('names linked records that no longer exist, and changes nothing', async () => {
      const venue = await world.venue();
      const file = `data:image/png;base64,${(await png(31, 30)).toString('base64')}`;
      const image = await world.send('POST /media', { file, title: 'Image' });
      const { id } = await world.event({ title: 'Linked', venue: venue.id, image: image.id });
      const created = await newest('events', id);
      await world.send(`PATCH /events/${id}`, { title: 'Free', venue: [], image: '' });
      await world.send(`DELETE /venues/${venue.id}`, {});
      await world.send(`DELETE /venues/${venue.id}?force=true`, {});
      await world.send(`DELETE /media/${image.id}`, {});
      const before = await world.get(`/events/${id}`, { as: 'editor' });
      const reply = await restore(created.id);
      expectRefusal(reply, { statusCode: 409, code: 'rest_missing_records' });
      expect(reply.body.message).toContain(`venue ${venue.id}, image ${image.id}`);
      expect(await world.get(`/events/${id}`, { as: 'editor' })).toEqual(before);
    });

    test('of an erased record or an unknown revision is refused', async () => {
      const { id } = await world.tag();
      const created = await newest('tags', id);
      await world.send(`DELETE /tags/${id}`, {});
      expect((await restore(created.id)).statusCode).toBe(404);
      expectRefusal(await restore(2 ** 31), { statusCode: 404, code: 'rest-revision-not-found' });
    });

    test('an event that became a series makes it a single event again', async () => {
      const { id } = await world.event({ title: 'Once' });
      const created = await newest('events', id);
      const before = await world.get(`/events/${id}`);
      await world.send(`PATCH /events/${id}`, { recurrence: { rule: 'FREQ=WEEKLY;COUNT=5' } });
      expect((await world.get('/events?search=Once')).total).toBe(5);
      expect((await restore(created.id)).statusCode).toBe(200);
      const after = await world.get(`/events/${id}`);
      expect({ ...after, modified: '', modified_utc: '' }).toEqual({ ...before, modified: '', modified_utc: '' });
      expect((await world.get('/events?search=Once')).total).toBe(1);
    });

    test('a series moves its dates back', async () => {
      const { id } = await world.event({ title: 'Weekly', recurrence: { rule: 'FREQ=WEEKLY;COUNT=5' } });
      const created = await newest('events', id);
      const starts = async () =>
        (await world.get(`/events/${id}/occurrences?per_page=50`)).events.map(({ start_date }: Answered) => start_date);
      const before = [await starts(), await world.get(`/events/${id}`)];
      await world.send(`PATCH /events/${id}`, {
        start_date: '2027-07-02 15:00:00',
        end_date: '2027-07-02 16:00:00',
        recurrence: { rule: 'FREQ=DAILY;COUNT=9' },
      });
      expect(await starts()).toHaveLength(9);
      expect((await restore(created.id)).statusCode).toBe(200);
      expect([await starts(), { ...(await world.get(`/events/${id}`)), modified: '', modified_utc: '' }]).toEqual([
        before[0],
        { ...before[1], modified: '', modified_utc: '' },
      ]);
    });
  });

  describe('rights', () => {
    const mayRead: Readonly<Record<Who, readonly string[]>> = {
      anonymous: [],
      subscriber: [],
      contributor: ['own draft'],
      author: ['own draft', 'own published'],
      editor: ['own draft', 'own published', 'draft', 'published', 'trashed', 'term'],
      administrator: ['own draft', 'own published', 'draft', 'published', 'trashed', 'term', 'user', 'erased'],
    };

    test.each(Object.keys(mayRead) as Who[])('the %s sees and restores what they may edit', async (who) => {
      const author = who === 'anonymous' ? world.people.editor.id : world.people[who].id;
      const { id: stranger } = await world.send('POST /users', { name: word('stranger'), role: 'author' });
      const made: Readonly<Record<string, readonly [string, Answered]>> = {
        'own draft': ['events', await world.event({ author, status: 'draft' })],
        'own published': ['events', await world.event({ author })],
        draft: ['events', await world.event({ author: stranger, status: 'draft' })],
        published: ['events', await world.event({ author: stranger })],
        trashed: ['events', await world.event({ author: stranger })],
        term: ['tags', await world.tag()],
        user: ['users', await world.send('POST /users', { name: word('user'), role: 'author' })],
        erased: ['tags', await world.tag()],
      };
      await world.send(`DELETE /events/${made.trashed?.[1].id}`, {});
      await world.send(`DELETE /tags/${made.erased?.[1].id}`, {});
      const wanted = mayRead[who];
      const got: Record<string, readonly unknown[]> = {};
      for (const [name, [resource, { id }]] of Object.entries(made)) {
        const { id: revision } = await newest(resource, id);
        const list = await world.ask(`GET /revisions?resource=${resource}&record=${id}`, { as: who });
        const one = await world.ask(`GET /revisions/${revision}`, { as: who });
        const put = await restore(revision, who);
        got[name] = [list.statusCode, list.body.total ?? list.body.code, one.statusCode, put.statusCode];
      }
      const general = who === 'anonymous' ? 401 : 403;
      const expected = Object.entries(made).map(([name]) => {
        if (who === 'anonymous' || who === 'subscriber') return [name, [general, 'rest_forbidden', general, general]];
        if (!wanted.includes(name)) return [name, [200, 0, 404, 404]];
        const total = name === 'trashed' || name === 'erased' ? 2 : 1;
        return [name, [200, total, 200, name === 'erased' ? 404 : 200]];
      });
      expect(got).toEqual(Object.fromEntries(expected));
    });
  });

  test('are deleted after the configured days, and newer ones can still be restored', async () => {
    const { id } = await world.event({ title: 'One' });
    await world.send(`PATCH /events/${id}`, { title: 'Two' });
    world.clock.now = '2028-06-10 00:00:00';
    await world.send(`PATCH /events/${id}`, { title: 'Three' });
    const { id: third } = await newest('events', id);
    await world.send(`PATCH /events/${id}`, { title: 'Four' });
    world.clock.now = '2028-06-20 00:00:00';
    await world.runDue();
    const titles = (await historyOf('events', id)).map(({ title }) => title);
    expect(titles).toEqual(['Four', 'Three']);
    expect((await restore(third)).body.title).toBe('Three');
  });

  test('exist on the native mount only', async () => {
    expect((await world.ask('GET /revisions', { as: 'administrator', on: 'dropin' })).statusCode).toBe(404);
  });
});
