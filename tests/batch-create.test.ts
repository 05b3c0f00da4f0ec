// Batches of records in one transaction, and statements sent in parallel with one that fails.
import { describe, expect, test } from 'vitest';
import { contextOf } from '../src/app.js';
import { everything, is } from '../src/core/condition.js';
import { shapeOf } from '../src/core/facade.js';
import type { Given } from '../src/core/field.js';
import type { Writer } from '../src/core/store.js';
import { lookUpForModel, parse } from '../src/facades/parse.js';
import { sessions } from '../src/models/account/account.js';
import { createEach } from '../src/operations/write.js';
import { forEachEngine } from './harness/engines.js';
import { sessionDetails } from './harness/session-details.js';
import { type Answered, useWorld, word } from './harness/world.js';

const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00', status: 'publish' };

forEachEngine((engine) => {
  const world = useWorld(engine);

  const make = (name: string, inputs: readonly Given[]): Promise<readonly number[]> =>
    world.store.transact(async (writer) => {
      const { id } = world.people.editor;
      const context = {
        ...contextOf(world.config, world.store, { id, name: 'editor', role: 'editor' }),
        store: writer,
      };
      const { model, fields } = shapeOf(context.call.facade, name);
      const parsed = inputs.map((input) => parse(fields, input, context.call, true));
      const givens = await Promise.all(parsed.map((one) => lookUpForModel(fields, one, context)));
      return (await createEach(context, model, givens)).map(({ id }) => id);
    });

  describe('a batch of events', () => {
    test('equals the events created one by one', async () => {
      const mark = word('fair');
      const [venue, known, before] = [await world.venue(), await world.tag(), await world.event({ title: mark })];
      const [list, kept] = [
        `/events?search=${mark}&start_date=2000-01-01&end_date=2100-01-01&per_page=50`,
        `/events?tags=${known.id}`,
      ];
      expect([(await world.get(list)).total, (await world.get(kept)).total]).toEqual([1, 0]);
      const made = Array.from({ length: 40 }, (_, at) => ({
        ...times,
        title: mark,
        venue: [venue.id],
        organizer: { organizer: `${mark} guild` },
        categories: [`${mark} category`],
        tags: at < 30 ? [known.id, `${mark} tag`] : [`${mark} tag`],
      }));
      const ids = await make('event', made);
      expect([new Set(ids).size, [...ids].sort((a, b) => a - b)]).toEqual([40, ids]);
      const { total, events } = await world.get(list);
      expect([total, (await world.get(kept)).total]).toEqual([41, 30]);
      const slugs = new Map(events.map(({ id, slug }: Answered) => [id, slug]));
      expect([before.id, ...ids].map((id) => slugs.get(id))).toEqual([
        mark,
        ...ids.map((_, at) => `${mark}-${at + 2}`),
      ]);
      const last = await world.get(`/events/${ids[29]}`);
      expect(last.venue.id).toBe(venue.id);
      expect(last.organizer.map(({ organizer }: Answered) => organizer)).toEqual([`${mark} guild`]);
      expect(last.categories.map(({ name, count }: Answered) => [name, count])).toEqual([[`${mark} category`, 40]]);
      const tags = last.tags.map(({ name, count }: Answered) => [name, count]);
      expect(new Map(tags)).toEqual(
        new Map([
          [known.name, 30],
          [`${mark} tag`, 40],
        ]),
      );
    });

    test('is rejected as a whole when one event is invalid', async () => {
      const title = word('refused');
      const wrong = { ...times, title, end_date: '2020-01-01' };
      await expect(make('event', [{ ...times, title }, wrong])).rejects.toThrow('end_date');
      await expect(
        make('event', [
          { ...times, title },
          { ...times, title, venue: [999_999] },
        ]),
      ).rejects.toThrow('venue');
      expect((await world.get(`/events?search=${title}&start_date=2000-01-01&end_date=2100-01-01`)).total).toBe(0);
    });

    test('uses the overrides of its model', async () => {
      const name = word('twin');
      await expect(make('tag', [{ name }, { name }])).rejects.toThrow();
      expect(await make('tag', [{ name }, { name: `${name} two` }])).toHaveLength(2);
    });
  });

  describe('a statement that fails', () => {
    const row = (id: number) => ({
      id,
      user_id: 1,
      digest: word(),
      csrf: 'c',
      expires_utc: '2027-06-16 15:30:00',
      ...sessionDetails,
    });
    const count = (id: number) => world.store.count({ table: sessions, where: is('id', id) });

    test('rolls back statements sent with it and after it', async () => {
      await world.store.transact((writer) => writer.insertAll(sessions, [row(7_001)]));
      const work = world.store.transact(async (writer) => {
        const asked = [[row(7_002)], [row(7_001)], [row(7_003)]].map((rows) => writer.insertAll(sessions, rows));
        expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual([
          'fulfilled',
          'rejected',
          'rejected',
        ]);
        await expect(writer.insertAll(sessions, [row(7_004)])).rejects.toThrow(/unique/i);
      });
      await expect(work).rejects.toThrow(/unique/i);
      expect(await Promise.all([7_002, 7_003, 7_004].map(count))).toEqual([0, 0, 0]);
    });

    test('is rejected after the end of the transaction', async () => {
      let late: Writer | undefined;
      await world.store.transact(async (writer) => {
        late = writer;
      });
      await expect(late?.count({ table: sessions, where: everything })).rejects.toThrow('over');
      await expect(late?.insertAll(sessions, [row(7_005)])).rejects.toThrow('over');
      expect(await count(7_005)).toBe(0);
    });
  });
});
