// Maps on the pages of events and venues: when they are offered, and the Content Security Policy that they need.
import { beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../src/config.js';
import { onOneEngine } from './harness/engines.js';
import { type Answered, startWorld, useWorld, type World } from './harness/world.js';

const tiles = 'https://tiles.example:8443/{z}/{x}/{y}.png';
const origin = 'https://tiles.example:8443';
const place = { address: '1 Mill Rd', city: 'Oakton', geo_lat: 44.4759, geo_lng: -73.2121 };

async function visit(world: World, { slug }: Answered, kind = 'event') {
  const { text, headers, statusCode } = await world.ask(`GET //${kind}/${slug}/`, { headers: { accept: 'text/html' } });
  expect(statusCode).toBe(200);
  const policy = headers.get('content-security-policy') ?? '';
  return {
    text,
    hasMap: text.includes(' data-map'),
    hasLink: text.includes('>Open map</a>'),
    allowsTiles: policy.includes(`img-src 'self' data: ${origin};`),
    namesTiles: policy.includes('tiles.example'),
  };
}

onOneEngine((engine) => {
  describe('a page with a venue', () => {
    const world = useWorld(engine, { settings: { ALMANAC_MAP_TILES: tiles } });
    let venue: Answered;
    beforeAll(async () => {
      venue = await world.venue({ venue: 'Town Barn', ...place });
    });

    test('shows the link by default, and no map', async () => {
      const event = await world.event({ venue: venue.id });
      expect(event).toMatchObject({ show_map: false, show_map_link: false });
      expect(await visit(world, event)).toMatchObject({ hasMap: false, hasLink: true, namesTiles: false });
    });

    test('offers a map if event and venue ask for one, and allows its images only then', async () => {
      const event = await world.event({ venue: venue.id, show_map: true });
      expect(await visit(world, event)).toMatchObject({ hasMap: true, allowsTiles: true });
      expect(await visit(world, venue, 'venue')).toMatchObject({ hasMap: true, hasLink: true, allowsTiles: true });
      const without = await world.venue({ ...place, show_map: 'false' });
      const other = await world.event({ venue: without.id, show_map: true });
      expect(await visit(world, other)).toMatchObject({ hasMap: false, namesTiles: false });
      expect(await visit(world, without, 'venue')).toMatchObject({ hasMap: false, hasLink: true, namesTiles: false });
    });

    test('shows no link if neither event nor venue asks for it', async () => {
      const quiet = await world.venue({ ...place, show_map_link: 'false' });
      expect((await visit(world, quiet, 'venue')).hasLink).toBe(false);
      expect((await visit(world, await world.event({ venue: quiet.id }))).hasLink).toBe(false);
      expect((await visit(world, await world.event({ venue: quiet.id, show_map_link: true }))).hasLink).toBe(true);
    });

    test('offers no map without coordinates', async () => {
      const unknown = await world.venue({ address: '1 Mill Rd', city: 'Oakton' });
      expect(await visit(world, unknown, 'venue')).toMatchObject({ hasMap: false, hasLink: true, namesTiles: false });
    });

    test('the places page has one for the venues with a position that show maps', async () => {
      const shown = await world.venue({ venue: 'Old Mill', city: 'Oakton', geo_lat: 44.5, geo_lng: -73.3 });
      const quiet = await world.venue({ venue: 'Hidden Hall', ...place, show_map: 'false' });
      for (const one of [shown, quiet]) await world.event({ venue: one.id });
      const read = async (query = '') => {
        const { text, headers } = await world.ask(`GET //calendar/places${query}`, {
          headers: { accept: 'text/html' },
        });
        return { text, policy: headers.get('content-security-policy') ?? '' };
      };
      const places = await read();
      expect(places.text.match(/ data-map/g)).toHaveLength(1);
      expect(places.policy).toContain(origin);
      expect(places.text).toMatch(/<li class="place" data-lat="44.50000" data-lng="-73.30000"><h4><a [^>]*>Old Mill</);
      expect(places.text).toMatch(/<li class="place"><h4><a [^>]*>Hidden Hall</);
      const around = await read('?near=44.5,-73.3&radius=5');
      expect(around.text).toMatch(/<template>.*data-lat="44.50000".*<\/template>/s);
      const none = await read(`?venue=${quiet.slug}`);
      expect([none.text.includes(' data-map'), none.policy.includes('tiles.example')]).toEqual([false, false]);
    });

    test('names its venue and the host of the images', async () => {
      const { text } = await visit(world, venue, 'venue');
      expect(text).toContain('Loads images from tiles.example:8443.');
      expect(text).toContain('aria-label="Map: Town Barn"');
      expect(text).toContain(
        '<a href="https://www.openstreetmap.org/copyright" rel="noopener nofollow">© OpenStreetMap contributors</a>',
      );
      expect(text).not.toContain('<img src="https://tiles.example');
    });
  });

  test('settings turn maps off and choose another provider of links', async () => {
    const world = await startWorld(engine, {
      settings: { ALMANAC_MAP_TILES: '', ALMANAC_MAP_LINK: 'https://maps.example/?q={query}' },
    });
    try {
      const venue = await world.venue({ venue: 'Town Barn', ...place });
      const { text, hasMap } = await visit(world, venue, 'venue');
      expect(hasMap).toBe(false);
      expect(text).toContain('href="https://maps.example/?q=Town%20Barn%2C%201%20Mill%20Rd%2C%20Oakton"');
    } finally {
      await world.stop();
    }
  });
});

test.each([
  'https://tiles.example/{z}/{x}.png',
  'https://{s}.tiles.example/{z}/{x}/{y}.png',
  "https://tiles.example; script-src 'unsafe-inline'/{z}/{x}/{y}",
  'https://tiles.example/{z}/{x}/{y}; script-src *',
  'ftp://tiles.example/{z}/{x}/{y}',
  '/{z}/{x}/{y}',
])('rejects %j as template of map images', (given) => {
  expect(() => readConfig({ ALMANAC_MAP_TILES: given })).toThrow(/ALMANAC_MAP_TILES must be empty or a URL/);
});

test.each(['https://maps.example/', 'https://maps.example/{lat}', 'javascript:alert({query})'])(
  'rejects %j as template of map links',
  (given) => {
    expect(() => readConfig({ ALMANAC_MAP_LINK: given })).toThrow(/ALMANAC_MAP_LINK must be empty or a URL/);
  },
);
