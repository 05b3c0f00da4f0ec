// Lists of a snapshot share their linked rows and are converted in another way than other lists; the rows are the same.
import { beforeAll, describe, expect, test } from 'vitest';
import { type Actor, anonymous } from '../src/core/actor.js';
import { everything } from '../src/core/condition.js';
import { shapeOf } from '../src/core/facade.js';
import { type ListPlan, linkedRows, type Reader, type Row } from '../src/core/store.js';
import { parseDate } from '../src/core/time/date-text.js';
import { venue as venueModel } from '../src/models/venue/venue.js';
import { chunksOf, planFeed } from '../src/operations/feed.js';
import { forEachEngine } from './harness/engines.js';
import { feedContext } from './harness/feed.js';
import { useWorld } from './harness/world.js';

/** Without the default window of lists, with every date of a series. */
const found = { starts_after: parseDate('2027-01-01'), occurrences: 'dates' };

const editor: Actor = { ...anonymous, id: 1, role: 'editor' };

const allOf = async (chunks: AsyncIterable<readonly Row[]>): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for await (const chunk of chunks) rows.push(...chunk);
  return rows;
};

forEachEngine((engine) => {
  describe('reads of a snapshot', () => {
    const world = useWorld(engine);

    const planOf = (actor: Actor): ListPlan => {
      const context = feedContext(world, actor);
      const shape = shapeOf(context.call.facade, 'event');
      return planFeed(shape, { found, text: {}, page: 1, perPage: 100 }, context.call, context);
    };
    const inChunks = (reader: Reader, plan: ListPlan, min: number) =>
      allOf(chunksOf(reader, plan, { min, max: 2 * min }));

    beforeAll(async () => {
      const [open, hidden] = [
        await world.venue({ venue: 'Open “house” \\ "A"' }),
        await world.venue({ venue: 'Not public yet', status: 'draft' }, { as: 'editor' }),
      ];
      const point = { geo_lat: 48.85661234567891, geo_lng: 2.352212345678912 };
      await world.store.transact((writer) => writer.update(venueModel, open.id, point));
      const organizers = [await world.organizer({ organizer: 'Zoë' }), await world.organizer({ organizer: 'Anna' })];
      const tags = [
        await world.tag({ name: 'Winter' }),
        await world.tag({ name: 'Åre' }),
        await world.tag({ name: '"' }),
      ];
      const linked = { organizer: organizers.map(({ id }) => id).reverse(), tags: tags.map(({ id }) => id) };
      const hostile = 'a "b" \\ \\n \u2028 \u{1F600} é [1,2] null';
      for (const [at, venue] of [open, hidden, open, open].entries()) {
        const start = `2027-05-0${9 - at} 10:00:00`;
        const given = {
          title: `${hostile} ${at}`,
          description: `<p>${hostile}</p>`,
          start_date: start,
          end_date: start,
        };
        await world.event({ ...given, ...linked, venue: venue.id });
      }
      await world.event({ title: 'Without links', start_date: '2027-05-06 10:00:00', end_date: '2027-05-06 10:00:00' });
      await world.event({
        ...{ title: 'Weekly', start_date: '2027-05-03 18:00:00', end_date: '2027-05-03 20:00:00', venue: open.id },
        recurrence: 'FREQ=WEEKLY;COUNT=6',
      });
    });

    test.each([
      ['the public', anonymous],
      ['an editor', editor],
    ])('are the rows of the list for %s, in chunks of any size', async (_, actor) => {
      const plan = planOf(actor);
      const listed = await world.store.list(plan);
      expect(listed.length).toBe(11);
      for (const size of [1, 2, 3, 100]) {
        expect(await world.store.snapshot((reader) => inChunks(reader, plan, size))).toEqual(listed);
      }
    });

    test('leave out linked rows that the caller may not see', async () => {
      const titles = async (actor: Actor) => {
        const rows = await world.store.snapshot((reader) => inChunks(reader, planOf(actor), 2));
        return rows.flatMap((row) => linkedRows(row, 'venue').map(({ name }) => name));
      };
      expect(await titles(anonymous)).not.toContain('Not public yet');
      expect(await titles(editor)).toContain('Not public yet');
    });

    test('keep every digit of real numbers', async () => {
      const plan = { table: venueModel, where: everything, order: [{ column: 'id' }], limit: 10 };
      const rows = await world.store.snapshot((reader) => reader.list(plan));
      expect(rows.map((row) => row.geo_lat)).toContain(48.85661234567891);
      expect(rows).toEqual(await world.store.list(plan));
    });

    test('share the linked row of several rows', async () => {
      const rows = await world.store.snapshot((reader) => inChunks(reader, planOf(anonymous), 2));
      const venues = rows.flatMap((row) => linkedRows(row, 'venue'));
      expect(venues.length).toBe(9);
      expect(new Set(venues).size).toBe(1);
    });

    test('are not made for a page of a list that is too long', async () => {
      const plan = planOf(anonymous);
      const listed = await world.store.list(plan);
      expect(await world.store.page({ ...plan, maxTotal: listed.length - 1 })).toEqual({
        rows: [],
        total: listed.length,
      });
      expect(await world.store.page({ ...plan, maxTotal: listed.length })).toEqual({
        rows: listed,
        total: listed.length,
      });
    });

    test('can be started at the same time', async () => {
      const plan = planOf(anonymous);
      const listed = await world.store.list(plan);
      const lists = await world.store.snapshot((reader) =>
        Promise.all(Array.from({ length: 5 }, (_, at) => inChunks(reader, plan, at + 1))),
      );
      for (const rows of lists) expect(rows).toEqual(listed);
    });

    test('end without an error when the reader stops after one chunk', async () => {
      const first = await world.store.snapshot(async (reader) => {
        for await (const rows of chunksOf(reader, planOf(anonymous), { min: 2, max: 2 })) return rows;
        return [];
      });
      expect(first.length).toBe(2);
    });

    test('do not see changes that were made after the first read', async () => {
      const plan = planOf(anonymous);
      const listed = await world.store.list(plan);
      const rows = await world.store.snapshot(async (reader) => {
        await reader.count(plan);
        for (const { id } of linkedRows(listed[0] as Row, 'organizer')) {
          await world.send(`PATCH /organizers/${id}`, { organizer: `Renamed ${id}` });
        }
        await world.send(`PATCH /events/${listed[3]?.id}`, { title: 'Renamed' });
        return inChunks(reader, plan, 2);
      });
      expect(rows).toEqual(listed);
      expect(await world.store.list(plan)).not.toEqual(listed);
    });
  });
});
