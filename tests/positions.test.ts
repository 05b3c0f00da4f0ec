// Positions of changes: a change gives the record, and every record that it affects, a new position in its transaction.

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { databaseFile, openDatabase, openEngine } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { is } from '../src/core/condition.js';
import type { PositionReader } from '../src/core/store.js';
import { event } from '../src/models/event/event.js';
import { backUp, replaceBy } from '../src/storage/copy/backup.js';
import { copyStore } from '../src/storage/copy/copy.js';
import type { Engine } from '../src/storage/engine.js';
import { engines, forEachEngine, type TestEngine } from './harness/engines.js';
import { png } from './harness/pictures.js';
import { nameOf, pageAfter, settled } from './harness/positions.js';
import { startWorld, useWorld, type World, word } from './harness/world.js';

const tables = ['categories', 'events', 'media', 'organizers', 'tags', 'venues'];

/** The records that get a position by this work. */
async function changedBy({ store }: World, work: () => Promise<unknown>): Promise<readonly string[]> {
  await settled(store);
  const [since, state] = [await store.positions.current(), await store.positions.state()];
  await work();
  const stateAfter = await store.positions.state();
  await settled(store);
  const { changes, hasMore } = await pageAfter(store, since, tables);
  expect(hasMore).toBe(false);
  expect(stateAfter === state).toBe(changes.length === 0);
  return changes.map(nameOf).sort();
}

const named = (table: string, ids: readonly number[]): readonly string[] => ids.map((id) => `${table} ${id}`).sort();

async function withEngine<Result>(world: World, work: (engine: Engine) => Promise<Result>): Promise<Result> {
  const engine = openEngine(world.config);
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

forEachEngine((engine) => {
  const world = useWorld(engine);
  const idsOf = async (path: string): Promise<readonly number[]> =>
    (await world.get(path, { as: 'administrator' })).events.map(({ id }: { id: number }) => id);
  const datesOf = (id: number) => idsOf(`/events/${id}/occurrences?per_page=100`);

  describe('a change gives positions to', () => {
    test('a new record and the terms that count it', async () => {
      const { id: category } = await world.category();
      const { id: venue } = await world.venue();
      let id = 0;
      const changed = await changedBy(world, async () => {
        ({ id } = await world.event({ categories: [category], venue }));
      });
      expect(changed).toEqual([`categories ${category}`, `events ${id}`]);
    });

    test('an updated, trashed, restored and erased record', async () => {
      const { id } = await world.event();
      const path = `/events/${id}`;
      expect(await changedBy(world, () => world.send(`PATCH ${path}`, { title: 'Other' }))).toEqual([`events ${id}`]);
      expect(await changedBy(world, () => world.send(`DELETE ${path}`, {}))).toEqual([`events ${id}`]);
      expect(await changedBy(world, () => world.send(`PATCH ${path}`, { status: 'publish' }))).toEqual([
        `events ${id}`,
      ]);
      await world.send(`DELETE ${path}`, {});
      expect(await changedBy(world, () => world.send(`DELETE ${path}?force=true`, {}))).toEqual([`events ${id} gone`]);
    });

    test('no record in a dry run, after an error or without a change', async () => {
      const { id } = await world.event();
      expect(await changedBy(world, () => world.send(`PATCH /events/${id}?dry_run=true`, { title: 'Dry' }))).toEqual(
        [],
      );
      const failed = await changedBy(world, () =>
        world.ask('POST /events', { as: 'administrator', body: { title: 'No dates', categories: ['New term'] } }),
      );
      expect(failed).toEqual([]);
      expect(await changedBy(world, () => world.get('/events'))).toEqual([]);
    });

    test('every date of a series whose texts or links change', async () => {
      const { id } = await world.event({ recurrence: 'FREQ=DAILY;COUNT=150' });
      const dates = await datesOf(id);
      const [detached = 0, ...following] = dates;
      await world.send(`PATCH /events/${detached}`, { title: 'Guest night' });
      await world.send(`PATCH /events/${following[0]}`, {
        start_date: '2027-07-02 20:00',
        end_date: '2027-07-02 21:00',
      });
      const all = await world.store.ids({ table: event, where: is('series', id), order: [], limit: 1_000 });
      const renamed = await changedBy(world, () => world.send(`PATCH /events/${id}`, { title: 'Choir' }));
      expect(renamed).toEqual(named('events', [id, ...all.filter((one) => one !== detached)]));
      const { id: tag } = await world.tag();
      const tagged = await changedBy(world, () => world.send(`PATCH /events/${id}`, { tags: [tag] }));
      expect(tagged).toEqual([...named('events', [id, ...all]), `tags ${tag}`]);
      const trashed = await changedBy(world, () => world.send(`DELETE /events/${id}`, {}));
      expect(trashed).toEqual([...named('events', [id, ...all]), `tags ${tag}`]);
    });

    test('the dates that a new rule adds, moves and removes', async () => {
      const { id } = await world.event({ recurrence: 'FREQ=WEEKLY;COUNT=3' });
      const before = await datesOf(id);
      const changed = await changedBy(world, () =>
        world.send(`PATCH /events/${id}`, { recurrence: 'FREQ=WEEKLY;COUNT=2;INTERVAL=3' }),
      );
      const after = await datesOf(id);
      expect(changed).toEqual(
        [
          ...named('events', [id, ...after]),
          ...named(
            'events',
            before.filter((one) => !after.includes(one)),
          ).map((one) => `${one} gone`),
        ].sort(),
      );
    });

    test('the events of a venue that is renamed, moved, trashed or erased, also of series', async () => {
      const { id: venue } = await world.venue();
      const { id: event } = await world.event({ venue });
      const { id: series } = await world.event({ venue, recurrence: 'FREQ=DAILY;COUNT=2' });
      const events = named('events', [event, series, ...(await datesOf(series))]);
      const path = `/venues/${venue}`;
      const own = `venues ${venue}`;
      expect(await changedBy(world, () => world.send(`PATCH ${path}`, { phone: '555' }))).toEqual([own]);
      expect(await changedBy(world, () => world.send(`PATCH ${path}`, { city: 'Lowmoor' }))).toEqual([...events, own]);
      expect(await changedBy(world, () => world.send(`PATCH ${path}`, { venue: 'Pier' }))).toEqual([...events, own]);
      expect(await changedBy(world, () => world.send(`DELETE ${path}`, {}))).toEqual([...events, own]);
      expect(await changedBy(world, () => world.send(`DELETE ${path}?force=true`, {}))).toEqual([
        ...events,
        `${own} gone`,
      ]);
    });

    test('the events below a category that moves in the tree', async () => {
      const { id: top } = await world.category();
      const { id: child } = await world.category();
      const { id: grandchild } = await world.category({ parent: child });
      const { id: event } = await world.event({ categories: [grandchild] });
      const { id: other } = await world.event({ categories: [top] });
      const moved = await changedBy(world, () => world.send(`PATCH /categories/${child}`, { parent: top }));
      expect(moved).toEqual([...named('categories', [child, grandchild]), `events ${event}`]);
      const erased = await changedBy(world, () => world.send(`DELETE /categories/${top}`, {}));
      expect(erased).toContain(`events ${other}`);
      expect(erased).toContain(`events ${event}`);
      expect(erased).toContain(`categories ${top} gone`);
    });

    test('an image whose event is published, hidden by a password or gets another image', async () => {
      const upload = async (width: number) => {
        const file = `data:image/png;base64,${(await png(width, 30)).toString('base64')}`;
        return (await world.send('POST /media', { file, title: `Image ${width}` })).id;
      };
      const [first, second] = [await upload(41), await upload(42)];
      const { id } = await world.event({ status: 'draft', image: first });
      const change = (body: Readonly<Record<string, unknown>>) =>
        changedBy(world, () => world.send(`PATCH /events/${id}`, body));
      const wasPublic = async (media: number) => {
        await settled(world.store);
        const { changes } = await pageAfter(world.store, undefined, ['media'], 1_000, { tables: [] });
        return changes.some((one) => one.id === media);
      };
      expect(await wasPublic(first)).toBe(true);
      expect(await change({ title: 'Other' })).toEqual([`events ${id}`]);
      expect(await change({ status: 'publish' })).toEqual([`events ${id}`, `media ${first}`]);
      expect(await change({ password: 'open sesame' })).toEqual([`events ${id}`, `media ${first}`]);
      expect(await change({ image: second })).toEqual([`events ${id}`, ...named('media', [first, second])]);
      expect(await change({ image: first })).toEqual([`events ${id}`, ...named('media', [first, second])]);
      expect(await change({ image: second })).toEqual([`events ${id}`, ...named('media', [first, second])]);
      expect(await changedBy(world, () => world.send(`DELETE /media/${second}`, {}))).toEqual([
        `events ${id}`,
        `media ${second} gone`,
      ]);
    });

    test('the records of a user that is deleted', async () => {
      const user = await world.send('POST /users', { name: 'guest writer', role: 'author', password: 'correct horse' });
      const { id } = await world.event({ author: user.id });
      const { administrator } = world.people;
      const changed = await changedBy(world, () =>
        world.send(`DELETE /users/${user.id}?reassign=${administrator.id}`, {}),
      );
      expect(changed).toEqual([`events ${id}`]);
    });
  });

  describe('a reader who may not see everything', () => {
    /** The changes that this work lets each of them know of. */
    async function known(work: () => Promise<unknown>): Promise<readonly string[]> {
      await settled(world.store);
      const since = await world.store.positions.current();
      await work();
      await settled(world.store);
      const { author, contributor } = world.people;
      const readers = { public: {}, author: { user: author.id }, contributor: { user: contributor.id } };
      const found = await Promise.all(
        Object.entries(readers).map(async ([name, reader]) => {
          const { changes } = await pageAfter(world.store, since, ['events'], 100, { tables: [], ...reader });
          return changes.length > 0 ? [name] : [];
        }),
      );
      return found.flat();
    }

    test('knows of records that are public, until the change that hides them', async () => {
      const { id } = await world.event();
      const change = (body: Readonly<Record<string, unknown>>) =>
        known(() => world.send(`PATCH /events/${id}`, { ...body }));
      const everyone = ['public', 'author', 'contributor'];
      expect(await change({ title: 'Other' })).toEqual(everyone);
      expect(await change({ status: 'private' })).toEqual(everyone);
      expect(await change({ title: 'Plan' })).toEqual([]);
      expect(await known(() => world.send(`DELETE /events/${id}`, {}))).toEqual([]);
      expect(await known(() => world.send(`DELETE /events/${id}?force=true`, {}))).toEqual([]);
    });

    test('knows of its own records, also after they have another author or are erased', async () => {
      const { author, administrator } = world.people;
      const { id } = await world.event({ status: 'draft', author: author.id });
      const change = (body: Readonly<Record<string, unknown>>) =>
        known(() => world.send(`PATCH /events/${id}`, { ...body }));
      expect(await change({ title: 'Mine' })).toEqual(['author']);
      expect(await change({ author: administrator.id })).toEqual(['author']);
      await world.send(`DELETE /events/${id}`, {});
      expect(await known(() => world.send(`DELETE /events/${id}?force=true`, {}))).toEqual(['author']);
    });

    test('knows nothing of an unlisted event, nor of one that belongs to nobody', async () => {
      expect(await known(() => world.event({ hide_from_listings: true }))).toEqual([]);
      const { id } = await world.event({ status: 'draft' });
      const disown = world.store.transact((writer) => writer.update(event, id, { author: 0 }));
      expect(await known(() => disown)).toEqual([]);
      const { id: listed } = await world.event();
      const hide = { hide_from_listings: true };
      expect(await known(() => world.send(`PATCH /events/${listed}`, hide))).toHaveLength(3);
      expect(await known(() => world.send(`PATCH /events/${listed}`, { title: 'Other' }))).toEqual([]);
    });

    test('gets the removal of a record that is changed while it walks', async () => {
      const hidden = await world.event();
      await settled(world.store);
      const { positions } = world.store;
      const since = await positions.current();
      await world.event();
      await world.event();
      await world.send(`PATCH /events/${hidden.id}`, { status: 'private' });
      await settled(world.store);
      const first = await pageAfter(world.store, since, ['events'], 1, { tables: [] });
      await world.send(`PATCH /events/${hidden.id}`, { title: 'Plan' });
      await settled(world.store);
      const rest = await pageAfter(world.store, first.next, ['events'], 100, { tables: [] });
      expect(rest.changes.map(({ id }) => id)).toContain(hidden.id);
      await world.send(`PATCH /events/${hidden.id}`, { title: 'Other plan' });
      await settled(world.store);
      expect((await pageAfter(world.store, rest.next, ['events'], 100, { tables: [] })).changes).toEqual([]);
    });
  });

  test('a page ends within a transaction, and the next one goes on there', async () => {
    await settled(world.store);
    const since = await world.store.positions.current();
    const { id } = await world.event({ recurrence: 'FREQ=DAILY;COUNT=7' });
    await settled(world.store);
    const whole = await pageAfter(world.store, since, tables);
    const walked: string[] = [];
    let next = since;
    for (let hasMore = true; hasMore; ) {
      const page = await pageAfter(world.store, next, tables, 3);
      walked.push(...page.changes.map(nameOf));
      ({ next, hasMore } = page);
    }
    expect(walked).toEqual(whole.changes.map(nameOf));
    expect(walked).toEqual(named('events', [id, ...(await datesOf(id))]));
    expect((await pageAfter(world.store, next, tables)).changes).toEqual([]);
  });

  describe('a change of the texts of series', () => {
    const rename = (...ids: readonly number[]) =>
      world.send('POST /batch', {
        operations: ids.map((id) => ({ method: 'PATCH', path: `/events/${id}`, body: { title: word('Choir ') } })),
      });

    /** Every change since a position, in pages of two. */
    async function walk(since: string | undefined, reader?: PositionReader): Promise<readonly string[]> {
      const walked: string[] = [];
      let next = since;
      for (let hasMore = true; hasMore; ) {
        const page = await pageAfter(world.store, next, tables, 2, reader);
        walked.push(...page.changes.map(nameOf));
        ({ next, hasMore } = page);
      }
      return walked;
    }

    test('gives each date once, whatever the pages, and writes none of them', async () => {
      const [one, two] = [
        await world.event({ recurrence: 'FREQ=DAILY;COUNT=7' }),
        await world.event({ recurrence: 'FREQ=DAILY;COUNT=4' }),
      ];
      const single = await world.event();
      const [dates, others] = [await datesOf(one.id), await datesOf(two.id)];
      await settled(world.store);
      const since = await world.store.positions.current();
      const positionsOf = async (ids: readonly number[]) =>
        withEngine(world, ({ readConnection }) =>
          readConnection.all({
            sql: `select id, pos from positions where id in (${ids.join()}) order by id`,
            values: [],
          }),
        );
      const before = await positionsOf([...dates, ...others]);
      await rename(one.id, two.id, single.id);
      await settled(world.store);
      expect(await positionsOf([...dates, ...others])).toEqual(before);
      const all = named('events', [one.id, two.id, single.id, ...dates, ...others]);
      const walked = await walk(since);
      expect(walked.toSorted()).toEqual(all);
      expect(walked).toEqual((await pageAfter(world.store, since, tables)).changes.map(nameOf));

      // Later changes of one date, and of one series, move them behind all others.
      const [moved = 0, erased = 0] = dates;
      await world.send(`DELETE /events/${erased}?force=true`, {});
      await world.send(`PATCH /events/${moved}`, { start_date: '2027-07-02 20:00', end_date: '2027-07-02 21:00' });
      await rename(two.id);
      await settled(world.store);
      const again = await walk(since);
      expect(again.map((name) => name.replace(' gone', '')).toSorted()).toEqual(all);
      const at = (id: number) => again.indexOf(`events ${id}`);
      for (const id of others) expect(at(id)).toBeGreaterThan(at(moved));
      expect(new Set(await walk(undefined)).size).toBe((await walk(undefined)).length);
    });

    test('is known to everyone for its public dates, and to their authors for the others', async () => {
      const { author } = world.people;
      const { id } = await world.event({ recurrence: 'FREQ=DAILY;COUNT=5' });
      const [hidden = 0, own = 0, ...shown] = await datesOf(id);
      await world.send(`PATCH /events/${hidden}`, { status: 'private' });
      await world.store.transact((writer) => writer.update(event, own, { status: 'draft', author: author.id }));
      await settled(world.store);
      const since = await world.store.positions.current();
      await rename(id);
      await settled(world.store);
      const dates = named('events', [hidden, own, ...shown]);
      const known = async (reader?: PositionReader) =>
        (await walk(since, reader)).filter((name) => dates.includes(name)).toSorted();
      expect(await known()).toEqual(dates);
      expect(await known({ tables: ['events'] })).toEqual(dates);
      expect(await known({ tables: [] })).toEqual(named('events', shown));
      expect(await known({ tables: [], user: author.id })).toEqual(named('events', [own, ...shown]));
    });
  });

  test('forgets erased records after a time: older positions expire, newer ones and a first walk go on', async () => {
    const { positions } = world.store;
    const old = await positions.current();
    const { id } = await world.event({ status: 'draft' });
    await world.send(`DELETE /events/${id}`, {});
    await world.send(`DELETE /events/${id}?force=true`, {});
    await settled(world.store);
    const newer = await positions.current();
    const before = await positions.state();
    expect(await positions.purge('2000-01-01 00:00:00')).toBe(0);
    expect((await pageAfter(world.store, old, tables)).changes.map(nameOf)).toContain(`events ${id} gone`);
    expect(await positions.purge('9999-01-01 00:00:00')).toBeGreaterThan(0);
    expect(await positions.state()).toBe(before);
    expect(await positions.after(old, tables, 10)).toBe('expired');
    expect((await pageAfter(world.store, newer, tables)).changes).toEqual([]);
    const { next, changes } = await pageAfter(world.store, undefined, tables, 2);
    expect(changes).toHaveLength(2);
    expect((await pageAfter(world.store, next, tables, 2)).changes).toHaveLength(2);
    const { id: erased } = await world.tag();
    await world.send(`DELETE /tags/${erased}`, {});
    await settled(world.store);
    expect(await positions.purge('9999-01-01 00:00:00')).toBeGreaterThan(0);
    expect(await positions.after(next, tables, 2)).toBe('expired');
  });

  test('a position within a transaction whose deletions are forgotten expires', async () => {
    const { positions } = world.store;
    const tags = [await world.tag(), await world.tag(), await world.tag()];
    await settled(world.store);
    const since = await positions.current();
    await world.send('POST /batch', { operations: tags.map(({ id }) => ({ method: 'DELETE', path: `/tags/${id}` })) });
    await settled(world.store);
    const { changes, next, hasMore } = await pageAfter(world.store, since, tables, 1);
    expect([changes.map(nameOf), hasMore]).toEqual([[`tags ${tags[0]?.id} gone`], true]);
    expect((await pageAfter(world.store, next, tables)).changes).toHaveLength(2);
    await positions.purge('9999-01-01 00:00:00');
    expect(await positions.after(next, tables, 10)).toBe('expired');
  });

  test('reports no lag once all changes are settled', async () => {
    await world.tag();
    await settled(world.store);
    expect(await world.store.positions.lagSeconds()).toBe(0);
  });

  test('begins a new epoch at the start after numbers of another database were brought in', async () => {
    const { id } = await world.event();
    await settled(world.store);
    const known = await world.store.positions.current();
    const state = await world.store.positions.state();
    await withEngine(world, ({ transact }) =>
      transact(async ({ run }) => {
        await run({ sql: `update positions set pos = 9000000000000 where id = ${id}`, values: [] });
      }),
    );
    expect((await pageAfter(world.store, known, tables)).changes).toEqual([]);
    await world.restart();
    expect(await world.store.positions.after(known, tables, 10)).toBe('expired');
    expect(await world.store.positions.state()).not.toBe(state);
    await settled(world.store);
    const { changes, next } = await pageAfter(world.store, undefined, tables);
    expect(changes.map(nameOf)).toContain(`events ${id}`);
    const changed = await changedBy(world, () => world.send(`PATCH /events/${id}`, { title: 'After' }));
    expect(changed).toEqual([`events ${id}`]);
    expect((await pageAfter(world.store, next, tables)).changes.map(nameOf)).toEqual([`events ${id}`]);
  });
});

test.runIf(engines.some(({ name }) => name === 'embedded'))('a restored backup expires all positions', async () => {
  const [embedded] = engines;
  const world = await startWorld(embedded as TestEngine);
  const { ALMANAC_DATA: data = '' } = world.settings;
  const backup = join(data, 'backup.db');
  await withEngine(world, (engine) => backUp(engine, backup));
  const known = await world.store.positions.current();
  const folder = join(data, 'restored');
  await replaceBy(databaseFile({ data: folder }), backup);
  const restored = await openDatabase({ ...world.config, data: folder });
  expect(await world.store.positions.after(known, tables, 10)).not.toBe('expired');
  expect(await restored.positions.after(known, tables, 10)).toBe('expired');
  await restored.close();
  await world.stop();
});

const ways = engines.flatMap((from) => engines.map((to) => ({ from, to, title: `${from.name} to ${to.name}` })));

test.each(ways)('a copy from $title has all records, and positions of the source are expired there', async (way) => {
  const world = await startWorld(way.from);
  const { id } = await world.event({ recurrence: 'FREQ=DAILY;COUNT=3' });
  const gone = await world.tag();
  await world.send(`DELETE /tags/${gone.id}`, {});
  await settled(world.store);
  const known = await world.store.positions.current();
  const place = await way.to.prepare('schema');
  const config = readConfig({ ...place.settings });
  const target = openEngine(config);
  const watch = { signal: new AbortController().signal, show: () => undefined, resumed: () => undefined };
  await withEngine(world, (source) => copyStore(source, target, watch));
  await target.close();
  const copy = await openDatabase(config);
  expect(await copy.positions.after(known, tables, 10)).toBe('expired');
  await settled(copy);
  const names = async (store: typeof copy) => (await pageAfter(store, undefined, tables)).changes.map(nameOf).sort();
  expect(await names(copy)).toEqual(await names(world.store));
  expect(await names(copy)).toContain(`events ${id}`);
  expect(await names(copy)).toContain(`tags ${gone.id} gone`);
  await copy.close();
  await world.stop();
  await place.clean();
});
