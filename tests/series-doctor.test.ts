// `doctor` finds broken series and repairs what can be computed again.
import { expect, test } from 'vitest';
import { contextOf } from '../src/app.js';
import { seriesChecks } from '../src/cli/series-checks.js';
import { operator } from '../src/core/actor.js';
import { is } from '../src/core/condition.js';
import { event } from '../src/models/event/event.js';
import { forEachEngine } from './harness/engines.js';
import { type Answered, useWorld, word } from './harness/world.js';

const tuesdays = {
  start_date: '2027-07-06 19:00:00',
  end_date: '2027-07-06 21:00:00',
  recurrence: 'FREQ=WEEKLY;COUNT=4',
};

forEachEngine((engine) => {
  const world = useWorld(engine);

  async function series(): Promise<{ readonly id: number; readonly dates: readonly number[] }> {
    const { id } = await world.event({ title: word('Choir '), ...tuesdays });
    return { id, dates: await datesOf(id) };
  }
  const datesOf = async (id: number): Promise<readonly number[]> =>
    (await world.get(`/events?occurrence_of=${id}`)).events.map((one: Answered) => one.id);
  const change = (id: number, values: object) =>
    world.store.transact((writer) => writer.update(event, id, values as never));
  const checks = (now?: string) => {
    const { call, ...context } = contextOf(world.config, world.store, operator);
    return seriesChecks(world.store, { ...context, call: { ...call, now: now ?? call.now } });
  };
  const faults = async (now?: string) => {
    const found: string[] = [];
    for (const check of checks(now)) found.push(...(await check.faults()));
    return found;
  };
  const repair = async () => {
    for (const check of checks()) await check.repair?.();
  };

  test('finds nothing in series that were changed through the API', async () => {
    const { id, dates } = await series();
    await world.send(`PATCH /events/${dates[1]}`, { title: 'Guest night' });
    await world.send(`DELETE /events/${dates[2]}`, {});
    await world.send(`PATCH /events/${dates[3]}?scope=following`, { cost: '5' });
    await world.event({ title: word('Choir '), ...tuesdays, recurrence: 'FREQ=MONTHLY;BYDAY=1TU' });
    await world.send(`PATCH /events/${id}`, { start_date: '2027-07-06 18:00:00', end_date: '2027-07-06 20:00:00' });
    expect(await faults()).toEqual([]);
  });

  test('adds dates that are missing before the horizon', async () => {
    const { id, dates } = await series();
    const [, second = 0] = dates;
    await world.store.transact((writer) => writer.remove(event, is('id', second)));
    expect(await faults()).toEqual([`series ${id}: 1 missing, first 2027-07-13 19:00:00`]);
    await repair();
    expect(await faults()).toEqual([]);
    const repaired = await datesOf(id);
    expect(repaired).toHaveLength(4);
    expect(repaired).not.toContain(second);
  });

  test.each([
    // 12:00 UTC is 21:00 in Tokyo: the date is past. 22:00 UTC is 18:00 in New York: it is still ahead.
    ['Asia/Tokyo', '2027-07-13 12:00:00', 0],
    ['America/New_York', '2027-07-13 22:00:00', 1],
  ])('looks for dates from now on in the time zone of the series: %s', async (timezone, now, count) => {
    const { id } = await world.event({ title: word('Choir '), ...tuesdays, timezone });
    const [, second = 0] = await datesOf(id);
    await world.store.transact((writer) => writer.remove(event, is('id', second)));
    expect(await faults(now)).toHaveLength(count);
    await repair();
    expect(await faults()).toEqual([]);
  });

  test('makes a date read from its series again', async () => {
    const { id, dates } = await series();
    const other = await world.event();
    await change(dates[0] ?? 0, { content_id: other.id });
    await change(other.id, { content_id: id });
    expect(await faults()).toEqual([
      `event ${dates[0]} reads its content from ${other.id}, expected ${id}`,
      `event ${other.id} reads its content from ${id}, expected ${other.id}`,
    ]);
    await repair();
    expect(await faults()).toEqual([]);
  });

  test('keeps the dates of a series that lost its rule', async () => {
    const { id, dates } = await series();
    const empty = await series();
    await change(id, { recurrence: undefined });
    await change(empty.id, { recurrence: undefined });
    await world.store.transact((writer) => writer.remove(event, is('series', empty.id)));
    expect(await faults()).toEqual([`series ${id} has no rule`, `series ${empty.id} has no rule`]);
    await repair();
    expect(await faults()).toEqual([]);
    expect(await datesOf(id)).toEqual(dates);
    expect((await world.get(`/events/${id}`)).recurrence).toMatchObject({ rule: '', count: 4 });
    expect(await world.get(`/events/${empty.id}`)).not.toHaveProperty('recurrence');
  });

  test('makes a date with content of its own a single event when its series is missing', async () => {
    const { id, dates } = await series();
    const [first = 0] = dates;
    await world.send(`PATCH /events/${first}`, { title: 'Guest night' });
    await world.store.transact((writer) => writer.remove(event, is('id', id)));
    expect(await faults()).toEqual(dates.map((date) => `the series ${id} of event ${date} is missing`));
    await repair();
    expect(await world.get(`/events/${first}`)).toMatchObject({ title: 'Guest night' });
    expect(await faults()).toEqual(dates.slice(1).map((date) => `the series ${id} of event ${date} is missing`));
  });
});
