// Series in the features that all events have: permissions of every role, scheduled publishing, trash, places and search.
import { describe, expect, test } from 'vitest';
import type { Who } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { type Answered, type Body, startOfWorld, useWorld, word } from './harness/world.js';

const tuesdays = {
  start_date: '2027-07-06 19:00:00',
  end_date: '2027-07-06 21:00:00',
  recurrence: 'FREQ=WEEKLY;COUNT=4',
};
const everyone: readonly Who[] = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'];

onOneEngine((engine) => {
  const world = useWorld(engine);

  const series = (given: Body = {}, as: Exclude<Who, 'anonymous'> = 'administrator') =>
    world.event({ title: word('Choir '), ...tuesdays, ...given }, { as });
  const datesOf = async (id: number, as: Who = 'administrator'): Promise<readonly Answered[]> =>
    (await world.get(`/events/${id}/occurrences?status=any&context=edit`, { as })).events;

  describe('permissions', () => {
    /** The status code of a rejected change. */
    const rejected = (who: Who): number => (who === 'anonymous' ? 401 : 403);

    test.each(everyone)('the %s changes one, the following or all dates exactly as far as it may', async (who) => {
      for (const owner of ['author', 'editor'] as const) {
        const mayChange = who === 'administrator' || who === 'editor' || (who === 'author' && owner === 'author');
        for (const scope of ['this', 'following', 'all']) {
          const { id } = await series({}, owner);
          const before = await datesOf(id);
          const path = `/events/${before[1]?.id}?scope=${scope}`;
          const changed = await world.ask(`PATCH ${path}`, { as: who, body: { title: 'Changed' } });
          const removed = await world.ask(`DELETE ${path}`, { as: who });
          const expected = mayChange ? 200 : rejected(who);
          expect([owner, scope, changed.statusCode, removed.statusCode]).toEqual([owner, scope, expected, expected]);
          if (!mayChange) expect(await datesOf(id)).toEqual(before);
        }
      }
    });

    test.each(everyone)('the %s creates a series as far as it creates events', async (who) => {
      const body = { title: word('Choir '), ...tuesdays };
      const { statusCode } = await world.ask('POST /events', { as: who, body });
      const mayCreate = !['anonymous', 'subscriber'].includes(who);
      expect(statusCode).toBe(mayCreate ? 201 : rejected(who));
    });
  });

  test('a scheduled series is published once, and all its dates with it', async () => {
    const { id, status } = await series({ date_utc: '2027-06-15 16:00:00' });
    expect(status).toBe('future');
    const [first, second] = await datesOf(id);
    await world.send(`PATCH /events/${second?.id}`, { status: 'draft' });
    const seen = async () => (await world.get(`/events?include=${id}`)).total;
    const version = async () => (await world.ask(`GET /events/${id}`, { as: 'editor' })).headers.get('etag');
    expect(await seen()).toBe(0);
    world.clock.now = '2027-06-15 16:00:00';
    try {
      await world.runDue();
      expect(await seen()).toBe(3);
      const published = await version();
      await world.runDue();
      expect(await version()).toBe(published);
      expect(await world.get(`/events/${first?.id}`)).toMatchObject({
        status: 'publish',
        date_utc: '2027-06-15 16:00:00',
      });
      expect((await world.ask(`GET /events/${second?.id}`)).statusCode).toBe(404);
    } finally {
      world.clock.now = startOfWorld;
    }
  });

  test('a skipped date is erased from the trash by the job and does not come back', async () => {
    const { id } = await series({ recurrence: 'FREQ=WEEKLY;INTERVAL=4' });
    const [, second, third] = await datesOf(id);
    await world.send(`DELETE /events/${second?.id}`, {});
    world.clock.now = '2027-08-15 16:00:00';
    try {
      await world.runDue();
      expect((await world.ask(`GET /events/${second?.id}`)).statusCode).toBe(410);
      expect((await world.get(`/events/${id}`)).recurrence.except).toEqual([second?.start_date]);
      await world.send(`PATCH /events/${id}`, { timezone: 'Europe/Paris' });
      const starts = (await datesOf(id)).map(({ start_date }) => start_date);
      expect(starts).not.toContain(second?.start_date);
      expect(starts).toContain(third?.start_date);
    } finally {
      world.clock.now = startOfWorld;
    }
  });

  test('a trashed series is erased by the job with all its dates', async () => {
    const { id } = await series();
    const dates = await datesOf(id);
    await world.send(`DELETE /events/${id}`, {});
    world.clock.now = '2027-08-15 16:00:00';
    try {
      await world.runDue();
      for (const one of [id, ...dates.map((date) => date.id)]) {
        expect([one, (await world.ask(`GET /events/${one}`)).statusCode]).toEqual([one, 410]);
      }
    } finally {
      world.clock.now = startOfWorld;
    }
  });

  test('dates are found near the venue of the series, or near their own', async () => {
    const near = 'geoloc_lat=44.48&geoloc_lng=-73.21&geoloc_radius=5';
    const far = await world.venue({ geo_lat: 10, geo_lng: 10 });
    const { id } = await series({ venue: { venue: word('Barn '), geo_lat: 44.48, geo_lng: -73.21 } });
    const [first] = await datesOf(id);
    const found = async () => (await world.get(`/events?${near}&occurrence_of=${id}`)).total;
    expect(await found()).toBe(4);
    await world.send(`PATCH /events/${first?.id}`, { venue: far.id });
    expect(await found()).toBe(3);
    expect((await world.get('/events?geoloc_lat=10&geoloc_lng=10&geoloc_radius=5')).events).toMatchObject([
      { id: first?.id },
    ]);
  });

  test('a search finds the dates of a series by its text, and changed dates by their own', async () => {
    const [common, special] = [word('needle'), word('thread')];
    const { id } = await series({ description: `A ${common} in the text` });
    const [, second] = await datesOf(id);
    await world.send(`PATCH /events/${second?.id}`, { description: `Only ${special}` });
    expect((await world.get(`/events?search=${common}`)).total).toBe(3);
    expect((await world.get(`/events?search=${special}`)).events).toMatchObject([{ id: second?.id }]);
  });
});
