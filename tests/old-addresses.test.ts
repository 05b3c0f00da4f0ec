// The URLs of calendars of The Events Calendar lead to the pages of this one.
import { describe, expect, test } from 'vitest';
import { onOneEngine } from './harness/engines.js';
import { baseUrl, startWorld, useWorld, type World } from './harness/world.js';

/** Status and target without following the redirect. */
async function redirect(world: World, url: string, method = 'GET', headers: Record<string, string> = {}) {
  const { status, headers: answered } = await fetch(world.address + url, { method, redirect: 'manual', headers });
  return [status, answered.get('location')];
}

async function fill(world: World) {
  const music = await world.category({ name: 'Music', slug: 'music' });
  await world.category({ name: 'Choir', slug: 'choir', parent: music.id });
  await world.category({ name: 'List', slug: 'list', parent: music.id });
  const free = await world.tag({ name: 'Free', slug: 'free' });
  const venue = await world.venue({ venue: 'Barn', slug: 'barn' });
  const organizer = await world.organizer({ organizer: 'Guild', slug: 'guild' });
  const linked = { venue: venue.id, organizer: [organizer.id], categories: [music.id], tags: [free.id] };
  await world.event({ title: 'Fair', slug: 'fair', ...linked });
  await world.event({ title: 'Choir', slug: 'choir', recurrence: 'FREQ=WEEKLY;COUNT=4' });
}

/** Every page URL of the table and the one that a visitor ends on. */
const pages = [
  ['/events/', '/'],
  ['/events', '/'],
  ['/events/list/', '/'],
  ['/events/page/2/', '/'],
  ['/events/photo/', '/'],
  ['/events/summary/', '/'],
  ['/events/list/?eventDisplay=past', '/calendar/list?past=1'],
  ['/events/map/', '/calendar/places'],
  ['/events/month/', '/calendar/month/2027-01'],
  ['/events/month/2027-05/', '/calendar/month/2027-05'],
  ['/events/month/2027-05', '/calendar/month/2027-05'],
  ['/events/2027-05/', '/calendar/month/2027-05'],
  ['/events/today/', '/calendar/day/2027-01-10'],
  ['/events/day/2027-05-04/', '/calendar/day/2027-05-04'],
  ['/events/2027-05-04/', '/calendar/day/2027-05-04'],
  ['/events/week/2027-05-04/', '/calendar/week/2027-05-04'],
  ['/events/featured/', '/calendar/list?featured=1'],
  ['/events/?tribe-bar-search=fair&tribe-bar-date=2027-05-04', '/calendar/list?search=fair&date=2027-05-04'],
  ['/events/?tribe_events_cat=choir', '/calendar/list?category=choir'],
  ['/events/month/?eventDate=2027-05', '/calendar/month/2027-05'],
  ['/events/category/music/choir/list/', '/events/category/music/choir/'],
  ['/events/category/music/month/2027-05/', '/calendar/month/2027-05?category=music'],
  ['/events/category/music/?tribe-bar-date=2027-05-04', '/calendar/list?category=music&date=2027-05-04'],
  ['/events/tag/free/', '/tag/free/'],
  ['/tag/free/page/2/', '/tag/free/'],
  ['/venue/barn/page/2/', '/venue/barn/'],
  ['/organizer/guild/?eventDisplay=past', '/organizer/guild/?past=1'],
  ['/series/choir/', '/event/choir/all'],
  ['/?post_type=tribe_events', '/'],
  ['/?tribe_events=fair', '/event/fair/'],
  ['/?tribe_venue=barn', '/venue/barn/'],
  // Own pages come first.
  ['/events/category/music/list/', '/events/category/music/list/'],
  ['/events/category/music/', '/events/category/music/'],
  ['/venue/barn/', '/venue/barn/'],
] as const;

const unknown = [
  '/events/nonsense/',
  '/events/month/2027-13/',
  '/events/2027-02-30/',
  '/events/category/nonsense/',
  '/events/category/nonsense/list/',
  '/events/category/nonsense/month/2027-05/',
  '/events/tag/nonsense/',
  '/venue/nonsense/page/2/',
  '/series/nonsense/',
  '/event/nonsense/',
  '/event/fair/feed/',
  '/events/feed/rdf/',
  '/comments/feed/',
  '/?post_type=post',
  '/?feed=rdf',
  '/calendar/list?ical=1',
  '/event/fair/all/?ical=1',
  '/?post_type=tribe_events&p=999999',
];

onOneEngine((engine) => {
  describe('page URLs of existing links', () => {
    const world = useWorld(engine);

    test('lead to the page with the same content', async () => {
      await fill(world);
      world.clock.now = '2027-01-10 12:00:00';
      const ended: unknown[] = [];
      for (const [url] of pages) {
        const reply = await fetch(world.address + url);
        const { pathname, search } = new URL(reply.url);
        ended.push([url, pathname + search, reply.status, reply.headers.get('content-type')]);
      }
      expect(ended).toEqual(pages.map(([url, target]) => [url, target, 200, 'text/html; charset=utf-8']));
    });

    test('are 404 if they name nothing', async () => {
      const ended: unknown[] = [];
      for (const url of unknown) ended.push([url, (await fetch(world.address + url)).status]);
      expect(ended).toEqual(unknown.map((url) => [url, 404]));
    });

    test('are moved permanently, for HEAD requests and programs too', async () => {
      const moved = [301, '/calendar/month/2027-05'];
      expect(await redirect(world, '/events/month/2027-05/')).toEqual(moved);
      expect(await redirect(world, '/events/month/2027-05/', 'HEAD')).toEqual(moved);
      expect(await redirect(world, '/events/month/2027-05/', 'GET', { accept: 'application/json' })).toEqual(moved);
      expect((await redirect(world, '/events/month/2027-05/', 'POST'))[0]).toBe(404);
    });

    test('never lead to another site', async () => {
      for (const url of [
        '//evil.example/events/',
        '/\\evil.example/events/',
        '/events//evil.example/',
        '/events/tag/%2F%2Fevil.example/',
        '/events/category/https:%2F%2Fevil.example/list/',
        '/series/%0d%0aLocation:%20https:%2F%2Fevil.example/',
        '/events/?tribe_events_cat=https://evil.example',
        '/?tribe_events=//evil.example',
      ]) {
        const { status, headers } = await fetch(world.address + url, { redirect: 'manual' });
        const target = new URL(headers.get('location') ?? '/', world.address);
        expect([url, status < 500, target.origin]).toEqual([url, true, world.address]);
        expect(headers.get('location') ?? '/').toMatch(/^\/(?!\/)/);
      }
    });

    test('are answered once, so that the log has no warning', async () => {
      const log: string[] = [];
      const loud = await startWorld(engine, { settings: { ALMANAC_LOG_LEVEL: 'warn' } });
      const write = process.stderr.write;
      process.stderr.write = (text: string | Uint8Array) => log.push(String(text)) > 0;
      try {
        await fill(loud);
        const urls = [
          '/event//x/',
          '/event//fair/',
          '/events/list/',
          '/events/?ical=1',
          '/event/fair/ical/',
          '/event/x/',
        ];
        for (const url of urls) await redirect(loud, url);
      } finally {
        process.stderr.write = write;
        await loud.stop();
      }
      expect(log.filter((line) => line.includes('already sent'))).toEqual([]);
    });

    test('keep the language of the query', async () => {
      const other = await startWorld(engine, { settings: { ALMANAC_LANGUAGES: 'en,fr' } });
      try {
        expect(await redirect(other, '/events/month/2027-05/?lang=fr')).toEqual([
          301,
          '/calendar/month/2027-05?lang=fr',
        ]);
      } finally {
        await other.stop();
      }
    });

    test('are below the path of the site', async () => {
      const other = await startWorld(engine, { settings: { ALMANAC_BASE_URL: `${baseUrl}/town` } });
      try {
        expect(await redirect(other, '/events/month/2027-05/')).toEqual([301, '/town/calendar/month/2027-05']);
        expect(await redirect(other, '/events/')).toEqual([301, '/town/']);
        expect((await redirect(other, '/tag/free/'))[0]).toBe(404);
      } finally {
        await other.stop();
      }
    });

    test('do not exist without the drop-in API', async () => {
      const other = await startWorld(engine, { settings: { ALMANAC_DROPIN: 'off' } });
      try {
        const own = ['/events/category/music/list/', '/events/category/music/', '/venue/barn/'];
        for (const [url] of pages.filter(([one]) => one.startsWith('/events') && !own.includes(one)))
          expect([url, (await redirect(other, url))[0]]).toEqual([url, 404]);
      } finally {
        await other.stop();
      }
    });
  });
});
