// Events of every duration around one moment: running, past and upcoming ones are found
// by whole days and by strict times, in time zones at both extremes.
import { beforeAll, describe, expect, test } from 'vitest';
import { DAY, endOfDay, plusSeconds, plusYears, startOfDay } from '../src/core/time/clock.js';
import { toInstant, toWall } from '../src/core/time/zone.js';
import { durationClassDays } from '../src/models/event/duration.js';
import { forEachEngine } from './harness/engines.js';
import { type Answered, siteZone, useWorld } from './harness/world.js';

const zones = ['Pacific/Kiritimati', 'America/New_York', 'Etc/GMT+12'];
const lengths = [3_600, ...durationClassDays.flatMap((days) => [days * DAY, days * DAY + 1]), 3_000 * DAY];
const moment = '2020-03-11 00:00:00';
/** Moments around the one at which all of them end, and around the beginnings of some. */
const moments = [0, 1, -1, DAY, -DAY, -2 * DAY, -6 * DAY, -29 * DAY, -200 * DAY, -481 * DAY, -2_999 * DAY].map((by) =>
  plusSeconds(moment, by),
);

forEachEngine((engine) => {
  describe('events of every length', () => {
    const world = useWorld(engine);
    const events: Answered[] = [];

    beforeAll(async () => {
      for (const timezone of zones) {
        for (const seconds of lengths) {
          const title = `${seconds} s in ${timezone}`;
          const span = { start_date: plusSeconds(moment, -seconds), end_date: moment };
          events.push(await world.event({ title, timezone, ...span }));
        }
        const days = { all_day: true, start_date: '2020-03-04', end_date: '2020-03-10' };
        events.push(await world.event({ title: `all day in ${timezone}`, timezone, ...days }));
      }
    });

    const idsOf = (found: readonly Answered[]) => found.map(({ id }) => id).sort((a, b) => a - b);
    const asked = async (query: string) => {
      const list = await world.get(`/events?per_page=50&${query}`);
      expect(list.total).toBe(list.events.length);
      return idsOf(list.events);
    };
    const those = (holds: (event: Answered) => boolean) => idsOf(events.filter(holds));

    test.each(moments)('whole days around %s', async (at) => {
      const [first, last] = [endOfDay(at), endOfDay(plusSeconds(at, 3 * DAY))];
      const [from, to] = [first.slice(0, 10), last.slice(0, 10)];
      const running = ({ end_date }: Answered) => end_date > first;
      expect(await asked(`ends_after=${from}`)).toEqual(those(running));
      expect(await asked(`ends_after=${from}&starts_before=${to}`)).toEqual(
        those((event) => running(event) && event.start_date < last),
      );
      expect(await asked(`ends_after=${from}&ends_before=${to}`)).toEqual(
        those((event) => running(event) && event.end_date < last),
      );
    });

    test.each(moments)('strict times around %s', async (at) => {
      for (const zone of zones) {
        const { instant } = toInstant(at, zone);
        const text = `${instant.replace(' ', 'T')}Z`;
        const later = plusSeconds(instant, 3 * DAY);
        const running = ({ utc_end_date }: Answered) => utc_end_date > instant;
        expect(await asked(`strict_dates=1&ends_after=${text}`)).toEqual(those(running));
        expect(await asked(`strict_dates=1&ends_after=${text}&starts_before=${later.replace(' ', 'T')}Z`)).toEqual(
          those((event) => running(event) && event.utc_start_date < later),
        );
        expect(await asked(`strict_dates=1&starts_before=${text}`)).toEqual(
          those((event) => event.utc_start_date < instant),
        );
        expect(await asked(`strict_dates=1&ends_before=${text}`)).toEqual(
          those((event) => event.utc_end_date < instant),
        );
      }
    });

    test.each(moments)('the default list at %s', async (at) => {
      world.clock.now = at;
      const today = startOfDay(toWall(at, siteZone));
      const { instant } = toInstant(today, siteZone);
      const last = endOfDay(plusYears(today, 2));
      const shown = (event: Answered) => event.utc_end_date > instant || event.start_date >= today;
      expect(await asked('')).toEqual(those((event) => shown(event) && event.start_date <= last));
    });

    test('a changed duration moves an event between lists', async () => {
      const { id } = await world.event({ start_date: '2018-05-01 10:00', end_date: '2018-05-01 11:00' });
      const isFound = async () => (await asked('ends_after=2019-01-01&starts_before=2019-01-02')).includes(id);
      expect(await isFound()).toBe(false);
      await world.send(`PATCH /events/${id}`, { end_date: '2019-02-01 11:00' });
      expect(await isFound()).toBe(true);
      await world.send(`PATCH /events/${id}`, { end_date: '2018-12-31 11:00' });
      expect(await isFound()).toBe(false);
    });
  });
});
