// A process that was idle while others changed more than the change log keeps: it must notice that entries were deleted.
import { expect, test } from 'vitest';
import { openEngine } from '../src/app.js';
import { forEachEngine } from './harness/engines.js';
import { startWorld, useWorld, type World, word } from './harness/world.js';

/** More than the log keeps, with the entries that are not deleted yet. */
const transactions = 2_400;

forEachEngine((engine) => {
  const world = useWorld(engine);

  /** Entries without changes, as of transactions that concern nothing here; old ones are deleted. */
  async function fillChangeLog(): Promise<void> {
    const { changeLog, transact, close } = openEngine(world.config);
    await transact(async (connection) => {
      for (let at = 0; at < transactions; at++) await changeLog.log(connection, []);
    });
    await close();
  }

  test('an idle process shows records, totals, names and settings as others left them', async () => {
    const place = { settings: world.settings, people: world.people, check: async () => 'ok', clean: async () => {} };
    const idle = await startWorld({ ...engine, prepare: async () => place }, { beside: world });
    try {
      const venue = await world.venue();
      const event = await world.event({ venue: venue.id });
      const newer = await world.category();
      const shown = (of: World) =>
        Promise.all(
          [
            `GET /events/${event.id}`,
            'GET /events?start_date=2027-06-01',
            'GET /events?start_date=2027-06-02',
            'GET /events?per_page=1&status=publish',
            `GET /venues/${venue.id}`,
            'GET /events.ics',
            `GET /categories/${newer.id}`,
            'GET //',
          ].map(async (request) => (await of.ask(request)).text),
        );
      for (let round = 0; round < 3; round++) expect(await shown(idle)).toEqual(await shown(world));
      const before = await shown(idle);
      await world.send(`PATCH /events/${event.id}`, { title: word('Changed ') });
      await world.send(`PATCH /venues/${venue.id}`, { venue: word('Moved ') });
      await world.send(`PATCH /categories/${newer.id}`, { name: word('Named ') });
      await world.event({ venue: venue.id });
      await world.send('PATCH /settings', { name: word('Site ') });
      await fillChangeLog();
      const after = await shown(idle);
      expect(after).toEqual(await shown(world));
      expect(after.filter((text, at) => text === before[at])).toEqual([]);
      expect((await idle.get('/events', { as: 'administrator' })).total).toBe(2);
    } finally {
      await idle.stop();
    }
  });
});
