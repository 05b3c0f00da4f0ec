// Generated hostile calendars against one subscription: each ends with a result, the service goes on, and nothing of its own
// changes.
import { afterAll, describe, expect, test } from 'vitest';
import { hostileCalendar, hostileKinds } from '../bench/hostile/calendars.js';
import { startHostileServer } from '../bench/hostile/server.js';
import { plusSeconds } from '../src/core/time/clock.js';
import { engines } from './harness/engines.js';
import { repetitions } from './harness/repetitions.js';
import { type Answered, useWorld } from './harness/world.js';

/** Calendars of every size are read by `npm run bench`. */
const maxBytes = 200_000;
const count = repetitions(20);

/** Always the one that pretends to be ours, then any. */
const kindsFrom = (number: number) => (number === 0 ? ['local UIDs'] : hostileKinds);

// What a calendar does is the same on both engines.
describe.each(engines.slice(0, 1))('hostile calendars on the $name store', (engine) => {
  const world = useWorld(engine, { reach: { allow: (address: string) => address === '127.0.0.1' } });
  const opened = startHostileServer();
  afterAll(async () => (await opened).stop());

  test(`of ${count} kinds and sizes each have a result, and change no local event`, async () => {
    const server = await opened;
    const local: Answered[] = [];
    for (const title of ['Concert', 'Market', 'Reading']) {
      const { id } = await world.event({ title });
      local.push(await world.get(`/events/${id}`));
    }
    const { id } = await world.send('POST /subscriptions', { name: 'Hostile', url: server.url }, { as: 'editor' });
    const [, uidHost = ''] =
      /^UID:event-\d+@(.+)\r$/m.exec((await world.ask(`GET /events/${local[0]?.id}.ics`)).text) ?? [];
    const events = local.map((event) => ({ id: event.id, title: event.title, start: event.start_date }));
    for (let number = 0; number < count; number++) {
      const calendar = hostileCalendar(number, { uidHost, events, maxBytes }, kindsFrom(number));
      server.serve(calendar);
      await world.send(`PATCH /subscriptions/${id}`, { paused: false }, { as: 'editor' });
      world.clock.now = plusSeconds(world.clock.now, 3_600);
      await world.runDue();
      const source = await world.get(`/subscriptions/${id}`, { as: 'editor' });
      expect(source.checked_utc, calendar.kind).toBe(world.clock.now);
      expect(['imported', 'unchanged', 'failed'], calendar.kind).toContain(source.last_result);
      expect(source.message, calendar.kind).not.toContain('See the log');
    }
    for (const event of local) expect(await world.get(`/events/${event.id}`)).toEqual(event);
  });
});
