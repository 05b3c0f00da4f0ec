// Geolocation: coordinates of venues, events around a point and the order by distance, on both mounts.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { all, near, oneOf } from '../src/core/condition.js';
import { distanceKm, roundDegrees } from '../src/core/geo.js';
import type { Model } from '../src/core/model.js';
import { settleRecord } from '../src/core/settle.js';
import { coordinateColumns } from '../src/models/venue/location.js';
import { venue } from '../src/models/venue/venue.js';
import { expectRefusal, type Mount, mounts, type Who } from './harness/client.js';
import { forEachEngine } from './harness/engines.js';
import { repetitions } from './harness/repetitions.js';
import { type Answered, type Body, useWorld, type World, word } from './harness/world.js';

const invalid = { statusCode: 400, code: 'rest_invalid_param' };
const titlesOf = (list: Answered): readonly string[] => list.events.map(({ title }: Answered) => title);

/** An event of this name at venues of its own. */
async function eventAt(world: World, title: string, ...venues: readonly Body[]): Promise<Answered> {
  const made = [];
  for (const given of venues) made.push((await world.venue(given)).id);
  return world.event({ title, venue: made });
}

forEachEngine((engine) => {
  describe('coordinates of a venue', () => {
    const world = useWorld(engine);

    test('are stored as numbers, including 0, and follow the region', async () => {
      const made = await world.venue({ geo_lat: 0, geo_lng: '-17.25', stateprovince: 'VT' });
      expect(made).toMatchObject({ geo_lat: 0, geo_lng: -17.25 });
      const read = await world.get(`/venues/${made.id}`);
      const keys = Object.keys(read);
      expect(keys.slice(keys.indexOf('stateprovince'), keys.indexOf('show_map'))).toEqual([
        'stateprovince',
        'geo_lat',
        'geo_lng',
        'json_ld',
      ]);
      expect(read.json_ld.geo).toEqual({ '@type': 'GeoCoordinates', latitude: 0, longitude: -17.25 });
    });

    test('are equal to the last digit in lists, events and reads', async () => {
      const given = { geo_lat: 40.712812345678, geo_lng: -179.123456789012 };
      const { id } = await world.venue(given);
      const event = await world.event({ venue: id });
      expect(event.venue).toMatchObject(given);
      const read = await world.get(`/events/${event.id}`);
      expect(read.venue).toMatchObject(given);
      expect(read.venue.json_ld.geo).toEqual(read.json_ld.location.geo);
      const { venues } = await world.get('/venues?per_page=100');
      expect(venues.find((one: Answered) => one.id === id)).toMatchObject(given);
    });

    test('are absent until they are set and after they are cleared', async () => {
      const bare = await world.venue();
      expect(bare).not.toHaveProperty('geo_lat');
      expect((await world.get(`/venues/${bare.id}`)).json_ld).not.toHaveProperty('geo');
      await world.send(`PATCH /venues/${bare.id}`, { geo_lat: 1e-7, geo_lng: 2 });
      expect(await world.send(`PATCH /venues/${bare.id}`, { city: 'Oakton' })).toMatchObject({ geo_lat: 1e-7 });
      const cleared = await world.send(`PATCH /venues/${bare.id}`, { geo_lat: '', geo_lng: '' });
      expect(cleared).not.toHaveProperty('geo_lat');
      expect(cleared).not.toHaveProperty('geo_lng');
    });

    test('come as forms and inside events', async () => {
      const reply = await world.ask('POST /venues', {
        as: 'editor',
        raw: `venue=${word('Form')}&geo_lat=12.5&geo_lng=-7`,
      });
      expect(reply.body).toMatchObject({ geo_lat: 12.5, geo_lng: -7 });
      const event = await world.event({ venue: { venue: word('Inline'), geo_lat: '1.5', geo_lng: 2 } });
      expect(event.venue).toMatchObject({ geo_lat: 1.5, geo_lng: 2 });
    });

    test('must both be set after the change', async () => {
      const half = (body: Body, path = '/venues') =>
        world.ask(`POST ${path}`, { as: 'administrator', body: { venue: word('Half'), ...body } });
      expectRefusal(await half({ geo_lat: 5 }), { ...invalid, params: ['geo_lng'] });
      expectRefusal(await half({ geo_lng: 5 }), { ...invalid, params: ['geo_lat'] });
      expectRefusal(await half({ geo_lng: 5, geo_lat: '' }), { ...invalid, params: ['geo_lat'] });
      const { id } = await world.venue({ geo_lat: 5, geo_lng: 6 });
      expect(await world.send(`PATCH /venues/${id}`, { geo_lng: 7 })).toMatchObject({ geo_lat: 5, geo_lng: 7 });
      expectRefusal(await half({ geo_lat: '' }, `/venues/${id}`), { ...invalid, params: ['geo_lat'] });
    });

    test.each([
      [{ geo_lat: 90.0001, geo_lng: 0 }, 'geo_lat'],
      [{ geo_lat: 0, geo_lng: -180.5 }, 'geo_lng'],
      [{ geo_lat: 'north', geo_lng: 0 }, 'geo_lat'],
      [{ geo_lat: '1e1', geo_lng: 0 }, 'geo_lat'],
      [{ geo_lat: true, geo_lng: 0 }, 'geo_lat'],
      [{ geo_lat: [1], geo_lng: 0 }, 'geo_lat'],
      [{ geo_lat: 0, geo_lng: ' ' }, 'geo_lng'],
    ])('%j is refused', async (body, name) => {
      const reply = await world.ask('POST /venues', { as: 'editor', body: { venue: 'Wrong', ...body } });
      expectRefusal(reply, { ...invalid, params: [name] });
    });

    test('are compared when the drop-in mount looks for an existing venue', async () => {
      const [name, making] = [word('Known'), { on: 'dropin' } as const];
      const first = await world.venue({ venue: name, geo_lat: 1, geo_lng: 2 }, making);
      expect((await world.venue({ venue: name, geo_lat: '1.0', geo_lng: 2 }, making)).id).toBe(first.id);
      expect((await world.venue({ venue: name, geo_lat: 1, geo_lng: 3 }, making)).id).not.toBe(first.id);
    });
  });

  describe('events around a point', () => {
    const world = useWorld(engine);
    beforeAll(async () => {
      await eventAt(world, 'Berlin', { geo_lat: 52.52, geo_lng: 13.405 });
      await eventAt(world, 'Potsdam', { geo_lat: 52.3989, geo_lng: 13.0657 });
      await eventAt(world, 'Suva', { geo_lat: -18.1416, geo_lng: 178.4419 });
      await eventAt(world, 'Apia', { geo_lat: -13.8333, geo_lng: -171.7667 });
      await eventAt(world, 'Date line', { geo_lat: -17, geo_lng: 180 });
      await eventAt(world, 'Zero', { geo_lat: 0, geo_lng: 0 });
      await eventAt(world, 'North pole', { geo_lat: 90, geo_lng: 45 });
      await eventAt(world, 'Near the pole', { geo_lat: 89.8, geo_lng: -135 });
      await eventAt(world, 'South pole', { geo_lat: -90, geo_lng: 0 });
      await eventAt(world, 'On tour', { geo_lat: 52.5, geo_lng: 13.4 }, { geo_lat: 0.1, geo_lng: 0 }, {});
      await eventAt(world, 'Nowhere', {});
      await world.event({ title: 'Without a venue' });
    });

    const cases: readonly (readonly [string, readonly string[]])[] = [
      ['geoloc_lat=52.52&geoloc_lng=13.4', ['Berlin', 'Potsdam', 'On tour']],
      ['geoloc=true&geoloc_lat=52.52&geoloc_lng=13.4', ['Berlin', 'Potsdam', 'On tour']],
      ['geoloc_lat=52.52&geoloc_lng=13.4&geoloc_radius=10', ['Berlin', 'On tour']],
      ['geoloc_lat=52.52&geoloc_lng=13.405&geoloc_radius=0.0001', ['Berlin']],
      ['geoloc_lat=10&geoloc_lng=-40', []],
      ['geoloc_lat=0&geoloc_lng=0', ['Zero', 'On tour']],
      ['geoloc_lat=-17&geoloc_lng=-179.9', ['Date line']],
      ['geoloc_lat=-17&geoloc_lng=179.9', ['Date line']],
      ['geoloc_lat=-17&geoloc_lng=-180&geoloc_radius=0.5', ['Date line']],
      ['geoloc_lat=-16&geoloc_lng=-178&geoloc_radius=900', ['Suva', 'Apia', 'Date line']],
      ['geoloc_lat=90&geoloc_lng=-100', ['North pole', 'Near the pole']],
      ['geoloc_lat=89.9&geoloc_lng=45', ['North pole', 'Near the pole']],
      ['geoloc_lat=-89.9&geoloc_lng=170', ['South pole']],
    ];

    test.each(cases.flatMap(([query, wanted]) => mounts.map((on) => [query, on, wanted] as const)))(
      '%s on the %s mount',
      async (query, on, wanted) => {
        const list = await world.get(`/events?${query}`, { on });
        expect([...titlesOf(list)].sort()).toEqual([...wanted].sort());
        expect(list.total).toBe(wanted.length);
        for (const { distance } of list.events) expect(distance).toEqual(expect.any(Number));
      },
    );

    test('geoloc=true alone are those whose venue has coordinates, and no distance is shown', async () => {
      const list = await world.get('/events?geoloc=true&per_page=50');
      expect(titlesOf(list)).toHaveLength(10);
      expect(titlesOf(list)).not.toContain('Nowhere');
      for (const event of list.events) expect(event).not.toHaveProperty('distance');
    });

    test('geoloc=false switches coordinates off', async () => {
      const list = await world.get('/events?geoloc=false&geoloc_lat=52.5&geoloc_lng=13.4&per_page=50');
      expect(list.total).toBe(12);
      for (const event of list.events) expect(event).not.toHaveProperty('distance');
    });

    test('finds every venue with coordinates within half the globe', async () => {
      const list = await world.get('/events?geoloc_lat=1&geoloc_lng=2&geoloc_radius=20040&per_page=50');
      expect(list.total).toBe(10);
    });

    test('includes the edge of the radius, to the metre', async () => {
      const at = async (km: number) => world.get(`/events?geoloc_lat=0&geoloc_lng=1&geoloc_radius=${km}`);
      const [{ distance }] = (await at(112)).events;
      expect(distance).toBe(111.195);
      expect(titlesOf(await at(distance))).toEqual(['Zero']);
      expect((await at(distance - 0.001)).total).toBe(0);
    });

    test('distances are those of the nearest venue, in kilometres', async () => {
      const { events } = await world.get(
        '/events?geoloc_lat=52.52&geoloc_lng=13.405&geoloc_radius=100&orderby=distance',
      );
      expect(events.map(({ title, distance }: Answered) => [title, distance])).toEqual([
        ['Berlin', 0],
        ['On tour', distanceKm({ lat: 52.52, lng: 13.405 }, { lat: 52.5, lng: 13.4 })],
        ['Potsdam', expect.closeTo(26.6, 0)],
      ]);
    });

    test('single records and unfiltered lists have no distance', async () => {
      const { events } = await world.get('/events');
      expect(events[0]).not.toHaveProperty('distance');
      const single = await world.get(`/events/${events[0].id}?geoloc_lat=0&geoloc_lng=0`);
      expect(single).not.toHaveProperty('distance');
    });

    test('orderby=distance sorts both ways, and pages stay in order', async () => {
      const query = 'geoloc_lat=50&geoloc_lng=10&geoloc_radius=20040&orderby=distance';
      const whole = await world.get(`/events?${query}&per_page=50`);
      const distances = whole.events.map(({ distance }: Answered) => distance);
      expect(distances).toEqual([...distances].sort((a, b) => a - b));
      const back = await world.get(`/events?${query}&order=desc&per_page=50`);
      expect(titlesOf(back)).toEqual([...titlesOf(whole)].reverse());
      const paged: string[] = [];
      let address: string | undefined = `/events?${query}&per_page=3`;
      while (address) {
        const list: Answered = await world.get(address);
        paged.push(...titlesOf(list));
        address = list.next_rest_url?.replace(/^.*\/events\//, '/events');
      }
      expect(paged).toEqual(titlesOf(whole));
    });

    test('equal distances come by start, then by id', async () => {
      const { id } = await world.venue({ geo_lat: -45, geo_lng: 100 });
      const other = await world.venue({ geo_lat: -45, geo_lng: 100 });
      const day = (number: number) => ({
        start_date: `2027-08-0${number} 10:00`,
        end_date: `2027-08-0${number} 11:00`,
      });
      for (const [title, at, number] of [
        ['c', id, 3],
        ['a', other.id, 1],
        ['b', id, 1],
      ] as const) {
        await world.event({ title, venue: at, ...day(number) });
      }
      const query = 'geoloc_lat=-45.1&geoloc_lng=100&orderby=distance';
      expect(titlesOf(await world.get(`/events?${query}`))).toEqual(['a', 'b', 'c']);
      expect(titlesOf(await world.get(`/events?${query}&per_page=1&page=2`))).toEqual(['b']);
    });

    test('page links carry the geolocation parameters in order', async () => {
      const query = 'geoloc_radius=100&geoloc_lng=13.4&geoloc_lat=52.5&geoloc=1&orderby=distance&per_page=1&page=2';
      for (const on of mounts) {
        const { rest_url, next_rest_url } = await world.get(`/events?${query}`, { on });
        const names = [...new URL(rest_url).searchParams.keys()];
        expect(names.filter((name) => name.startsWith('geoloc'))).toEqual([
          'geoloc',
          'geoloc_lat',
          'geoloc_lng',
          'geoloc_radius',
        ]);
        expect(names.indexOf('geoloc')).toBeLessThan(names.indexOf('status'));
        expect(Object.fromEntries(new URL(next_rest_url).searchParams)).toMatchObject({
          geoloc: '1',
          geoloc_lat: '52.5',
          geoloc_lng: '13.4',
          geoloc_radius: '100',
          orderby: 'distance',
          page: '3',
        });
      }
    });

    test.each([
      ['geoloc_lat=5', ['geoloc_lng']],
      ['geoloc_lng=5', ['geoloc_lat']],
      ['geoloc=true&geoloc_lng=5', ['geoloc_lat']],
      ['geoloc_radius=5', ['geoloc_lat', 'geoloc_lng']],
      ['geoloc_lat=5&geoloc_radius=5', ['geoloc_lng']],
      ['geoloc_lat=91&geoloc_lng=5', ['geoloc_lat']],
      ['geoloc_lat=5&geoloc_lng=181', ['geoloc_lng']],
      ['geoloc_lat=&geoloc_lng=5', ['geoloc_lat']],
      ['geoloc_lat=5&geoloc_lng=5&geoloc_radius=0', ['geoloc_radius']],
      ['geoloc_lat=5&geoloc_lng=5&geoloc_radius=-1', ['geoloc_radius']],
      ['geoloc_lat=5&geoloc_lng=5&geoloc_radius=20041', ['geoloc_radius']],
      ['geoloc=maybe', ['geoloc']],
      ['orderby=distance', ['orderby']],
      ['orderby=distance&geoloc=true', ['orderby']],
      ['orderby=distance&geoloc=false&geoloc_lat=5&geoloc_lng=5', ['orderby']],
      ['orderby=distance&geoloc_lat=5', ['geoloc_lng', 'orderby']],
    ])('%s is refused', async (query, params) => {
      for (const on of mounts) expectRefusal(await world.ask(`GET /events?${query}`, { on }), { ...invalid, params });
    });
  });

  describe('a venue that the caller may not read', () => {
    const world = useWorld(engine);
    const around = 'geoloc_lat=30&geoloc_lng=30&geoloc_radius=500';
    const found = async (query: string, as: Who, on: Mount) =>
      titlesOf(await world.get(`/events?${query}`, { as, on }));
    beforeAll(async () => {
      for (const status of ['draft', 'pending', 'private', 'publish']) {
        await eventAt(world, `at ${status}`, { status, geo_lat: 30, geo_lng: 30 });
      }
      const gone = await world.venue({ geo_lat: 30, geo_lng: 30 });
      await world.event({ title: 'at trash', venue: gone.id });
      await world.send(`DELETE /venues/${gone.id}`, {});
      await eventAt(world, 'at both', { status: 'private', geo_lat: 30, geo_lng: 30 }, { geo_lat: 32, geo_lng: 30 });
      const locked = await world.venue({ geo_lat: 30, geo_lng: 30 });
      await world.event({ title: 'locked', venue: locked.id, password: 'sesame' });
    });

    test.each(mounts)('makes no event match on the %s mount', async (on) => {
      for (const as of ['anonymous', 'subscriber', 'author'] as const) {
        for (const query of [around, 'geoloc=true']) {
          expect([...(await found(query, as, on))].sort()).toEqual(['at both', 'at publish']);
        }
      }
      expect([...(await found(`${around}&context=edit`, 'editor', on))].sort()).toEqual([
        'at both',
        'at draft',
        'at pending',
        'at private',
        'at publish',
        'locked',
      ]);
    });

    test('does not affect distance or order', async () => {
      const query = `${around}&orderby=distance`;
      const [first, second] = (await world.get(`/events?${query}`)).events;
      expect([first.title, first.distance]).toEqual(['at publish', 0]);
      expect([second.title, second.distance]).toEqual([
        'at both',
        distanceKm({ lat: 30, lng: 30 }, { lat: 32, lng: 30 }),
      ]);
      const { events } = await world.get(`/events?${query}`, { as: 'editor' });
      for (const { distance } of events) expect(distance).toBe(0);
    });

    test('a protected event reveals its place to its editors only', async () => {
      expect(await found(around, 'editor', 'native')).not.toContain('locked');
      const { events } = await world.get(`/events?${around}&context=edit`, { as: 'editor' });
      expect(events.find(({ title }: Answered) => title === 'locked').distance).toBe(0);
    });
  });

  describe('switched off', () => {
    const world = useWorld(engine, { settings: { ALMANAC_GEOLOCATION: 'off' } });

    test('checks the type of every filter, then rejects it by name', async () => {
      for (const on of mounts) {
        const reply = await world.ask(
          'GET /events?geoloc=false&geoloc_lat=45.5&geoloc_lng=-73.6&geoloc_radius=5&orderby=distance',
          { on },
        );
        const params = ['geoloc', 'geoloc_lat', 'geoloc_lng', 'geoloc_radius'];
        expectRefusal(reply, { ...invalid, params });
        for (const name of params) expect(reply.body.data.details[name].code).toBe('geolocation-not-active');
        expectRefusal(await world.ask('GET /events?geoloc=maybe', { on }), { ...invalid, params: ['geoloc'] });
        expectRefusal(await world.ask('GET /events?geoloc_lat=north', { on }), { ...invalid, params: ['geoloc_lat'] });
        expectRefusal(await world.ask('GET /events?orderby=distance', { on }), { ...invalid, params: ['orderby'] });
      }
    });

    test('rejects coordinates of venues but allows clearing them', async () => {
      const body = { venue: 'Barn', geo_lat: 5, geo_lng: 6 };
      const reply = await world.ask('POST /venues', { as: 'editor', body });
      expectRefusal(reply, { ...invalid, params: ['geo_lat', 'geo_lng'] });
      expect(reply.body.data.details.geo_lat.code).toBe('geolocation-not-active');
      await world.venue({ geo_lat: '', geo_lng: '' });
    });

    test('hides stored coordinates', async () => {
      const { id } = await world.venue();
      const event = await world.event({ venue: id });
      await world.store.transact((writer) => writer.update(venue, id, { geo_lat: 5, geo_lng: 6 }));
      const read = await world.get(`/events/${event.id}`);
      expect(JSON.stringify(read)).not.toMatch(/geo/i);
      expect(JSON.stringify(await world.get(`/venues/${id}`))).not.toMatch(/geo/i);
    });

    test('still documents the parameters', async () => {
      const { routes } = await world.get('');
      const [list] = routes['/cal/events/v1/events'].endpoints;
      expect(list.args.geoloc_radius.description).toContain('Requires the geolocation extension.');
    });
  });

  describe('the condition "near"', () => {
    const world = useWorld(engine);

    test('finds the same records as measuring each distance', async () => {
      const edge = fc.constantFrom(-90, 90, 0, 89.9, -89.9);
      const line = fc.constantFrom(-180, 180, 0, 179.9, -179.9);
      const lat = fc.oneof({ weight: 4, arbitrary: fc.double({ min: -90, max: 90, noNaN: true }) }, edge);
      const lng = fc.oneof({ weight: 4, arbitrary: fc.double({ min: -180, max: 180, noNaN: true }) }, line);
      const point = fc.record({ lat: lat.map(roundDegrees), lng: lng.map(roundDegrees) });
      const points = fc.sample(point, { numRuns: 300, seed: 7 });
      const ids = await world.store.transact(async (writer) => {
        const made: number[] = [];
        for (const [at, one] of points.entries()) {
          const given = { name: `Point ${at}`, geo_lat: one.lat, geo_lng: one.lng };
          const call = { actor: { id: 1, name: '', role: 'administrator' }, now: '2027-01-01 00:00:00' } as never;
          const model: Model = venue;
          const { values } = settleRecord(model, { given, stored: undefined, call });
          made.push(await writer.insert(model, { ...values, ...model.keys(values), slug: '' }));
        }
        return made;
      });
      const km = fc.oneof(
        fc.double({ min: 0.001, max: 3_000, noNaN: true }),
        fc.double({ min: 0.001, max: 20_040, noNaN: true }),
      );
      await fc.assert(
        fc.asyncProperty(fc.oneof(point, fc.constantFrom(...points)), km, async (centre, radius) => {
          const where = all(near(coordinateColumns, centre, radius), oneOf('id', ids));
          const rows = await world.store.list({ table: venue, where, order: [{ column: 'id' }], limit: 1_000 });
          const wanted = ids.filter((_, at) => distanceKm(centre, points[at] as (typeof points)[number]) <= radius);
          expect(rows.map(({ id }) => id)).toEqual(wanted);
        }),
        { numRuns: repetitions(80) },
      );
    });
  });
});
