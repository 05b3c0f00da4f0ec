// Cached responses and totals with rows that read their content from another row.
import { describe, expect, test } from 'vitest';
import { all, everything, is, oneOf } from '../src/core/condition.js';
import type { Change, Writer } from '../src/core/store.js';
import type { EventRow } from '../src/models/event/columns.js';
import { event } from '../src/models/event/event.js';
import { eventTags } from '../src/models/links.js';
import { expectRefusal, type Mount } from './harness/client.js';
import { forEachEngine } from './harness/engines.js';
import { countRequests } from './harness/metrics.js';
import { repeatOn } from './harness/occurrences.js';
import { useWorld, word } from './harness/world.js';

/** Years without other events. */
let nextYear = 2028;

forEachEngine((engine) => {
  const world = useWorld(engine, { settings: { ALMANAC_CACHE: 'on', ALMANAC_LANGUAGES: 'en,fr' } });
  const ask = (path: string) => world.ask(`GET ${path}`);

  /** A series in one month of a year, a single event in another one. */
  async function prepare() {
    const year = nextYear++;
    const single = await world.event({ start_date: `${year}-03-01 10:00`, end_date: `${year}-03-01 11:00` });
    const master = await world.event({ start_date: `${year}-05-01 10:00`, end_date: `${year}-05-01 11:00` });
    const days = ['01', '08', '15'].map((day) => `${year}-05-${day}`);
    const occurrences = await repeatOn(world.store, master.id, days);
    const month = (name: string) => `start_date=${year}-${name}-01&end_date=${year}-${name}-28`;
    const paths = {
      occurrence: `/events/${occurrences[0]}`,
      'list with occurrences': `/events?${month('05')}`,
      'single event': `/events/${single.id}`,
      'list without occurrences': `/events?${month('03')}`,
      'list by title': `/events?${month('03')}&orderby=title`,
      'list by modification': `/events?${month('03')}&orderby=modified`,
      search: `/events?${month('03')}&search=xyzzy`,
      'search in French': `/events?${month('03')}&search=xyzzy&i18n_language=fr`,
    };
    for (const path of Object.values(paths)) for (let times = 0; times < 2; times++) await ask(path);
    const cached = async () => {
      const found: string[] = [];
      for (const [name, path] of Object.entries(paths)) {
        if ((await ask(path)).headers.get('x-cache') === 'hit') found.push(name);
      }
      return found;
    };
    expect(await cached()).toEqual(Object.keys(paths));
    const write = (work: (writer: Writer) => Promise<void>) => world.store.transact(work);
    return { year, master, single, occurrences, cached, write, days, names: Object.keys(paths) };
  }

  const unaffected = ['single event', 'list without occurrences'];

  describe('a change of a content row', () => {
    test('invalidates the responses that show its rows, search or sort by content, and no others', async () => {
      const { master, occurrences, cached, write } = await prepare();
      const title = word('After ');
      await write((writer) => writer.update(event, master.id, { title }));
      expect(await cached()).toEqual(unaffected);
      expect((await world.get(`/events/${occurrences[1]}`)).title).toBe(title);
    });

    test.each<[string, (writer: Writer, id: number) => Promise<void>]>([
      ['links', (writer, id) => writer.relink(eventTags, { owner: id, targets: [] })],
      ['search texts', (writer, id) => writer.index(event, [{ id, texts: { words: 'xyzzy' } }])],
      ['localized index', (writer, id) => writer.indexLocalized(event, id, [])],
      ['slugs in other languages', (writer, id) => writer.setExtraSlugs(event, id, [])],
    ])('is also one of its %s', async (_, change) => {
      const { master, cached, write } = await prepare();
      await write((writer) => change(writer, master.id));
      expect(await cached()).toEqual(unaffected);
    });

    test('is not a change of one occurrence', async () => {
      const { occurrences, cached, write, names } = await prepare();
      await write((writer) => writer.update(event, Number(occurrences[2]), { featured: true }));
      expect(await cached()).toEqual(names.filter((name) => name !== 'list with occurrences'));
    });

    test('leaves totals that do not depend on it, and counts the others again', async () => {
      const { year, master, days, write } = await prepare();
      const total = async (query: string) =>
        (await world.get(`/events?start_date=${year}-01-01&end_date=${year}-12-31${query}`)).total;
      expect([await total(''), await total('&search=xyzzy')]).toEqual([days.length + 1, 0]);
      await write((writer) => writer.index(event, [{ id: master.id, texts: { words: 'xyzzy' } }]));
      expect([await total(''), await total('&search=xyzzy')]).toEqual([days.length + 1, days.length]);
    });
  });

  test('an event that becomes a master leaves the lists it was in', async () => {
    const { year, single } = await prepare();
    const path = `/events?per_page=1&start_date=${year}-03-01&end_date=${year}-12-31`;
    expect((await world.get(path)).total).toBe(4);
    await repeatOn(world.store, single.id, []);
    expect((await world.get(path)).total).toBe(3);
    expect((await world.get(`/events?start_date=${year}-03-01&end_date=${year}-03-31`)).events).toEqual([]);
  });

  test('an occurrence has a new version and ETag when its master changes', async () => {
    const { master, single, occurrences, write } = await prepare();
    const path = `/events/${occurrences[0]}`;
    const tags = async () => (await ask(path)).headers.get('etag') ?? '';
    const before = await tags();
    expect(before).toMatch(/^"1\.1-/);
    expect((await ask(`/events/${single.id}`)).headers.get('etag')).toMatch(/^"1-/);
    await write((writer) => writer.update(event, master.id, { title: word(), version: 2 }));
    expect(await tags()).toMatch(/^"1\.2-/);
    const change = { as: 'editor', body: { featured: true }, headers: { 'if-match': before } } as const;
    expectRefusal(await world.ask(`PATCH ${path}`, change), { statusCode: 412, code: 'rest_precondition_failed' });
  });

  describe('a list that nobody requested before', () => {
    const fragmentHits = () =>
      countRequests(world.address, { route: 'fragments', outcome: 'hit' }, 'almanac_cache_total');
    let page = 3;

    /** The list of the year under a URL of its own: the limit is larger than the list. */
    async function newList(year: number, more = '', on: Mount = 'native') {
      const path = `/events?start_date=${year}-01-01&end_date=${year}-12-31&per_page=${++page}${more}`;
      return { reply: await world.ask(`GET ${path}`, { on }), path };
    }
    const titles = (reply: { readonly body: { readonly events: readonly { readonly title: string }[] } }) =>
      reply.body.events.map(({ title }) => title);

    test('is joined from the records that other lists showed, and is the same as an unjoined one', async () => {
      const { year, days } = await prepare();
      const first = await newList(year);
      const before = await fragmentHits();
      const second = await newList(year);
      expect(second.reply.headers.get('x-cache')).toBe(null);
      expect((await fragmentHits()) - before).toBe(days.length + 1);
      expect(second.reply.body.events).toEqual(first.reply.body.events);
      for (const whole of ['&_pretty', '&_fields=events,total', '&_envelope', '&_jsonp=call']) {
        const seen = await fragmentHits();
        const { reply } = await newList(year, whole, whole.startsWith('&_jsonp') ? 'dropin' : 'native');
        expect([reply.headers.get('x-cache'), await fragmentHits()]).toEqual([null, seen]);
      }
      const [compact, pretty] = [await newList(year), await newList(year, '&_pretty')];
      expect(JSON.stringify(pretty.reply.body.events)).toBe(JSON.stringify(compact.reply.body.events));
      expect(compact.reply.text).toContain(JSON.stringify(pretty.reply.body.events).slice(1, -1));
    });

    test('shows every change of a record, of its series and of what it is linked to', async () => {
      const { year, master, single, days, write } = await prepare();
      await newList(year);
      const [own, shared] = [word('Own '), word('Shared ')];
      await write((writer) => writer.update(event, single.id, { title: own }));
      expect(titles((await newList(year)).reply)[0]).toBe(own);
      await write((writer) => writer.update(event, master.id, { title: shared }));
      expect(titles((await newList(year)).reply)).toEqual([own, ...days.map(() => shared)]);
      const tag = await world.tag({ name: word('Before ') });
      await world.ask(`PATCH /events/${single.id}`, { as: 'editor', body: { tags: [tag.id] } });
      expect((await newList(year)).reply.body.events[0].tags).toMatchObject([{ id: tag.id }]);
      const name = word('After ');
      await world.ask(`PATCH /tags/${tag.id}`, { as: 'editor', body: { name } });
      expect((await newList(year)).reply.body.events[0].tags).toMatchObject([{ name }]);
      await world.ask(`PATCH /events/${single.id}`, { as: 'editor', body: { status: 'private' } });
      expect(titles((await newList(year)).reply)).toEqual(days.map(() => shared));
    });

    test('has the records of its language and of its mount', async () => {
      const { year, single } = await prepare();
      const [english, french] = [word('Fair '), word('Foire ')];
      for (const [language, title] of [
        ['en', english],
        ['fr', french],
      ] as const) {
        const path = `PATCH /events/${single.id}?i18n_language=${language}`;
        await world.ask(path, { as: 'editor', body: { title } });
      }
      for (let times = 0; times < 2; times++) {
        expect(titles((await newList(year, '&i18n_language=en')).reply)[0]).toBe(english);
        expect(titles((await newList(year, '&i18n_language=fr')).reply)[0]).toBe(french);
        const [native, dropin] = [await newList(year), await newList(year, '', 'dropin')];
        const keysOf = ({ reply }: typeof native) => Object.keys(reply.body.events[0]);
        expect([keysOf(native).includes('event_status'), keysOf(dropin).includes('event_status')]).toEqual([
          true,
          false,
        ]);
      }
    });

    test('shows a protected event without its content, whoever read it before', async () => {
      const { year, single } = await prepare();
      const secret = word('Secret ');
      const body = { description: secret, password: 'open sesame' };
      await world.ask(`PATCH /events/${single.id}`, { as: 'editor', body });
      for (const path of ['?password=open+sesame', '?context=edit']) {
        const as = path.startsWith('?context') ? 'editor' : 'anonymous';
        expect((await world.ask(`GET /events/${single.id}${path}`, { as })).text).toContain(secret);
        expect((await newList(year)).reply.text).not.toContain(secret);
        expect((await ask(`/events/${single.id}?v=${page}`)).text).not.toContain(secret);
      }
    });
  });

  test('a record is the same under any URL, and every one shows its changes', async () => {
    const { single, write } = await prepare();
    const { slug } = await world.get(`/events/${single.id}`);
    const paths = (v: number) => [`/events/${single.id}?v=${v}`, `/events/by-slug/${slug}?v=${v}`];
    const replies = async (v: number) => {
      const found = [];
      for (const path of paths(v)) found.push(await ask(path));
      return found;
    };
    const [one, other] = [await replies(1), await replies(2)];
    const textsOf = (some: typeof one) => some.map(({ text, headers }) => [text, headers.get('etag')]);
    expect(textsOf(other)).toEqual(textsOf(one));
    const title = word('After ');
    await write((writer) => writer.update(event, single.id, { title, version: 7 }));
    for (const { body, headers } of await replies(3)) {
      expect([body.title, headers.get('etag')?.slice(0, 3)]).toEqual([title, '"7-']);
    }
    await world.ask(`PATCH /events/${single.id}`, { as: 'editor', body: { status: 'draft' } });
    for (const { statusCode } of await replies(4)) expect(statusCode).toBe(404);
  });

  test('a row that is read in part has the columns of that part, and throws for all others', async () => {
    const { master, single, occurrences } = await prepare();
    const ids = [single.id, Number(occurrences[0])];
    const embeds = [{ field: 'tags', visible: everything }];
    const plan = { table: event, where: oneOf('id', ids), order: [{ column: 'id' }], limit: 2, embeds };
    const [whole, items] = [await world.store.list(plan), await world.store.list({ ...plan, part: 'item' })];
    const shown = Object.keys(event.columns).filter(
      (name) => name in (items[0] ?? {}) && Object.hasOwn(items[0] ?? {}, name),
    );
    expect(shown).toEqual(expect.arrayContaining(['title', 'start_date', 'content_id', 'translations']));
    for (const [at, item] of items.entries()) {
      const same = Object.entries(whole[at] ?? {}).filter(([name]) => Object.hasOwn(item, name) && name !== 'tags');
      expect(item).toMatchObject(Object.fromEntries(same));
      for (const name of ['version', 'uid', 'content_version'] as const) {
        expect(() => (item as EventRow)[name]).toThrow(`${name} of event was not read`);
      }
    }
    expect(items.map(({ content_id }) => content_id)).toEqual([single.id, master.id]);
    expect(await world.store.list({ ...plan, embeds: [], part: 'id' })).toEqual(ids.map((id) => ({ id })));
  });

  describe('writes of many rows', () => {
    /** The changes that the log holds for one transaction. */
    async function logged(work: (writer: Writer) => Promise<void>): Promise<readonly Change[]> {
      const found: Change[] = [];
      world.store.deliverChanges();
      world.store.subscribe((changes) => found.push(...(changes ?? [])));
      await world.store.transact(work);
      await world.store.pollChanges();
      world.store.deliverChanges();
      return found;
    }

    test('updateWhere changes the rows that match and invalidates the table once', async () => {
      const { master, single, occurrences } = await prepare();
      let updated = 0;
      const changes = await logged(async (writer) => {
        const where = all(is('series', master.id), oneOf('id', occurrences.slice(1)));
        updated = await writer.updateWhere(event, where, { featured: true });
        expect(await writer.updateWhere(event, is('id', -1), { featured: true })).toBe(0);
        expect(await writer.updateWhere(event, is('id', single.id), {})).toBe(0);
      });
      expect([updated, changes]).toEqual([2, [{ table: 'events', id: 0 }]]);
      const flags = [];
      for (const id of [...occurrences, single.id]) flags.push((await world.get(`/events/${id}`)).featured);
      expect(flags).toEqual([false, true, true, false]);
    });

    test('updateEach gives every row its own values', async () => {
      const { year, occurrences, single } = await prepare();
      const starts = occurrences.map((_, at) => `${year}-06-0${at + 1} 08:00:00`);
      const rows = occurrences.map((id, at) => ({ id, values: { start_date: String(starts[at]) } }));
      const changes = await logged(async (writer) => {
        await writer.updateEach(event, rows);
        await writer.updateEach(event, []);
      });
      expect(changes).toEqual([{ table: 'events', id: 0 }]);
      const found = [];
      for (const id of [...occurrences, single.id]) found.push((await world.get(`/events/${id}`)).start_date);
      expect(found).toEqual([...starts, `${year}-03-01 10:00:00`]);
    });

    test('a transaction logs up to 100 records of a table one by one, and more as a change of the table', async () => {
      const { year, master } = await prepare();
      const days = Array.from({ length: 28 }, (_, at) => `${year}-02-${String(at + 1).padStart(2, '0')}`);
      const months = ['07', '08', '09', '10'].flatMap((month) => days.map((day) => day.replace('-02-', `-${month}-`)));
      const ids = await repeatOn(world.store, master.id, months);
      const changed = (count: number) =>
        logged(async (writer) => {
          for (const id of ids.slice(0, count)) await writer.update(event, id, { featured: true });
        });
      expect(await changed(100)).toHaveLength(100);
      expect(await changed(101)).toEqual([{ table: 'events', id: 0 }]);
    });
  });
});
