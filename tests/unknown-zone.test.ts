// A time zone that a newer runtime knows and this one does not: what was stored stays as it is.
import { expect, test } from 'vitest';
import { is } from '../src/core/condition.js';
import { event } from '../src/models/event/event.js';
import { onOneEngine } from './harness/engines.js';
import { useWorld } from './harness/world.js';

onOneEngine((engine) => {
  const world = useWorld(engine);
  const times = { start_date: '2027-07-06 10:00:00', end_date: '2027-07-06 12:00:00', timezone: 'Europe/Paris' };
  const stored = { timezone: 'Europe/Newtown', utc_start_date: '2027-07-06 07:00:00' };

  test('an event of an unknown time zone keeps its instants when something else is changed', async () => {
    const { id } = await world.event(times);
    await world.store.transact((writer) => writer.update(event, id, stored));
    const read = () => world.store.read({ table: event, where: is('id', id) });
    const change = (body: object) => world.askAgain(`PATCH /events/${id}`, { as: 'editor', body: { ...body } });
    expect((await change({ title: 'Changed' })).statusCode).toBe(200);
    expect(await read()).toMatchObject({ ...stored, title: 'Changed' });
    const refused = await change({ start_date: '2027-07-07 10:00:00', end_date: '2027-07-07 12:00:00' });
    expect(refused.statusCode).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('Unknown time zone.');
    expect((await change({ timezone: 'Europe/Paris' })).statusCode).toBe(200);
    expect(await read()).toMatchObject({ timezone: 'Europe/Paris', utc_start_date: '2027-07-06 08:00:00' });
  });
});
