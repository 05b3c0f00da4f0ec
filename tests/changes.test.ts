// The changes of records for clients that keep a copy: pages, tokens, rights, filters and series.
import { describe, expect, test } from 'vitest';
import { type Ask, basic, expectRefusal, type Reply, type Who } from './harness/client.js';
import { forEachEngine } from './harness/engines.js';
import { openEvents } from './harness/event-stream.js';
import { settled } from './harness/positions.js';
import { type Answered, useWorld } from './harness/world.js';

interface Change {
  readonly resource: string;
  readonly id: number;
  readonly change: 'updated' | 'removed';
  readonly [key: string]: unknown;
}

const named = (changes: readonly Change[]): readonly string[] =>
  changes.map(({ resource, id, change }) => `${change} ${resource} ${id}`);

forEachEngine((engine) => {
  const world = useWorld(engine);

  async function page(query = '', ask: Ask = {}): Promise<Answered> {
    await settled(world.store);
    return world.get(`/changes${query}`, ask);
  }

  /** The changes that a follower gets for this work. */
  async function changesBy(query: string, work: () => Promise<unknown>, ask: Ask = {}): Promise<readonly Change[]> {
    const { next } = await page(`?since=now&${query}`, ask);
    await work();
    const { changes, more } = await page(`?since=${next}&${query}`, ask);
    expect(more).toBe(false);
    return changes;
  }

  const erase = async (path: string) => {
    await world.send(`DELETE ${path}`, {});
    await world.send(`DELETE ${path}?force=true`, {});
  };

  describe('a follower', () => {
    test('gets all records first, then each changed one once with its current state', async () => {
      const { id } = await world.event({ title: 'Fair' });
      const all = await page('?limit=500');
      expect(named(all.changes)).toContain(`updated event ${id}`);
      await world.send(`PATCH /events/${id}`, { title: 'Second' });
      await world.send(`PATCH /events/${id}`, { title: 'Third' });
      const { changes, next, more } = await page(`?since=${all.next}`);
      expect(named(changes)).toEqual([`updated event ${id}`]);
      expect(changes[0]).toMatchObject({
        version: '3',
        event: { id, title: 'Third' },
        at: expect.stringMatching(/Z$/),
      });
      expect(more).toBe(false);
      expect((await page(`?since=${next}`)).changes).toEqual([]);
    });

    test('walks page by page, by the token or the Link header', async () => {
      for (let count = 0; count < 5; count++) await world.tag();
      const whole: readonly Change[] = (await page('?limit=500&resources=tags')).changes;
      const walked: Change[] = [];
      await settled(world.store);
      let path = '/changes?limit=2&resources=tags';
      for (let more = true; more; ) {
        const reply = await world.ask(`GET ${path}`);
        expect(reply.headers.get('cache-control')).toBe('no-store');
        expect(reply.headers.get('x-sync-token')).toBe(reply.body.next);
        const [, url = ''] = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '') ?? [];
        path = url.replace(/^.*\/v1/, '');
        walked.push(...reply.body.changes);
        more = reply.body.more;
      }
      expect(walked).toEqual(whole);
    });

    test('gets a removal for a record that is trashed, erased, unpublished or no longer matches', async () => {
      const { id: category } = await world.category();
      const events = await Promise.all([1, 2, 3, 4].map(() => world.event({ categories: [category] })));
      const [trashed, erased, hidden, other] = events.map(({ id }) => id);
      const changes = await changesBy(`resources=events&categories=${category}`, async () => {
        await world.send(`DELETE /events/${trashed}`, {});
        await erase(`/events/${erased}`);
        await world.send(`PATCH /events/${hidden}`, { status: 'draft' });
        await world.send(`PATCH /events/${other}`, { categories: [] });
      });
      expect(named(changes)).toEqual([trashed, erased, hidden, other].map((id) => `removed event ${id}`));
      for (const change of changes) expect(Object.keys(change).sort()).toEqual(['change', 'id', 'resource']);
    });

    test('learns when a record was removed only as an editor', async () => {
      const { id } = await world.event();
      const removal = (as: Who, status: string) =>
        changesBy('resources=events', () => world.send(`PATCH /events/${id}`, { status }), { as });
      for (const as of ['anonymous', 'subscriber', 'contributor', 'author'] as const) {
        expect(await removal(as, 'private')).toEqual([{ resource: 'event', id, change: 'removed' }]);
        expect(await removal(as, 'private')).toEqual([]);
        await world.send(`PATCH /events/${id}`, { status: 'publish' });
      }
      const removed = await changesBy('resources=events', () => world.send(`DELETE /events/${id}`, {}), {
        as: 'editor',
      });
      expect(removed).toEqual([{ resource: 'event', id, change: 'removed', at: expect.stringMatching(/Z$/) }]);
    });

    test('learns of its own unpublished records, and when they are erased', async () => {
      for (const as of ['contributor', 'author'] as const) {
        let id = 0;
        const create = async () => {
          ({ id } = await world.event({ status: 'draft' }, { as }));
        };
        expect(await changesBy('resources=events', create, { as })).toMatchObject([{ change: 'updated' }]);
        const removed = await changesBy('resources=events', () => erase(`/events/${id}`), { as });
        expect(removed).toEqual([{ resource: 'event', id, change: 'removed' }]);
      }
    });

    test('learns of a record that was never public only if it is an editor', async () => {
      let id = 0;
      const work = async () => {
        ({ id } = await world.event({ status: 'draft', title: 'Secret plan' }));
        await world.send(`PATCH /events/${id}`, { title: 'Other plan' });
      };
      expect(await changesBy('resources=events', work)).toEqual([]);
      expect(await changesBy('resources=events', work, { as: 'subscriber' })).toEqual([]);
      for (const as of ['contributor', 'author'] as const)
        expect(await changesBy('resources=events', work, { as })).toEqual([]);
      expect(named(await changesBy('resources=events', work, { as: 'editor' }))).toEqual([`updated event ${id}`]);
      for (const as of ['anonymous', 'author'] as const) {
        const { id: one } = await world.event({ status: 'draft' });
        expect(await changesBy('resources=events', () => erase(`/events/${one}`), { as })).toEqual([]);
      }
    });

    test('sees no text of a password-protected event', async () => {
      const { id } = await world.event({ description: 'Hidden words', venue: { venue: 'Hidden place' } });
      const changes = await changesBy('resources=events', () =>
        world.send(`PATCH /events/${id}`, { password: 'open sesame' }),
      );
      expect(named(changes)).toEqual([`updated event ${id}`]);
      expect(JSON.stringify(changes)).not.toContain('Hidden');
      expect(changes[0]?.event).toMatchObject({ description: '', venue: [], start_date: expect.any(String) });
    });

    test('gets linked records as ids, and only those that it may see', async () => {
      const { id: venue } = await world.venue();
      const { id: draft } = await world.venue({ status: 'draft' });
      const { id: organizer } = await world.organizer();
      const { id: tag } = await world.tag();
      const links = { venue: [venue, draft], organizer: [organizer], tags: [tag] };
      const changes = await changesBy('resources=events', () => world.event(links));
      expect(changes[0]?.event).toMatchObject({ venue: [venue], organizer: [organizer], tags: [tag], categories: [] });
    });

    test('gets bodies like those of lists, or none with include=id', async () => {
      let id = 0;
      const work = async () => {
        ({ id } = await world.event({ cost: '€5' }));
      };
      const [full] = await changesBy('resources=events', work);
      const { events } = await world.get(`/events?include=${id}`);
      const { categories: _, tags: __, venue: ___, organizer: ____, ...listed } = events[0];
      expect(full?.event).toMatchObject(listed);
      const [bare] = await changesBy('resources=events&include=id', work);
      expect(bare).toEqual({ resource: 'event', id, change: 'updated', version: '1', at: expect.any(String) });
    });

    test('follows every date of a series, or the series with the dates that differ', async () => {
      const { id } = await world.event({ recurrence: 'FREQ=DAILY;COUNT=4' });
      const { events } = await world.get(`/events/${id}/occurrences`);
      const dates: readonly number[] = events.map((event: Answered) => event.id);
      const isUpdated = ({ change }: Change) => change === 'updated';
      const byDate = await changesBy('resources=events', () => world.send(`PATCH /events/${id}`, { title: 'Choir' }));
      expect(named(byDate.filter(isUpdated))).toEqual(dates.map((date) => `updated event ${date}`));
      await world.send(`PATCH /events/${dates[1]}`, { title: 'Guest night' });
      const bySeries = await changesBy('resources=events&occurrences=series', () =>
        world.send(`PATCH /events/${id}`, { cost: '€5' }),
      );
      const updated = bySeries.filter(isUpdated);
      expect(named(updated)).toEqual([`updated event ${id}`, `updated event ${dates[1]}`]);
      expect(updated[0]?.event).toMatchObject({ recurrence: { rule: 'FREQ=DAILY;COUNT=4' } });
    });

    test('follows media, terms and places', async () => {
      const { id: venue } = await world.venue();
      const { id: category } = await world.category();
      const changes = await changesBy('', async () => {
        await world.send(`PATCH /venues/${venue}`, { venue: 'New name' });
        await world.send(`DELETE /categories/${category}`, {});
      });
      expect(named(changes)).toEqual([`updated venue ${venue}`, `removed category ${category}`]);
      expect(changes[0]?.venue).toMatchObject({ id: venue, venue: 'New name' });
    });
  });

  describe('a token', () => {
    const tokenFor = async (query: string, ask: Ask = {}): Promise<string> =>
      (await page(`?since=now&${query}`, ask)).next;
    const mismatch = { statusCode: 400, code: 'sync-token-mismatch' };

    test('belongs to its filters, resources, language and user', async () => {
      const { id } = await world.category();
      const token = await tokenFor(`categories=${id}`);
      const reply = (query: string, ask: Ask = {}) => world.ask(`GET /changes?since=${token}${query}`, ask);
      expect((await reply(`&categories=${id}`)).statusCode).toBe(200);
      expect((await reply(`&categories=${id}&occurrences=each&limit=7&include=id`)).statusCode).toBe(200);
      expectRefusal(await reply(''), mismatch);
      expectRefusal(await reply(`&categories=${id}&featured=true`), mismatch);
      expectRefusal(await reply(`&categories=${id}&resources=events`), mismatch);
      expectRefusal(await reply(`&categories=${id}&occurrences=series`), mismatch);
      expectRefusal(await reply(`&categories=${id}`, { as: 'editor' }), mismatch);
      const ofEditor = await tokenFor('', { as: 'editor' });
      expectRefusal(await world.ask(`GET /changes?since=${ofEditor}`, { as: 'author' }), mismatch);
      expectRefusal(await world.ask(`GET /changes?since=${ofEditor}`), mismatch);
    });

    test('of one user is refused from another one with the same role', async () => {
      const user = await world.send('POST /users', {
        name: 'second editor',
        role: 'editor',
        password: 'correct horse',
      });
      const { password } = await world.send(`POST /users/${user.id}/application-passwords`, { label: 'Program' });
      const token = await tokenFor('', { as: 'editor' });
      const headers = { authorization: basic({ name: 'second editor', password }) };
      expect((await world.ask('GET /changes?since=now', { headers })).statusCode).toBe(200);
      expectRefusal(await world.ask(`GET /changes?since=${token}`, { headers }), mismatch);
    });

    test('that is changed, cut or made up is refused', async () => {
      const token = await tokenFor('');
      const bytes = Buffer.from(token, 'base64url');
      const changed = [...bytes.keys()].map((at) => {
        const copy = Buffer.from(bytes);
        copy[at] = (copy[at] ?? 0) ^ 1;
        return copy.toString('base64url');
      });
      const hostile = [...changed, token.slice(0, -4), `${token}AAAA`, '1', "' or 1=1", 'x'.repeat(150), '..%2F..%2F'];
      for (const one of hostile) expectRefusal(await world.askAgain(`GET /changes?since=${one}`), mismatch);
      expect((await world.ask('GET /changes?since=')).statusCode).toBe(400);
    });

    test('from before a purge is expired, with a hint to start again', async () => {
      const token = await tokenFor('');
      await world.store.positions.purge('2000-01-01 00:00:00');
      expect((await world.ask(`GET /changes?since=${token}`)).statusCode).toBe(200);
      const { id } = await world.tag();
      await world.send(`DELETE /tags/${id}`, {});
      await settled(world.store);
      await world.store.positions.purge('9999-01-01 00:00:00');
      const reply = await world.ask(`GET /changes?since=${token}`);
      expectRefusal(reply, { statusCode: 410, code: 'sync-token-expired' });
      expect(reply.body.message).toContain('Start again without since.');
    });

    test('expires when deletions are forgotten after 90 days', async () => {
      const token = await tokenFor('');
      const { id } = await world.tag();
      await world.send(`DELETE /tags/${id}`, {});
      await settled(world.store);
      const { now } = world.clock;
      world.clock.now = '2026-12-01 00:00:00';
      await world.runDue();
      expect((await world.ask(`GET /changes?since=${token}`)).statusCode).toBe(200);
      world.clock.now = now;
      await world.runDue();
      expect((await world.ask(`GET /changes?since=${token}`)).statusCode).toBe(410);
    });

    test('stays valid after a restart', async () => {
      const token = await tokenFor('');
      await world.restart();
      const { id } = await world.tag();
      expect(named((await page(`?since=${token}`)).changes)).toEqual([`updated tag ${id}`]);
    });
  });

  describe('the token of a list', () => {
    const tokenOf = (reply: Reply): string => reply.headers.get('x-sync-token') ?? '';

    test('gives the changes after the list, with the same filters', async () => {
      const { id: venue } = await world.venue();
      const { id } = await world.event({ venue });
      await settled(world.store);
      const token = tokenOf(await world.ask(`GET /events?venue=${venue}&start_date=2027-01-01&per_page=5`));
      const { id: later } = await world.event({ venue });
      await world.event();
      const { changes } = await page(`?since=${token}&venue=${venue}&resources=events`);
      expect(named(changes)).toContain(`updated event ${later}`);
      expect(named(changes)).not.toContain(`updated event ${id}`);
      const other = await world.ask(`GET /changes?since=${token}&resources=events`);
      expectRefusal(other, { statusCode: 400, code: 'sync-token-mismatch' });
    });

    test('stays with a cached list, whose ETag does not depend on it', async () => {
      const first = await world.ask('GET /venues?per_page=3');
      const second = await world.ask('GET /venues?per_page=3');
      expect(tokenOf(first)).not.toBe('');
      if (second.headers.get('x-cache') === 'hit') expect(tokenOf(second)).toBe(tokenOf(first));
      await world.tag();
      const third = await world.ask('GET /venues?per_page=3');
      expect(third.headers.get('etag')).toBe(first.headers.get('etag'));
    });

    test('is on the lists of followed records only, and not on the drop-in mount', async () => {
      for (const path of ['/events', '/venues', '/organizers', '/categories', '/tags', '/media'])
        expect(tokenOf(await world.ask(`GET ${path}`, { as: 'editor' })), path).not.toBe('');
      expect(tokenOf(await world.ask('GET /users', { as: 'administrator' }))).toBe('');
      expect(tokenOf(await world.ask('GET /events', { on: 'dropin' }))).toBe('');
    });
  });

  describe('a repeated request without credentials', () => {
    test('gets the same response until there is a later change, in any process', async () => {
      await settled(world.store);
      const { next } = await world.get('/changes?since=now&resources=tags');
      const path = `/changes?since=${next}&resources=tags`;
      const first = await world.ask(`GET ${path}`);
      const second = await world.ask(`GET ${path}`);
      expect([second.text, second.headers.get('cache-control')]).toEqual([first.text, 'no-store']);
      expect(second.headers.get('x-cache')).toBe('hit');
      const { id: venue } = await world.venue();
      expect((await world.ask(`GET ${path}`)).body.changes).toEqual([]);
      const { id } = await world.tag();
      await settled(world.store);
      expect(named((await world.ask(`GET ${path}`)).body.changes)).toEqual([`updated tag ${id}`]);
      expect(venue).toBeGreaterThan(0);
    });

    test('is not answered like one with credentials, a wait or a stream', async () => {
      await settled(world.store);
      const { next } = await world.get('/changes?since=now');
      const path = `/changes?since=${next}`;
      for (let count = 0; count < 2; count++) expect((await world.ask(`GET ${path}`)).statusCode).toBe(200);
      expect((await world.ask(`GET ${path}`, { as: 'editor' })).statusCode).toBe(400);
      expect((await world.ask(`GET ${path}`, { headers: { authorization: 'Bearer wrong' } })).statusCode).toBe(401);
      expect((await world.ask(`GET ${path}&wait=1`)).headers.get('x-cache')).toBeNull();
      expect((await world.ask(`GET ${path}&wait=1`)).headers.get('x-cache')).toBeNull();
      const stream = await openEvents(`${world.address}/cal/events/v1${path}`);
      expect(stream.type).toContain('text/event-stream');
      stream.close();
    });
  });

  describe('refuses', () => {
    test.each([
      ['limit=0', 'limit'],
      ['limit=501', 'limit'],
      ['limit=many', 'limit'],
      ['wait=61', 'wait'],
      ['wait=-1', 'wait'],
      ['include=all', 'include'],
      ['occurrences=dates', 'occurrences'],
      ['resources=users', 'resources'],
      ['resources=', 'resources'],
      ['resources=events,secrets', 'resources'],
      ['start_date=2027-01-01', 'start_date'],
      ['ends_after=2027-01-01', 'ends_after'],
      ['orderby=title', 'orderby'],
      ['page=2', 'page'],
      ['resources=venues&featured=true', 'featured'],
      ['categories=9999', 'categories'],
    ])('%s', async (query, name) => {
      expectRefusal(await world.ask(`GET /changes?${query}`), {
        statusCode: 400,
        code: 'rest_invalid_param',
        params: [name],
      });
    });

    test('other methods, and the drop-in mount', async () => {
      expect((await world.ask('POST /changes', { as: 'administrator', body: {} })).statusCode).toBe(405);
      expect((await world.ask('GET /changes', { on: 'dropin' })).statusCode).toBe(404);
    });
  });
});
