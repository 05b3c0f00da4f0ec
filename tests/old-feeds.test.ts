// The feed URLs of existing subscriptions to calendars of The Events Calendar.
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { addFeedKey } from '../src/auth/feed-keys.js';
import { onOneEngine } from './harness/engines.js';
import { baseUrl, startWorld, useWorld, type World } from './harness/world.js';

const on = (day: string) => ({ start_date: `${day} 10:00:00`, end_date: `${day} 12:00:00` });

/** Events by title: some with links, one without, a series, and events that are not public. */
async function fill(world: World) {
  world.clock.now = '2027-03-10 12:00:00';
  const music = await world.category({ name: 'Music', slug: 'music' });
  const choirs = await world.category({ name: 'Choirs', slug: 'choirs', parent: music.id });
  const free = await world.tag({ name: 'Free', slug: 'free' });
  const barn = await world.venue({ venue: 'Barn', slug: 'barn' });
  const guild = await world.organizer({ organizer: 'Guild', slug: 'guild' });
  await world.venue({ venue: 'Empty', slug: 'empty' });
  const linked = { venue: barn.id, organizer: [guild.id], categories: [choirs.id], tags: [free.id] };
  const fair = await world.event({
    title: 'Fair',
    slug: 'fair',
    ...on('2027-05-04'),
    ...linked,
    description: '<p>Hay</p>',
  });
  const today = await world.event({ title: 'Today', slug: 'today', ...on('2027-03-10'), featured: true });
  const past = await world.event({ title: 'Past', slug: 'past', ...on('2026-01-05') });
  await world.event({ title: 'Choir', slug: 'choir', ...on('2027-06-01'), recurrence: 'FREQ=WEEKLY;COUNT=3' });
  await world.event({ title: 'Draft', slug: 'draft', ...on('2027-05-04'), status: 'draft', ...linked });
  await world.event({
    title: 'Guarded',
    slug: 'guarded',
    ...on('2027-07-01'),
    password: 'sesame',
    description: 'secret',
  });
  await world.event({ title: 'Unlisted', slug: 'unlisted', ...on('2027-07-02'), hide_from_listings: true });
  return { fair, today, past };
}

/** Titles in the calendar, in its order, after checking that it is one. */
function titlesIn(text: string): readonly string[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  expect(calendar.name).toBe('vcalendar');
  return calendar.getAllSubcomponents('vevent').map((event) => String(event.getFirstPropertyValue('summary')));
}

const choir = ['Choir', 'Choir', 'Choir'];
const all = ['Today', 'Fair', ...choir, 'Guarded'];

const calendars: readonly (readonly [string, readonly string[]])[] = [
  ['/events/?ical=1', all],
  ['/events?ical', all],
  ['/events/?ical=0', all],
  ['/events/?ical=true', all],
  ['/events/ical/', all],
  ['/events/ical', all],
  ['/events/list/?ical=1', all],
  ['/events/list/page/2/?ical=1', all],
  ['/?ical=1', all],
  ['/?post_type=tribe_events&ical=1', all],
  ['/?post_type=tribe_events&ical=1&eventDisplay=list', all],
  ['/events/?outlook-ical=1', all],
  ['/events/month/2027-05/?ical=1', ['Fair']],
  ['/events/2027-05/?ical=1', ['Fair']],
  ['/events/month/?ical=1', ['Today']],
  ['/events/month/2035-01/?ical=1', []],
  ['/events/2027-05-04/?ical=1', ['Fair']],
  ['/events/2027-05-04/ical/', ['Fair']],
  ['/events/day/2027-05-04/?ical=1', ['Fair']],
  ['/events/2027-05-05/ical/', []],
  ['/events/today/?ical=1', ['Today']],
  ['/events/week/2027-06-09/?ical=1', ['Choir']],
  ['/events/featured/?ical=1', ['Today']],
  ['/events/featured/ical/', ['Today']],
  ['/events/?ical=1&tribe-bar-date=2027-06-08', ['Choir', 'Choir', 'Guarded']],
  ['/events/?ical=1&tribe-bar-date=2026-01-01', ['Past', ...all]],
  ['/events/?ical=1&tribe-bar-search=fair', ['Fair']],
  ['/events/?ical=1&eventDisplay=past', ['Past']],
  ['/events/category/music/?ical=1', ['Fair']],
  ['/events/category/music/choirs/?ical=1', ['Fair']],
  ['/events/category/music/choirs/ical/', ['Fair']],
  ['/events/category/music/month/2027-05/?ical=1', ['Fair']],
  ['/events/category/music/month/2027-06/?ical=1', []],
  ['/events/?ical=1&tribe_events_cat=choirs', ['Fair']],
  ['/events/tag/free/?ical=1', ['Fair']],
  ['/events/tag/free/ical/', ['Fair']],
  ['/tag/free/?ical=1', ['Fair']],
  ['/venue/barn/?ical=1', ['Fair']],
  ['/venue/empty/?ical=1', []],
  ['/organizer/guild/?ical=1', ['Fair']],
  ['/event/fair/?ical=1', ['Fair']],
  ['/event/fair/ical/', ['Fair']],
  ['/event/fair/?outlook-ical=1', ['Fair']],
  ['/event/past/?ical=1', ['Past']],
  ['/event/unlisted/?ical=1', ['Unlisted']],
  ['/event/guarded/?ical=1', ['Guarded']],
  ['/event/choir/?ical=1', choir],
  ['/event/choir/2027-06-08/?ical=1', ['Choir']],
  ['/event/choir/2027-06-08/ical/', ['Choir']],
  ['/event/choir/?ical=1&eventDate=2027-06-08', ['Choir']],
  ['/series/choir/?ical=1', choir],
];

const news = [
  ['/feed/', 'application/rss+xml'],
  ['/events/feed/', 'application/rss+xml'],
  ['/events/feed/rss2/', 'application/rss+xml'],
  ['/event/feed/', 'application/rss+xml'],
  ['/feed/?post_type=tribe_events', 'application/rss+xml'],
  ['/?feed=rss2&post_type=tribe_events', 'application/rss+xml'],
  ['/events/category/music/feed/', 'application/rss+xml'],
  ['/events/tag/free/feed/', 'application/rss+xml'],
  ['/tag/free/feed/', 'application/rss+xml'],
  ['/venue/barn/?feed=rss2', 'application/rss+xml'],
  ['/events/feed/atom/', 'application/atom+xml'],
] as const;

const unknown = [
  '/events/category/nonsense/?ical=1',
  '/events/category/choirs/?ical=1',
  '/events/category/nonsense/feed/',
  '/events/tag/nonsense/?ical=1',
  '/venue/nonsense/?ical=1',
  '/organizer/nonsense/?ical=1',
  '/event/nonsense/?ical=1',
  '/event/nonsense/ical/',
  '/event/draft/?ical=1',
  '/event/choir/2027-06-09/ical/',
  '/series/nonsense/?ical=1',
  '/events/month/2027-13/?ical=1',
  '/events/2027-02-30/ical/',
  '/events/nonsense/?ical=1',
  '/calendar/list?ical=1',
  '/events/feed/rdf/',
  '/?feed=rdf',
];

const ask = (world: World, url: string, method = 'GET', headers: Record<string, string> = {}) =>
  fetch(world.address + url, { method, redirect: 'manual', headers });

onOneEngine((engine) => {
  describe('feed URLs of existing subscriptions', () => {
    const world = useWorld(engine);
    const filled = { ids: '' };

    test('give the calendar that they name, complete and without a redirect', async () => {
      const { fair, today, past } = await fill(world);
      filled.ids = `${past.id},${fair.id},${today.id}`;
      const found: unknown[] = [];
      for (const [url] of calendars) {
        const reply = await ask(world, url);
        const text = await reply.text();
        found.push([
          url,
          reply.status,
          reply.headers.get('content-type'),
          reply.status === 200 ? titlesIn(text) : text,
        ]);
      }
      expect(found).toEqual(calendars.map(([url, titles]) => [url, 200, 'text/calendar; charset=utf-8', titles]));
    });

    test('take the ids of events', async () => {
      const titles = async (ids: string) =>
        titlesIn(await (await ask(world, `/events/?ical=1&event_ids=${ids}`)).text());
      expect(await titles(filled.ids)).toEqual(['Past', 'Today', 'Fair']);
      expect(await titles('999999')).toEqual([]);
      expect((await ask(world, '/events/?ical=1&event_ids=x')).status).toBe(400);
    });

    test('give news in the order of their start', async () => {
      const found: unknown[] = [];
      for (const [url] of news) {
        const reply = await ask(world, url);
        const text = await reply.text();
        const isOfMusic = !text.includes('>Today<');
        found.push([
          url,
          reply.status,
          reply.headers.get('content-type')?.split(';')[0],
          text.includes('Fair'),
          isOfMusic,
        ]);
        expect(text).not.toMatch(/Draft|Past|secret/);
        expect(isOfMusic || text.indexOf('Today') < text.indexOf('Fair')).toBe(true);
      }
      const isLinked = (url: string) => /category|tag|venue/.test(url);
      expect(found).toEqual(news.map(([url, type]) => [url, 200, type, true, isLinked(url)]));
    });

    test('are 404 if they name nothing, and never a page', async () => {
      const found: unknown[] = [];
      for (const url of unknown) found.push([url, (await ask(world, url)).status]);
      expect(found).toEqual(unknown.map((url) => [url, 404]));
    });

    test('send a file with the headers of a feed, also for HEAD', async () => {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await ask(world, '/events/category/music/?ical=1', method);
        expect(status).toBe(200);
        expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+-[\da-f]{11}\.ics"$/);
        expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
        expect(headers.get('cache-control')).toContain('public');
        expect(headers.get('set-cookie')).toBeNull();
        const etag = headers.get('etag') ?? '';
        const again = await ask(world, '/events/category/music/?ical=1', method, { 'if-none-match': etag });
        expect(again.status).toBe(304);
      }
    });

    test('for Outlook have descriptions as HTML and no name', async () => {
      const [plain, outlook] = [
        await (await ask(world, '/events/?ical=1')).text(),
        await (await ask(world, '/events/?outlook-ical=1')).text(),
      ];
      expect([plain.includes('X-WR-CALNAME:'), plain.includes('X-ALT-DESC')]).toEqual([true, false]);
      expect([outlook.includes('X-WR-CALNAME:'), outlook.includes('X-ALT-DESC')]).toEqual([false, true]);
    });

    test('show public events only, whatever credentials the request has', async () => {
      const plain = await (await ask(world, '/events/2027-05-04/ical/')).text();
      const { administrator } = world.people;
      const { key } = await world.store.transact((writer) =>
        addFeedKey(writer, administrator.id, 'Phone', world.clock.now),
      );
      const keyed = await (await ask(world, `/events/2027-05-04/ical/?key=${key}`)).text();
      expect(titlesIn(keyed)).toEqual(titlesIn(plain));
      expect(keyed).not.toContain(key);
      const secret = await (await ask(world, '/event/guarded/?ical=1&password=sesame')).text();
      expect(secret).not.toMatch(/secret|sesame/);
    });

    test('follow changes at once', async () => {
      const url = '/venue/empty/?ical=1';
      expect(titlesIn(await (await ask(world, url)).text())).toEqual([]);
      const { venues } = await world.get('/venues?search=Empty');
      const { id } = await world.event({ title: 'New', ...on('2027-08-01'), venue: venues[0].id });
      expect(titlesIn(await (await ask(world, url)).text())).toEqual(['New']);
      await world.send(`PATCH /events/${id}`, { status: 'draft' });
      expect(titlesIn(await (await ask(world, url)).text())).toEqual([]);
    });

    test('are streamed if they are long, and answer 304 while nothing changes', async () => {
      const { id } = await world.venue({ venue: 'Hall', slug: 'hall' });
      await world.event({ title: 'Daily', ...on('2027-09-01'), venue: id, recurrence: 'FREQ=DAILY;COUNT=600' });
      const url = '/venue/hall/?ical=1';
      const reply = await ask(world, url);
      expect(titlesIn(await reply.text())).toHaveLength(600);
      const etag = reply.headers.get('etag') ?? '';
      expect(etag).toMatch(/^W\//);
      expect(reply.headers.get('content-disposition')).toContain('attachment');
      expect((await ask(world, url, 'HEAD')).headers.get('etag')).toBe(etag);
      expect((await ask(world, url, 'GET', { 'if-none-match': etag })).status).toBe(304);
      await world.event({ title: 'One more', ...on('2027-08-31'), venue: id });
      const changed = await ask(world, url, 'GET', { 'if-none-match': etag });
      expect([changed.status, titlesIn(await changed.text()).length]).toEqual([200, 601]);
    });
  });

  test('feed URLs name the site with its path, and do not exist without the drop-in API', async () => {
    const other = await startWorld(engine, { settings: { ALMANAC_BASE_URL: `${baseUrl}/town` } });
    try {
      await fill(other);
      const text = (await (await ask(other, '/events/category/music/?ical=1')).text()).replaceAll('\r\n ', '');
      expect(text).toContain(`SOURCE;VALUE=URI:${baseUrl}/town/events/category/music/?ical=1`);
      expect(text).toContain(`URL:${baseUrl}/town/event/fair/`);
      await other.restart({ ALMANAC_DROPIN: 'off' });
      for (const [url] of [...calendars, ...news]) expect([url, (await ask(other, url)).status]).toEqual([url, 404]);
    } finally {
      await other.stop();
    }
  });
});
