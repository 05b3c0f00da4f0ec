// Cached responses and totals with rows that read their content from another row.
import { describe, expect, test } from 'vitest';
import { all, is, oneOf } from '../src/core/condition.js';
import type { Change, Writer } from '../src/core/store.js';
import { event } from '../src/models/event/event.js';
import { eventTags } from '../src/models/links.js';
import { expectRefusal } from './harness/client.js';
import { forEachEngine } from './harness/engines.js';
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
