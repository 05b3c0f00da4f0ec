// Geocoding of venue addresses, in the background and for the form.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contextOf, openDatabase } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { operator } from '../src/core/actor.js';
import type { Call } from '../src/core/call.js';
import { is } from '../src/core/condition.js';
import { standard } from '../src/core/site.js';
import type { Store } from '../src/core/store.js';
import type { Rate } from '../src/core/throttle.js';
import { plusSeconds } from '../src/core/time/clock.js';
import { facadesOf } from '../src/endpoints/facades.js';
import { geocodeJob, geocoderRate } from '../src/jobs/geocode.js';
import { registry } from '../src/models/registry.js';
import type { VenueRow } from '../src/models/venue/columns.js';
import { venue } from '../src/models/venue/venue.js';
import { expectRefusal } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { found, notFound, useGeocoder } from './harness/geocoder.js';
import { type Answered, baseUrl, siteZone, startOfWorld, startWorld, type World } from './harness/world.js';

const address = { address: '1 Mill Rd', zip: '05001', city: 'Oakton', country: 'US', state: 'VT' };
const addressText = '1 Mill Rd, 05001 Oakton, VT, US';

onOneEngine((engine) => {
  describe('the geocoder', () => {
    const geocoder = useGeocoder();
    let world: World;
    let second: Store;

    beforeAll(async () => {
      const place = await engine.prepare('users');
      world = await startWorld({ ...engine, prepare: async () => place });
      second = await openDatabase(readConfig(place.settings));
    });
    afterAll(async () => {
      await second.close();
      await world.stop();
    });
    beforeEach(async () => {
      world.clock.now = startOfWorld;
      // Clears the queue that earlier tests left.
      const left = await world.store.list({ table: venue, where: is('geo_found', false), order: [], limit: 100 });
      await world.store.transact(async (writer) => {
        for (const { id } of left) await writer.update(venue, id, { geocode_at: '' });
      });
    });

    interface Running {
      readonly url?: string;
      readonly store?: Store;
      readonly geolocation?: boolean;
      readonly signal?: AbortSignal;
      /** The second argument of the job. */
      readonly rate?: readonly [perSecond?: number];
    }

    /** Tests that are not about the rate limit do not wait for it. */
    const fastRate = [1_000] as const;

    async function run({
      url = geocoder.url,
      store = world.store,
      geolocation = true,
      signal,
      rate = fastRate,
    }: Running = {}) {
      const site = {
        ...standard,
        name: 'Almanac',
        baseUrl,
        uidHost: 'calendar.example',
        zone: siteZone,
        perPage: 10,
        version: '1.2.3',
        geolocation,
      };
      const [facade] = facadesOf(readConfig({}));
      const call = (): Call => ({ actor: operator, facade, site, now: world.clock.now });
      await geocodeJob(url, ...rate).run({
        ...contextOf(world.config, store, operator),
        store,
        registry,
        call,
        signal: signal ?? new AbortController().signal,
      });
    }

    const pass = (seconds: number) => {
      world.clock.now = plusSeconds(world.clock.now, seconds);
    };
    const rowOf = async ({ id }: Answered) =>
      (await world.store.read({ table: venue, where: is('id', id) })) as VenueRow;

    test('geocodes a new address once and updates the venue', async () => {
      geocoder.answers = [found('44.4759', '-73.2121')];
      const made = await world.venue(address);
      const before = await rowOf(made);
      pass(5);
      await run();
      await run();
      expect(geocoder.asked).toMatchObject([
        {
          path: '/search',
          query: { q: addressText, format: 'jsonv2', limit: '1' },
          headers: { 'user-agent': 'Almanac/1.2.3' },
        },
      ]);
      const read = await world.get(`/venues/${made.id}`);
      expect(read).toMatchObject({ geo_lat: 44.4759, geo_lng: -73.2121, modified_utc: world.clock.now });
      expect((await rowOf(made)).version).toBe(before.version + 1);
    });

    test('accepts a geocoder URL with or without /search and keeps its query', async () => {
      await world.venue(address);
      await run({ url: `${geocoder.url}/nominatim/search?key=abc` });
      await world.venue(address);
      await run({ url: `${geocoder.url}/nominatim/` });
      expect(geocoder.asked.map(({ path, query }) => [path, query.key, query.q])).toEqual([
        ['/nominatim/search', 'abc', addressText],
        ['/nominatim/search', undefined, addressText],
      ]);
    });

    test('skips venues without an address, in the trash, or with manual coordinates', async () => {
      await world.venue();
      await world.venue({ country: 'France' });
      await world.venue({ ...address, geo_lat: 1, geo_lng: 2 });
      const gone = await world.venue(address);
      await world.send(`DELETE /venues/${gone.id}`, {});
      await run();
      expect(geocoder.asked).toEqual([]);
    });

    test('does not retry an unknown address until it changes', async () => {
      geocoder.answers = [notFound];
      const made = await world.venue(address);
      await run();
      pass(7 * 86_400);
      await run();
      expect(geocoder.asked).toHaveLength(1);
      await world.send(`PATCH /venues/${made.id}`, { phone: '555' });
      await run();
      expect(geocoder.asked).toHaveLength(1);
      await world.send(`PATCH /venues/${made.id}`, { city: 'Ashton' });
      geocoder.answers = [found(1, 2)];
      await run();
      expect(geocoder.asked).toHaveLength(2);
      expect(await world.get(`/venues/${made.id}`)).toMatchObject({ geo_lat: 1, geo_lng: 2 });
    });

    test('retries after a failure with increasing delays', async () => {
      geocoder.answers = [[500, 'out of order'], [200, 'no JSON'], found(5, 6)];
      const made = await world.venue(address);
      await expect(run()).rejects.toThrow('500');
      pass(59);
      await run();
      expect(geocoder.asked).toHaveLength(1);
      pass(1);
      await expect(run()).rejects.toThrow('no JSON');
      pass(4 * 60 - 1);
      await run();
      expect(geocoder.asked).toHaveLength(2);
      pass(1);
      await run();
      expect(geocoder.asked).toHaveLength(3);
      expect(await world.get(`/venues/${made.id}`)).toMatchObject({ geo_lat: 5, geo_lng: 6 });
    });

    test('stops after eight attempts', async () => {
      geocoder.answers = [[429, '[]']];
      const made = await world.venue(address);
      await world.store.transact((writer) => writer.update(venue, made.id, { geocode_tries: 7 }));
      await expect(run()).rejects.toThrow('429');
      pass(30 * 86_400);
      await run();
      expect(geocoder.asked).toHaveLength(1);
      expect(await rowOf(made)).toMatchObject({ geo_lat: null, geocode_at: '', geocode_tries: 8 });
    });

    test.each([
      ['too much', 'x'.repeat(200_000), 'larger than'],
      ['no list', '{"lat":1}', 'no list'],
      ['no coordinates', '[{"lat":"north","lon":"5"}]', 'no coordinates'],
      ['coordinates of no place', '[{"lat":"91","lon":"5"}]', 'no coordinates'],
    ])('rejects a response with %s', async (_, body, message) => {
      geocoder.answers = [[200, body]];
      const made = await world.venue(address);
      await expect(run()).rejects.toThrow(message);
      expect(await rowOf(made)).toMatchObject({ geo_lat: null, geocode_tries: 1 });
    });

    test('updates coordinates after an address change and clears them with the address', async () => {
      geocoder.answers = [found(1, 2), found(3, 4), notFound];
      const made = await world.venue(address);
      await run();
      await world.send(`PATCH /venues/${made.id}`, { address: '2 Mill Rd' });
      await run();
      expect(await world.get(`/venues/${made.id}`)).toMatchObject({ geo_lat: 3, geo_lng: 4 });
      await world.send(`PATCH /venues/${made.id}`, { address: 'No Such Road' });
      await run();
      expect(await world.get(`/venues/${made.id}`)).not.toHaveProperty('geo_lat');
      expect(geocoder.asked.map(({ query }) => query.q?.split(',')[0])).toEqual([
        '1 Mill Rd',
        '2 Mill Rd',
        'No Such Road',
      ]);
    });

    test('never changes manual coordinates, also when set during a request', async () => {
      geocoder.answers = [found(1, 2)];
      const byHand = await world.venue({ ...address, geo_lat: 50, geo_lng: 60 });
      await world.send(`PATCH /venues/${byHand.id}`, { city: 'Ashton' });
      const made = await world.venue(address);
      geocoder.meanwhile = async () => {
        await world.send(`PATCH /venues/${made.id}`, { geo_lat: 70, geo_lng: 80 });
      };
      await run();
      expect(geocoder.asked).toHaveLength(1);
      expect(await world.get(`/venues/${byHand.id}`)).toMatchObject({ geo_lat: 50, geo_lng: 60 });
      expect(await world.get(`/venues/${made.id}`)).toMatchObject({ geo_lat: 70, geo_lng: 80 });
    });

    test('discards a result for an address that changed during the request', async () => {
      geocoder.answers = [found(1, 2), found(3, 4)];
      const made = await world.venue(address);
      geocoder.meanwhile = async () => {
        geocoder.meanwhile = async () => undefined;
        await world.send(`PATCH /venues/${made.id}`, { city: 'Ashton' });
      };
      await run();
      expect(geocoder.asked).toHaveLength(2);
      expect(await world.get(`/venues/${made.id}`)).toMatchObject({ city: 'Ashton', geo_lat: 3, geo_lng: 4 });
    });

    test('keeps other changes made during the request', async () => {
      geocoder.answers = [found(1, 2)];
      const made = await world.venue(address);
      geocoder.meanwhile = async () => {
        await world.send(`PATCH /venues/${made.id}`, { phone: '555-0199' });
      };
      await run();
      expect(await world.get(`/venues/${made.id}`)).toMatchObject({ phone: '555-0199', geo_lat: 1, geo_lng: 2 });
    });

    /** A store that records what its real throttles grant. */
    const noting = (store: Store, granted: Rate[]): Store => ({
      ...store,
      throttle: (rate) => {
        const throttle = store.throttle(rate);
        const spend = async (key: string) => {
          const seconds = await throttle.spend(key);
          if (seconds === 0) granted.push(rate);
          return seconds;
        };
        return { ...throttle, spend };
      },
    });

    test('two processes geocode each venue once under one shared rate limit', async () => {
      geocoder.answers = [found(1, 2)];
      const wanted: string[] = [];
      for (const city of ['Ashton', 'Elmton', 'Oakton', 'Yewton']) {
        await world.venue({ city });
        wanted.push(city);
      }
      const granted: Rate[] = [];
      const spare: number[] = [];
      geocoder.meanwhile = async () => {
        spare.push(granted.length - geocoder.asked.length);
      };
      await Promise.all([world.store, second].map((store) => run({ store: noting(store, granted), rate: [] })));
      expect(geocoder.asked.map(({ query }) => query.q).sort()).toEqual(wanted);
      for (const rate of granted) expect(rate).toEqual({ name: 'geocoder', burst: 1, perSecond: 1 });
      expect(Math.min(...spare)).toBeGreaterThanOrEqual(0);
    });

    test('sends no request while geolocation is disabled', async () => {
      await world.venue(address);
      await run({ geolocation: false });
      expect(geocoder.asked).toEqual([]);
    });

    test('stops with the service', async () => {
      await world.venue(address);
      const stop = new AbortController();
      let answer: () => void = () => undefined;
      const stopped = new Promise<void>((resolve) => {
        answer = resolve;
      });
      // Stopped during a geocoder request, which is answered afterwards.
      geocoder.meanwhile = () => {
        stop.abort();
        return stopped;
      };
      await expect(run({ signal: stop.signal })).rejects.toThrow(/abort/i);
      answer();
      expect(geocoder.asked).toHaveLength(1);
    });
  });

  describe('a search for an address', () => {
    const geocoder = useGeocoder();
    let world: World;
    beforeAll(async () => {
      world = await startWorld(engine, { settings: { ALMANAC_GEOCODER_URL: geocoder.url } });
    });
    afterAll(() => world.stop());

    const request = 'GET /venues/geocode?address=1 Mill Rd, Oakton' as const;

    /** Waits for the rate limit, which all requests share. */
    async function search(as: 'editor' | 'administrator') {
      const reply = await world.ask(request, { as });
      if (reply.statusCode !== 429) return reply;
      await expect
        .poll(async () => (await world.store.throttle(geocoderRate).wait('')) === 0, { timeout: 5_000 })
        .toBe(true);
      return world.ask(request, { as });
    }

    test('returns the places of the geocoder to editors, at most once per second', async () => {
      geocoder.answers = [
        [
          200,
          JSON.stringify([
            { lat: '44.5', lon: '-73.2', display_name: '1, Mill Road, Oakton' },
            { lat: 1, lon: 2 },
          ]),
        ],
      ];
      const { statusCode, body, headers } = await search('editor');
      expect([statusCode, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
      expect(body).toEqual({
        places: [
          { label: '1, Mill Road, Oakton', geo_lat: 44.5, geo_lng: -73.2 },
          { label: '', geo_lat: 1, geo_lng: 2 },
        ],
      });
      expect(geocoder.asked).toMatchObject([{ query: { q: '1 Mill Rd, Oakton', limit: '5' } }]);
      expectRefusal(await world.ask(request, { as: 'editor' }), { statusCode: 429, code: 'rest_too_many_requests' });
      expect(geocoder.asked).toHaveLength(1);
    });

    test('is refused to visitors and authors, and without an address', async () => {
      expect((await world.ask(request)).statusCode).toBe(401);
      expect((await world.ask(request, { as: 'author' })).statusCode).toBe(403);
      expect((await world.ask('GET /venues/geocode', { as: 'editor' })).statusCode).toBe(400);
      expect(geocoder.asked).toEqual([]);
    });

    test.each([
      [500, ''],
      [200, '[{"lat": "north"}]'],
      [200, 'no JSON'],
    ] as const)('says that the geocoder fails when it answers %i %s', async (...answer) => {
      geocoder.answers = [answer];
      expectRefusal(await search('administrator'), { statusCode: 502, code: 'rest_geocoder_failed' });
    });

    test('says so without a geocoder', async () => {
      const without = await startWorld(engine);
      try {
        expectRefusal(await without.ask(request, { as: 'editor' }), { statusCode: 409, code: 'rest_geocoder_off' });
      } finally {
        await without.stop();
      }
    });
  });
});
