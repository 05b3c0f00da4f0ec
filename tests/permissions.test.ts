// The permission matrix, generated from tables: role × resource × operation × ownership × status, by id and
// by slug, on both mounts. Every cell is requested over HTTP.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Status } from '../src/core/status.js';
import { statuses } from '../src/core/status.js';
import { expectRefusal, type Mount, outcomeOf, type Reply, type Who } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { type Answered, type Body, useWorld, word } from './harness/world.js';

const everyone: readonly Who[] = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'];
const writers: readonly Who[] = ['contributor', 'author', 'editor', 'administrator'];
const publishers: readonly Who[] = ['author', 'editor', 'administrator'];
const editors: readonly Who[] = ['editor', 'administrator'];

type Ownership = 'own' | 'others';
type Rule = Readonly<Record<Status, Readonly<Record<Ownership, readonly Who[]>>>>;

const hidden = { own: writers, others: editors };
const released = { own: publishers, others: editors };

const mayRead: Rule = {
  publish: { own: everyone, others: everyone },
  future: hidden,
  draft: hidden,
  pending: hidden,
  private: hidden,
  // In a list with status=trash; reading one trashed record has a table of its own.
  trash: hidden,
};

const mayChange: Rule = {
  publish: released,
  future: released,
  private: released,
  draft: hidden,
  pending: hidden,
  trash: hidden,
};

const mayReadOneTrashed: Readonly<Record<string, Readonly<Record<Mount, readonly Who[]>>>> = {
  events: { native: [], dropin: [] },
  venues: { native: [], dropin: editors },
  organizers: { native: [], dropin: editors },
};

const mayCreate: Readonly<Record<string, readonly Who[]>> = {
  events: writers,
  venues: writers,
  organizers: writers,
  categories: publishers,
  tags: editors,
};

const posts = ['events', 'venues', 'organizers'] as const;
const terms = ['categories', 'tags'] as const;
const singular = { events: 'event', venues: 'venue', organizers: 'organizer', categories: 'category', tags: 'tag' };
const nameOf = { events: 'title', venues: 'venue', organizers: 'organizer', categories: 'name', tags: 'name' };
const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00' };
const draftOf = (path: keyof typeof nameOf): Body => ({
  [nameOf[path]]: word('Rights '),
  ...(path === 'events' && times),
});

interface Cell {
  readonly ownership: Ownership;
  readonly status: Status;
  /** One is addressed by its id, the other by its slug. */
  readonly records: Readonly<Record<'id' | 'slug', Answered>>;
}

const refusedChange = (who: Who) => (who === 'anonymous' ? '401 rest_forbidden' : '403 rest_forbidden');

onOneEngine((engine) => {
  const world = useWorld(engine);

  describe.each(posts)('%s', (path) => {
    const cells = new Map<Who, readonly Cell[]>();
    const one = singular[path];

    async function seed(author: number, status: Status): Promise<Answered> {
      const body = draftOf(path);
      const made = await world.send(`POST /${path}`, {
        ...body,
        ...(path === 'events' && { slug: word('rights-') }),
        author,
        ...(status === 'trash' ? {} : { status }),
        ...(status === 'future' && { date: '2028-01-01 10:00:00' }),
      });
      return status === 'trash' ? world.send(`DELETE /${path}/${made.id}`, {}) : made;
    }

    beforeAll(async () => {
      const { administrator, editor } = world.people;
      for (const who of everyone) {
        const stranger = who === 'administrator' ? editor.id : administrator.id;
        const owners: readonly (readonly [Ownership, number])[] = [
          ...(who === 'anonymous' ? [] : [['own', world.people[who].id] as const]),
          ['others', stranger],
        ];
        const made: Cell[] = [];
        for (const [ownership, author] of owners) {
          for (const status of statuses) {
            const records = { id: await seed(author, status), slug: await seed(author, status) };
            expect([records.id.status, records.id.author]).toEqual([status, String(author)]);
            made.push({ ownership, status, records });
          }
        }
        cells.set(who, made);
      }
    });

    const address = (record: Answered, by: 'id' | 'slug') =>
      by === 'id' ? `/${path}/${record.id}` : `/${path}/by-slug/${record.slug}`;

    /** Asks for every cell of one caller, and compares the whole table at once. */
    async function compare(
      who: Who,
      ask: (address: string) => Promise<Reply>,
      wanted: (cell: Cell) => string,
    ): Promise<void> {
      const [got, expected]: [Record<string, string>, Record<string, string>] = [{}, {}];
      for (const cell of cells.get(who) ?? []) {
        for (const by of ['id', 'slug'] as const) {
          const name = `${cell.ownership} ${cell.status} by ${by}`;
          got[name] = outcomeOf(await ask(address(cell.records[by], by)));
          expected[name] = wanted(cell);
        }
      }
      expect(got).toEqual(expected);
    }

    describe.each(everyone)('the %s', (who) => {
      test.each(['native', 'dropin'] as const)('reads exactly what the table allows on the %s mount', async (on) => {
        await compare(
          who,
          (at) => world.ask(`GET ${at}`, { as: who, on }),
          ({ ownership, status }) => {
            if (status === 'trash') {
              if (mayReadOneTrashed[path]?.[on].includes(who)) return '200';
              if (on === 'native') return `410 ${one}-no-longer-available`;
              return path === 'events' ? `403 ${one}-no-longer-available` : `403 ${one}-not-accessible`;
            }
            if (mayRead[status][ownership].includes(who)) return '200';
            return on === 'native' ? `404 rest-${one}-not-found` : `403 ${one}-not-accessible`;
          },
        );
      });

      const seen = async (query: string): Promise<{ ids: Set<number>; total: number }> => {
        const ids = new Set<number>();
        let total = 0;
        for (let page = 1, pages = 1; page <= pages; page++) {
          const list = await world.get(`/${path}?per_page=100&page=${page}${query}`, { as: who });
          for (const { id } of list[path]) ids.add(id);
          [pages, total] = [list.total_pages, list.total];
        }
        return { ids, total };
      };
      const cellsOf = (readable: (cell: Cell) => boolean) => {
        const wanted = new Set<number>();
        // Every record has an owner; own records of other callers count as foreign.
        for (const [other, made] of cells) {
          for (const cell of made) {
            const mine = other === who && cell.ownership === 'own';
            const author = Number(cell.records.id.author);
            const isOwn = mine || (who !== 'anonymous' && author === world.people[who].id);
            if (readable({ ...cell, ownership: isOwn ? 'own' : 'others' })) {
              wanted.add(cell.records.id.id);
              wanted.add(cell.records.slug.id);
            }
          }
        }
        return wanted;
      };

      test('lists exactly the records it can read, with that total', async () => {
        const wanted = cellsOf(
          ({ status, ownership }) => status !== 'trash' && mayRead[status][ownership].includes(who),
        );
        const { ids, total } = await seen('');
        expect([...ids].sort()).toEqual([...wanted].sort());
        expect(total).toBe(wanted.size);
      });

      test.each(statuses)('filters by status %s as far as permitted', async (status) => {
        if (!writers.includes(who) && status !== 'publish') {
          const reply = await world.ask(`GET /${path}?status=${status}`, { as: who });
          return expectRefusal(reply, { statusCode: 400, code: 'rest_invalid_param', params: ['status'] });
        }
        const wanted = cellsOf((cell) => cell.status === status && mayRead[status][cell.ownership].includes(who));
        const { ids, total } = await seen(`&status=${status}`);
        expect([...ids].sort()).toEqual([...wanted].sort());
        expect(total).toBe(wanted.size);
      });
    });

    // Reads first, then changes, then removals, because each affects the next.
    describe.each(everyone)('the %s', (who) => {
      test.each(['PATCH', 'DELETE'])('can %s exactly what the table allows', async (method) => {
        await compare(
          who,
          (at) =>
            world.ask(`${method} ${at}`, { as: who, ...(method === 'PATCH' && { body: { description: 'new' } }) }),
          ({ ownership, status }) => {
            if (!writers.includes(who)) return refusedChange(who);
            if (!mayRead[status][ownership].includes(who))
              return status === 'trash' ? `410 ${one}-no-longer-available` : `404 rest-${one}-not-found`;
            if (!mayChange[status][ownership].includes(who)) return refusedChange(who);
            return method === 'DELETE' && status === 'trash' ? `410 ${one}-is-in-trash` : '200';
          },
        );
      });

      test('a refused change leaves the record as it was', async () => {
        for (const { ownership, status, records } of cells.get(who) ?? []) {
          if (mayChange[status][ownership].includes(who)) continue;
          if (status === 'trash') continue;
          for (const record of Object.values(records)) {
            const read = await world.get(`/${path}/${record.id}`, { as: 'administrator' });
            const { status, description, modified, author } = read;
            expect({ status, description: description || undefined, modified, author }).toEqual({
              status: record.status,
              description: undefined,
              modified: record.modified,
              author: record.author,
            });
          }
        }
      });
    });
  });

  describe.each([...posts, ...terms])('creating %s', (path) => {
    test.each(everyone)('as the %s', async (who) => {
      const before = (await world.get(`/${path}?hide_empty=false`, { as: 'administrator' })).total;
      const reply = await world.ask(`POST /${path}`, { as: who, body: draftOf(path) });
      const allowed = mayCreate[path]?.includes(who);
      expect(outcomeOf(reply)).toBe(allowed ? '201' : refusedChange(who));
      const after = (await world.get(`/${path}?hide_empty=false`, { as: 'administrator' })).total;
      expect(after - before).toBe(allowed ? 1 : 0);
    });
  });

  describe.each(terms)('%s', (path) => {
    test.each(everyone)('the %s reads every one and changes what it may', async (who) => {
      const { id } = await world.send(`POST /${path}`, draftOf(path));
      const allowed = mayCreate[path]?.includes(who);
      expect((await world.ask(`GET /${path}/${id}`, { as: who })).statusCode).toBe(200);
      const list = await world.get(`/${path}?hide_empty=false&include=${id}`, { as: who });
      expect(list.total).toBe(1);
      for (const method of ['POST', 'PUT', 'PATCH']) {
        const reply = await world.ask(`${method} /${path}/${id}`, { as: who, body: { description: 'new' } });
        expect(outcomeOf(reply)).toBe(allowed ? '200' : refusedChange(who));
      }
      expect(outcomeOf(await world.ask(`DELETE /${path}/${id}`, { as: who }))).toBe(
        allowed ? '200' : refusedChange(who),
      );
      expect((await world.ask(`GET /${path}/${id}`)).statusCode).toBe(allowed ? 404 : 200);
    });
  });

  describe('through an event', () => {
    test.each([
      ['categories', publishers],
      ['tags', editors],
    ] as const)('new %s are made only by those who may make them directly', async (field, allowed) => {
      for (const who of writers) {
        const name = word('Through ');
        const body = { ...draftOf('events'), [field]: [name] };
        const reply = await world.ask('POST /events', { as: who, body });
        expect([who, outcomeOf(reply)]).toEqual([who, allowed.includes(who) ? '201' : '403 rest_forbidden']);
        const found = await world.get(`/${field}?hide_empty=false&search=${encodeURIComponent(name)}`);
        expect(found.total).toBe(allowed.includes(who) ? 1 : 0);
      }
    });

    test('known terms are used by every writer', async () => {
      const [category, tag] = [await world.category(), await world.tag()];
      for (const who of writers) {
        const event = await world.event({ categories: [category.name], tags: [tag.slug] }, { as: who });
        expect([event.categories[0].id, event.tags[0].id]).toEqual([category.id, tag.id]);
      }
    });

    test.each(['events', 'venues', 'organizers'] as const)(
      'only editors can set another author of %s',
      async (path) => {
        const { author: other, subscriber } = world.people;
        for (const who of writers) {
          const stranger = who === 'author' ? subscriber.id : other.id;
          const reply = await world.ask(`POST /${path}`, { as: who, body: { ...draftOf(path), author: stranger } });
          expect([who, outcomeOf(reply)]).toEqual([who, editors.includes(who) ? '201' : '403 rest_forbidden']);
          const self = world.people[who as 'author'].id;
          const own = await world.send(`POST /${path}`, { ...draftOf(path), author: self }, { as: who });
          expect(own.author).toBe(String(self));
          const given = await world.ask(`PATCH /${path}/${own.id}`, { as: who, body: { author: stranger } });
          expect([who, outcomeOf(given)]).toEqual([who, editors.includes(who) ? '200' : '403 rest_forbidden']);
        }
      },
    );

    test('inline venues cannot have another author', async () => {
      const body = { ...draftOf('events'), venue: { venue: word('Inline '), author: world.people.editor.id } };
      expect(outcomeOf(await world.ask('POST /events', { as: 'author', body }))).toBe('403 rest_forbidden');
      const made = await world.event(body, { as: 'editor' });
      expect(made.venue.author).toBe(String(world.people.editor.id));
    });

    test('new venues and organizers get a status that their creator may set', async () => {
      const event = await world.event(
        {
          venue: { venue: word('Inline '), status: 'publish' },
          organizer: [{ organizer: word('Inline ') }, { organizer: word('Inline '), status: 'private' }],
        },
        { as: 'contributor' },
      );
      expect(event.status).toBe('draft');
      expect(event.venue.status).toBe('pending');
      expect(event.organizer.map(({ status }: Body) => status)).toEqual(['draft', 'pending']);
    });
  });

  describe('no information leaks', () => {
    test('unknown records are 404 only for callers with the general permission', async () => {
      for (const who of everyone) {
        const reply = await world.ask('PATCH /events/999999', { as: who, body: {} });
        expect([who, outcomeOf(reply)]).toEqual([
          who,
          writers.includes(who) ? '404 rest-event-not-found' : refusedChange(who),
        ]);
      }
    });

    test('wrong credentials are refused on every route alike, for known and unknown names', async () => {
      const wrong = (name: string) => ({
        authorization: `Basic ${Buffer.from(`${name}:nope nope nope nope`).toString('base64')}`,
      });
      const known = await world.ask('GET /events', { headers: wrong(world.people.editor.name) });
      const unknown = await world.ask('GET /events', { headers: wrong('nobody') });
      expectRefusal(known, { statusCode: 401, code: 'incorrect_password' });
      expect(unknown.body).toEqual(known.body);
      for (const request of ['GET ', 'GET /doc', 'GET /nowhere', 'POST /events', 'OPTIONS /venues', 'GET //wp-json/']) {
        expectRefusal(await world.ask(request, { headers: wrong('nobody') }), {
          statusCode: 401,
          code: 'incorrect_password',
        });
      }
    });

    test('the password of one user does not open another user’s account', async () => {
      const { editor, administrator } = world.people;
      const mixed = Buffer.from(`${administrator.name}:${editor.password}`).toString('base64');
      const reply = await world.ask('GET /events', { headers: { authorization: `Basic ${mixed}` } });
      expectRefusal(reply, { statusCode: 401, code: 'incorrect_password' });
    });

    test('a bearer token is the application password, with or without blanks', async () => {
      const { password } = world.people.author;
      for (const token of [password, password.replaceAll(' ', '')]) {
        const reply = await world.ask('POST /venues', {
          body: { venue: word('Bearer ') },
          headers: { authorization: `Bearer ${token}` },
        });
        expect(reply.body.author).toBe(String(world.people.author.id));
      }
      const cut = await world.ask('GET /events', { headers: { authorization: `Bearer ${password.slice(1)}` } });
      expectRefusal(cut, { statusCode: 401, code: 'incorrect_password' });
    });
  });
});
