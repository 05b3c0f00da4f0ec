// The first and the last year: a local time there may be an instant outside the supported years. Such dates are
// rejected, all others stored exactly.
import { describe, expect, test } from 'vitest';
import { expectRefusal, mounts } from './harness/client.js';
import { forEachEngine } from './harness/engines.js';
import { type Body, useWorld } from './harness/world.js';

const invalid = (...params: string[]) => ({ statusCode: 400, code: 'rest_invalid_param', params });

forEachEngine((engine) => {
  describe('writing', () => {
    const world = useWorld(engine);
    const first = { start_date: '0001-01-01 00:00:00', end_date: '2027-01-01 00:00:00' };
    const last = { start_date: '2027-01-01 00:00:00', end_date: '9999-12-31 23:59:59' };

    const refused: readonly (readonly [string, Body])[] = [
      ['start_date', { ...first, timezone: 'UTC+14' }],
      ['start_date', { ...first, timezone: 'Asia/Tokyo' }],
      ['end_date', { ...last, timezone: 'UTC-12' }],
      ['end_date', { ...last, timezone: 'America/New_York' }],
      ['end_date', { ...last, end_date: '9999-12-31 12:00:00', all_day: true, timezone: 'UTC-1' }],
      ['date', { start_date: '2027-01-01', end_date: '2027-01-01', date: '9999-12-31 23:59:59' }],
      ['date_utc', { start_date: '2027-01-01', end_date: '2027-01-01', date_utc: '0001-01-01 00:00:00' }],
    ];
    test.each(refused)('rejects a %s that cannot be stored exactly: %j', async (name, body) => {
      for (const on of mounts) {
        const reply = await world.ask('POST /events', { as: 'editor', on, body: { title: 'Edge', ...body } });
        expectRefusal(reply, invalid(name));
      }
    });

    const exact: readonly (readonly [Body, readonly [string, string]])[] = [
      [{ ...first, timezone: 'UTC' }, [first.start_date, '2027-01-01 00:00:00']],
      [{ ...first, timezone: 'UTC-12' }, ['0001-01-01 12:00:00', '2027-01-01 12:00:00']],
      [
        { ...first, start_date: '0001-01-01 14:00:00', timezone: 'UTC+14' },
        ['0001-01-01 00:00:00', '2026-12-31 10:00:00'],
      ],
      [{ ...last, timezone: 'UTC' }, ['2027-01-01 00:00:00', last.end_date]],
      [{ ...last, timezone: 'UTC+14' }, ['2026-12-31 10:00:00', '9999-12-31 09:59:59']],
      [{ ...last, end_date: '9999-12-31 11:59:59', timezone: 'UTC-12' }, ['2027-01-01 12:00:00', last.end_date]],
    ];
    test.each(exact)('stores the last possible value: %j', async (body, [from, to]) => {
      const made = await world.event(body);
      expect([made.start_date, made.end_date]).toEqual([body.start_date, body.end_date]);
      expect([made.utc_start_date, made.utc_end_date]).toEqual([from, to]);
    });

    test('a zone that would move a stored date beyond the years is refused and changes nothing', async () => {
      const made = await world.event({ ...first, timezone: 'UTC' });
      const reply = await world.ask(`PATCH /events/${made.id}`, { as: 'editor', body: { timezone: 'UTC+14' } });
      expectRefusal(reply, invalid('timezone'));
      expect((await world.get(`/events/${made.id}`)).utc_start_date).toBe(first.start_date);
    });
  });

  describe.each([
    ['America/New_York', '0001-01-01T00:00:00Z', '0001-01-01T05:00:00Z'],
    ['Asia/Tokyo', '9999-12-31T23:59:59Z', '9999-12-31T14:00:00Z'],
  ])('filtering on a site in %s', (zone, beyond, within) => {
    const world = useWorld(engine, { settings: { ALMANAC_TIMEZONE: zone } });
    const names = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'];

    test.each(names)('%s refuses an instant that the site’s clock cannot show', async (name) => {
      for (const strict of ['', '&strict_dates=true']) {
        const query = (date: string) => `GET /events?${name}=${date}${strict}`;
        expectRefusal(await world.ask(query(beyond)), invalid(name));
        expect((await world.ask(query(within))).statusCode).toBe(200);
      }
    });

    test.each(names)('%s takes whole days of the first and the last year', async (name) => {
      for (const on of mounts) {
        for (const day of ['0001-01-01', '9999-12-31']) {
          const reply = await world.ask(`GET /events?${name}=${day}`, { on });
          expect([on, day, reply.statusCode]).toEqual([on, day, 200]);
        }
      }
    });

    test('the page of past events is there', async () => {
      expect((await world.ask('GET //calendar/list?past=1')).statusCode).toBe(200);
    });
  });
});
