// Due records: scheduled ones are published and trash is erased on time,
// exactly once however many processes run the jobs.
import { describe, expect, test } from 'vitest';
import { openDatabase, startServer } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { before, everything, is, linked, matching } from '../src/core/condition.js';
import type { Row } from '../src/core/store.js';
import { idempotentResponses, sessions } from '../src/models/account/account.js';
import { event } from '../src/models/event/event.js';
import { tag } from '../src/models/tag/tag.js';
import { venue } from '../src/models/venue/venue.js';
import { forEachEngine, type Place, type TestEngine } from './harness/engines.js';
import { sessionDetails } from './harness/session-details.js';
import { type Answered, startOfWorld, startWorld, useWorld, type World, word } from './harness/world.js';

const soon = '2027-06-15 16:00:00';
const almost = '2027-06-15 15:59:59';
const later = '2027-06-15 18:00:00';

const admin = { as: 'administrator' } as const;

/** The record's version stands in front of its tag. */
async function versionOf(world: World, path: string): Promise<number> {
  const { headers } = await world.ask(`GET ${path}`, admin);
  return Number(/^"(\d+)-/.exec(headers.get('etag') ?? '')?.[1]);
}

forEachEngine((engine) => {
  describe('scheduled publishing', () => {
    const world = useWorld(engine);
    const statusOf = async (path: string) => (await world.get(path, admin)).status;

    test('an event is published when its time comes, and not before', async () => {
      const label = word('Scheduled ');
      const made = await world.event({ date_utc: soon, tags: [label] });
      const path = `/events/${made.id}`;
      const [{ id: tagId }] = made.tags;
      expect(made.status).toBe('future');
      expect((await world.ask(`GET ${path}`)).statusCode).toBe(404);

      world.clock.now = almost;
      await world.runDue();
      const waiting = await world.ask(`GET ${path}`, admin);
      expect(waiting.body).toMatchObject({ status: 'future', modified_utc: startOfWorld });
      expect(await versionOf(world, path)).toBe(1);
      expect((await world.get(`/tags/${tagId}`)).count).toBe(0);

      world.clock.now = soon;
      await world.runDue();
      const published = await world.ask(`GET ${path}`);
      expect(published.body).toMatchObject({
        status: 'publish',
        date_utc: soon,
        modified_utc: soon,
        slug: made.slug,
        url: `https://calendar.example/event/${made.slug}/`,
      });
      expect(published.headers.get('etag')).not.toBe(waiting.headers.get('etag'));
      expect(await versionOf(world, path)).toBe(2);
      expect((await world.get(`/tags/${tagId}`)).count).toBe(1);

      world.clock.now = later;
      await world.runDue();
      expect(await versionOf(world, path)).toBe(2);
      world.clock.now = startOfWorld;
    });

    test('venues and organizers are published when their time comes', async () => {
      const venueMade = await world.venue({ date_utc: soon });
      const organizerMade = await world.organizer({ date_utc: soon });
      const paths = [`/venues/${venueMade.id}`, `/organizers/${organizerMade.id}`];
      for (const path of paths) expect(await statusOf(path)).toBe('future');
      world.clock.now = later;
      await world.runDue();
      for (const path of paths) {
        expect(await world.get(path)).toMatchObject({ status: 'publish', date_utc: soon, modified_utc: later });
        expect(await versionOf(world, path)).toBe(2);
      }
      world.clock.now = startOfWorld;
    });

    test('publishes scheduled records only, whatever their date', async () => {
      const statuses = ['draft', 'pending', 'private', 'trash'];
      const made = await Promise.all(statuses.map((status) => world.event({ status, date_utc: soon })));
      const byContributor = await world.event({ status: 'publish', date_utc: soon }, { as: 'contributor' });
      expect(byContributor.status).toBe('pending');
      world.clock.now = later;
      await world.runDue();
      const rows = await world.store.list({
        table: event,
        where: is('date_utc', soon),
        order: [{ column: 'id' }],
        limit: 100,
      });
      const left = (id: number) => rows.find((row) => row.id === id);
      for (const [at, { id }] of made.entries()) expect(left(id)).toMatchObject({ status: statuses[at], version: 1 });
      expect(left(byContributor.id)).toMatchObject({ status: 'pending', version: 1 });
      world.clock.now = startOfWorld;
    });

    test('a changed date reschedules the record', async () => {
      const made = await world.event({ date_utc: soon });
      const path = `/events/${made.id}`;
      expect((await world.send(`PATCH ${path}`, { date_utc: later })).status).toBe('future');
      world.clock.now = soon;
      await world.runDue();
      expect(await statusOf(path)).toBe('future');
      const moved = await world.send(`PATCH ${path}`, { date_utc: '2027-06-01 08:00:00' });
      expect(moved).toMatchObject({ status: 'publish', date_utc: '2027-06-01 08:00:00' });
      expect((await world.send(`PATCH ${path}`, { date_utc: later })).status).toBe('future');
      world.clock.now = startOfWorld;
    });

    test('a record that cannot be published does not block others', async () => {
      const bad = await world.event({ date_utc: almost });
      const good = await world.event({ date_utc: soon });
      await world.store.transact((writer) => writer.update(event, bad.id, { end_date: '2020-01-01 00:00:00' }));
      world.clock.now = soon;
      await world.runDue();
      expect(await statusOf(`/events/${good.id}`)).toBe('publish');
      const stored = await world.store.read({ table: event, where: is('id', bad.id) });
      expect(stored).toMatchObject({ status: 'future', version: 1 });
      await world.store.transact((writer) => writer.update(event, bad.id, { end_date: bad.end_date }));
      await world.runDue();
      expect(await statusOf(`/events/${bad.id}`)).toBe('publish');
      world.clock.now = startOfWorld;
    });
  });

  describe('trash', () => {
    const world = useWorld(engine);
    const thirtyDaysOn = '2027-07-15 15:30:00';
    const aSecondLess = '2027-07-15 15:29:59';

    const trash = async (path: string) => {
      world.clock.now = startOfWorld;
      expect((await world.ask(`DELETE ${path}`, admin)).statusCode).toBe(200);
    };
    const runAt = async (moment: string) => {
      world.clock.now = moment;
      await world.runDue();
      world.clock.now = startOfWorld;
    };

    test('is kept to the last second of its retention and then erased', async () => {
      const made = await world.event();
      const place = await world.venue();
      const host = await world.organizer();
      const paths = [`/events/${made.id}`, `/venues/${place.id}`, `/organizers/${host.id}`];
      for (const path of paths) await trash(path);
      await runAt(aSecondLess);
      for (const path of paths) expect((await world.ask(`GET ${path}`, admin)).statusCode).toBe(410);
      await runAt(thirtyDaysOn);
      const kinds = ['event', 'venue', 'organizer'];
      for (const [at, path] of paths.entries()) {
        const native = await world.ask(`GET ${path}`, admin);
        expect([native.statusCode, native.body.code]).toEqual([410, `${kinds[at]}-no-longer-available`]);
        const dropin = await world.ask(`GET ${path}`, { ...admin, on: 'dropin' });
        const unknown = await world.ask(`GET ${path.replace(/\d+/, '999999')}`, { ...admin, on: 'dropin' });
        expect([dropin.statusCode, dropin.body]).toEqual([unknown.statusCode, unknown.body]);
        expect((await world.ask(`PATCH ${path}`, { ...admin, body: { status: 'draft' } })).statusCode).toBe(410);
      }
    });

    test('is erased with its links, counts and texts, and nothing else', async () => {
      const [label, title] = [word('Label '), word('Vanishing')];
      const place = await world.venue();
      const gone = await world.event({ title, tags: [label], venue: [place.id] });
      const child = await world.event({ parent: gone.id, tags: [label], venue: [place.id] });
      const [{ id: tagId }] = gone.tags;
      expect((await world.get(`/tags/${tagId}`)).count).toBe(2);
      await trash(`/events/${gone.id}`);
      await trash(`/venues/${place.id}`);
      expect((await world.get(`/tags/${tagId}`)).count).toBe(1);

      await runAt(thirtyDaysOn);
      expect((await world.get(`/tags/${tagId}`)).count).toBe(1);
      const left = await world.store.read({ table: event, where: is('id', child.id) });
      expect(left).toMatchObject({ parent: 0, status: 'publish' });
      const count = (where: Parameters<typeof world.store.count>[0]) => world.store.count(where);
      expect(await count({ table: event, where: linked('event_tags', is('id', tagId)) })).toBe(1);
      expect(await count({ table: tag, where: linked('event_tags', is('id', gone.id)) })).toBe(0);
      expect(await count({ table: event, where: linked('event_venues', everything) })).toBe(0);
      expect(await count({ table: event, where: matching([title.toLowerCase()]) })).toBe(0);
      expect(await count({ table: venue, where: is('id', place.id) })).toBe(0);
      expect((await world.get(`/events/${child.id}`)).venue).toEqual([]);
    });

    test('keeps a record that was restored in time', async () => {
      const made = await world.event();
      await trash(`/events/${made.id}`);
      await runAt(aSecondLess);
      await world.send(`PATCH /events/${made.id}`, { status: 'publish' });
      await runAt(thirtyDaysOn);
      expect((await world.get(`/events/${made.id}`)).slug).toBe(made.slug);
    });

    test('erases more records than one batch', async () => {
      const many = await Promise.all(Array.from({ length: 130 }, () => world.organizer({ status: 'trash' })));
      await runAt(thirtyDaysOn);
      const paths = [many[0], many.at(-1)].map((one) => `GET /organizers/${one?.id}`);
      for (const path of paths) expect((await world.ask(path, admin)).statusCode).toBe(404);
    });
  });

  describe('trash without a retention limit', () => {
    const world = useWorld(engine, { settings: { ALMANAC_TRASH_DAYS: '0' } });

    test('is never erased', async () => {
      const made = await world.event({ status: 'trash' });
      world.clock.now = '2090-01-01 00:00:00';
      await world.runDue();
      expect((await world.ask(`GET /events/${made.id}`, admin)).statusCode).toBe(410);
    });
  });

  describe('expired data', () => {
    const world = useWorld(engine);

    test('is not replayed before it is deleted, and other keys are left to the job', async () => {
      const post = async (key: string) => {
        const body = { title: key, start_date: '2027-07-01', end_date: '2027-07-02' };
        const reply = await world.ask('POST /events', { ...admin, body, headers: { 'idempotency-key': key } });
        return [reply.statusCode, reply.headers.get('idempotency-replayed')];
      };
      const [once, twice] = [word('once-'), word('twice-')];
      await post(once);
      await post(twice);
      expect(await post(twice)).toEqual([201, 'true']);
      world.clock.now = '2027-06-16 15:30:01';
      expect(await post(twice)).toEqual([201, null]);
      expect(await post(twice)).toEqual([201, 'true']);
      expect(await world.store.count({ table: idempotentResponses, where: everything })).toBe(2);
      world.clock.now = '2027-06-15 15:30:00';
      await world.store.transact((writer) => writer.remove(idempotentResponses, everything));
    });

    test('removes expired sessions and idempotent responses', async () => {
      const key = { 'idempotency-key': word() };
      const body = { title: 'Kept', start_date: '2027-07-01', end_date: '2027-07-02' };
      await world.ask('POST /events', { ...admin, body, headers: key });
      const { id } = world.people.editor;
      const session = (digest: string, expires_utc: string) => ({
        user_id: id,
        digest,
        csrf: 'c',
        expires_utc,
        ...sessionDetails,
      });
      await world.store.transact(async (writer) => {
        await writer.insert(sessions, session('over', '2027-06-16 15:29:59'));
        await writer.insert(sessions, session('open', '2027-06-16 15:30:02'));
      });
      world.clock.now = '2027-06-16 15:30:00';
      await world.runDue();
      expect(await world.store.count({ table: idempotentResponses, where: everything })).toBe(1);
      world.clock.now = '2027-06-16 15:30:01';
      await world.runDue();
      expect(await world.store.count({ table: idempotentResponses, where: everything })).toBe(0);
      const left = await world.store.list({ table: sessions, where: everything, order: [], limit: 10 });
      expect(left.map(({ digest }) => digest)).toEqual(['open']);
    });
  });

  describe('several nodes on one store', () => {
    /** A place that both use, and that is cleaned by the last. */
    async function twoNodes(): Promise<{ world: World; other: Node; end: () => Promise<void> }> {
      const place = await engine.prepare('users');
      const shared: TestEngine = {
        name: engine.name,
        prepare: async () => ({ ...place, clean: async () => undefined }),
      };
      const world = await startWorld(shared);
      const other = await startNode(place, world.clock);
      const end = async () => {
        await other.stop();
        await world.stop();
        await place.clean();
      };
      return { world, other, end };
    }

    interface Node {
      readonly runDue: () => Promise<void>;
      readonly stop: () => Promise<void>;
    }

    async function startNode(place: Place, clock: { now: string }): Promise<Node> {
      const config = readConfig({ ALMANAC_PORT: '0', ALMANAC_LOG_LEVEL: 'error', ...place.settings });
      const store = await openDatabase(config);
      const running = await startServer(config, store);
      Object.assign(running.service, { now: () => clock.now });
      const stop = async () => {
        await running.stop();
        await store.close();
      };
      return { runDue: running.jobs.runDue, stop };
    }

    test('publish and erase each record once', async () => {
      const { world, other, end } = await twoNodes();
      try {
        const amount = 120;
        const made: Answered[] = [];
        while (made.length < amount) {
          const few = Array.from({ length: 20 }, () => world.event({ date_utc: soon, tags: ['All at once'] }));
          made.push(...(await Promise.all(few)));
        }
        const [{ id: tagId }] = made[0]?.tags ?? [];
        world.clock.now = soon;
        // Concurrent changes by users are neither lost nor overwritten.
        const changed = made.slice(90, 110).map(({ id }) => world.send(`PATCH /events/${id}`, { cost: '5' }));
        await Promise.all([world.runDue(), other.runDue(), ...changed]);
        const order = [{ column: 'id' }];
        const rows = await world.store.list({ table: event, where: everything, order, limit: 1_000 });
        const versions = (rows as readonly (Row & { status: string; version: number })[]).map(
          ({ status, version }) => `${status} ${version}`,
        );
        const touched = new Set(versions.slice(90, 110));
        expect(new Set([...versions.slice(0, 90), ...versions.slice(110)])).toEqual(new Set(['publish 2']));
        // A change after the date has passed publishes as well; then the job finds nothing left to do.
        expect([...touched].every((one) => one === 'publish 2' || one === 'publish 3')).toBe(true);
        expect(rows).toHaveLength(amount);
        expect((await world.get(`/tags/${tagId}`)).count).toBe(amount);

        for (const { id } of made.slice(0, 60)) await world.ask(`DELETE /events/${id}`, admin);
        world.clock.now = '2027-08-01 00:00:00';
        await Promise.all([world.runDue(), other.runDue()]);
        expect(await world.store.count({ table: event, where: everything })).toBe(amount - 60);
        expect(await world.store.count({ table: event, where: before('date_utc', soon) })).toBe(0);
        expect((await world.get(`/tags/${tagId}`)).count).toBe(amount - 60);
      } finally {
        await end();
      }
    });
  });
});
