// Dates of a series that start at one moment are in the order of their ids in every query, whatever index serves it.
import { expect, test } from 'vitest';
import { contextOf, openEngine } from '../src/app.js';
import { operator } from '../src/core/actor.js';
import { is } from '../src/core/condition.js';
import { datesBeside, datesOn, listDates } from '../src/facades/events/series-dates.js';
import type { EventRow } from '../src/models/event/columns.js';
import { event } from '../src/models/event/event.js';
import { forEachEngine } from './harness/engines.js';
import { type Answered, useWorld } from './harness/world.js';

forEachEngine((engine) => {
  const world = useWorld(engine);

  test('two dates with one start', async () => {
    const times = { start_date: '2027-07-06 19:00:00', end_date: '2027-07-06 21:00:00' };
    const rule = 'FREQ=WEEKLY;COUNT=2';
    const { id: series } = await world.event({ ...times, recurrence: rule });
    const datesOf = async (): Promise<readonly Answered[]> =>
      (await world.get(`/events/${series}/occurrences?per_page=100`)).events;
    const [, older] = await datesOf();
    // The later id has the earlier original start.
    await world.send(`PATCH /events/${series}`, { recurrence: { rule, dates: ['2027-07-08 10:00'] } });
    const [first, newer] = await datesOf();
    const moved = { start_date: '2027-07-20 18:00:00', end_date: '2027-07-20 20:00:00' };
    for (const { id = 0 } of [newer ?? {}, older ?? {}]) await world.send(`PATCH /events/${id}`, moved);
    const ids = [first?.id, older?.id, newer?.id];
    expect([...ids].sort((one = 0, other = 0) => one - other)).toEqual(ids);

    const { transact, close } = openEngine(world.config);
    await transact(({ run }) => run({ sql: 'drop index events_of_series', values: [] }));
    await close();
    const context = contextOf(world.config, world.store, operator);
    const rowOf = async (id = 0) => (await world.store.read({ table: event, where: is('id', id) })) as EventRow;
    const master = await rowOf(series);
    const idsIn = (rows: readonly EventRow[]) => rows.map(({ id }) => id);
    expect(idsIn(await datesOn(context, master, '2027-07-20'))).toEqual(ids.slice(1));
    expect(idsIn((await listDates(context, master, 10, 0)).upcoming)).toEqual(ids);
    const beside = async (id?: number) => {
      const { previous, next } = await datesBeside(context, master, await rowOf(id));
      return [previous?.id, next?.id];
    };
    expect(await Promise.all(ids.map(beside))).toEqual([
      [undefined, ids[1]],
      [ids[0], ids[2]],
      [ids[1], undefined],
    ]);
  });
});
