// Subscribing to the events of a page, adding an event to a calendar and sharing: the links of the pages and their feeds.
import { beforeAll, describe, expect, test } from 'vitest';
import { changePassword } from '../src/auth/accounts.js';
import { onOneEngine } from './harness/engines.js';
import { type Answered, baseUrl, useWorld } from './harness/world.js';

const root = `${baseUrl}/cal/events/v1`;
const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"');

const alternatesOf = (text: string) =>
  [...text.matchAll(/<link rel="alternate" type="([^"]*)" title="[^"]*" href="([^"]*)">/g)].map(
    ([, type, url = '']) => [type, unescaped(url)],
  );

/** Links of a menu by their texts. */
function menuOf(text: string, summary: string): Readonly<Record<string, string>> | undefined {
  const from = text.indexOf(`<summary>${summary}</summary>`);
  if (from < 0) return undefined;
  const menu = text.slice(from, text.indexOf('</details>', from));
  const links = [...menu.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, url = '', label = '']) => [
    label,
    unescaped(url),
  ]);
  return Object.fromEntries(links);
}

const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

/** The file of the event. */
const fileOf = (text: string): string =>
  unescaped(/<a class="button" href="([^"]*)"[^>]*>Add to calendar<\/a>/.exec(text)?.[1] ?? '');

onOneEngine((engine) => {
  describe('a page of the calendar', () => {
    const world = useWorld(engine, { settings: { ALMANAC_LANGUAGES: 'en,fr', ALMANAC_SITE_NAME: 'Oakton' } });
    const read = async (path: string) => {
      const reply = await world.ask(`GET /${path}`, { headers: { accept: 'text/html', 'accept-language': 'en' } });
      expect(reply.statusCode, path).toBe(200);
      return reply.text;
    };
    const records: Record<string, Answered> = {};
    /** A feed by the absolute URL that a page has. */
    const readFeed = async (url: string, type: string) => {
      const reply = await world.ask(`GET /${url.slice(baseUrl.length)}`);
      expect([reply.statusCode, reply.headers.get('content-type')?.split(';')[0]], url).toEqual([200, type]);
      return reply;
    };

    beforeAll(async () => {
      records.venue = await world.venue({ venue: 'Town Barn', address: '1 Mill Rd', city: 'Oakton' });
      records.organizer = await world.organizer({ organizer: 'Mill Guild' });
      records.category = await world.category({ name: 'Music' });
      records.tag = await world.tag({ name: 'Free' });
      const { venue, organizer, category, tag } = records;
      records.event = await world.event({
        title: 'Harvest Fair',
        slug: 'harvest-fair',
        description: '<p>Stalls &amp; music</p>',
        venue: venue.id,
        organizer: organizer.id,
        categories: [category.id],
        tags: [tag.id],
      });
      records.series = await world.event({ title: 'Choir', slug: 'choir', recurrence: 'FREQ=WEEKLY;COUNT=3' });
    });

    /** Pages with the feed of the same events. */
    const feeds: readonly (readonly [string, () => string])[] = [
      ['/', () => 'events'],
      ['/calendar/list?date=2027-07-01&past=0', () => 'events'],
      ['/calendar/month/2027-07', () => 'events'],
      ['/calendar/week/2027-07-01', () => 'events'],
      ['/calendar/day/2027-07-01', () => 'events'],
      ['/calendar/places', () => 'events'],
      ['/embed', () => 'events'],
      ['/embed?view=month', () => 'events'],
      ['/venue/town-barn/', () => `venues/${records.venue?.id}/events`],
      ['/organizer/mill-guild/', () => `organizers/${records.organizer?.id}/events`],
      ['/events/category/music/', () => `categories/${records.category?.id}/events`],
      ['/tag/free/', () => `tags/${records.tag?.id}/events`],
      ['/event/choir/all/', () => `events/${records.series?.id}/occurrences`],
    ];

    test.each(feeds)('%s links to its feeds and subscribes to them', async (path, route) => {
      const text = await read(path);
      const feed = `${root}/${route()}`;
      expect(alternatesOf(text)).toEqual([
        ['text/calendar', `${feed}.ics`],
        ['application/rss+xml', `${feed}.rss`],
        ['application/feed+json', `${feed}.jsonfeed`],
      ]);
      const menu = menuOf(text, 'Subscribe') ?? {};
      const webcal = `${feed}.ics`.replace('https:', 'webcal:');
      expect(menu['Calendar app on this device']).toBe(webcal);
      expect(menu['Google Calendar']).toBe(
        `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(webcal)}`,
      );
      for (const [label, host] of [
        ['Outlook.com', 'outlook.live.com'],
        ['Microsoft 365', 'outlook.office.com'],
      ] as const) {
        expect(menu[label]).toMatch(new RegExp(`^https://${host}/calendar/0/addfromweb\\?`));
        expect(queryOf(menu[label] ?? '')).toMatchObject({
          url: `${feed}.ics`,
          name: expect.stringMatching(/^Oakton/),
        });
      }
      expect(menu['RSS feed']).toBe(`${feed}.rss`);
      expect(menu['Download (.ics)']).toMatch(/\.ics\?.*\bdownload=1$/);
      expect(text).toContain(`readonly value="${feed}.ics"`);
      for (const [type = '', url = ''] of alternatesOf(text)) await readFeed(url, type);
      const { text: file, headers } = await readFeed(menu['Download (.ics)'] ?? '', 'text/calendar');
      expect(headers.get('content-disposition')).toMatch(/^attachment;/);
      expect(file).toMatch(/^BEGIN:VCALENDAR\r\n/);
    });

    test.each(['/calendar/list', '/calendar/month/2027-07', '/calendar/places', '/embed'])(
      '%s subscribes with all filters in force',
      async (path) => {
        const query =
          'search=fair&category=music&tag=free&venue=town-barn&organizer=mill-guild&city=oakton&near=1,2&radius=5&featured=1';
        const [[, url = ''] = []] = alternatesOf(await read(`${path}?${query}`));
        expect(queryOf(url)).toEqual({
          search: 'fair',
          categories: String(records.category?.id),
          tags: String(records.tag?.id),
          venue: String(records.venue?.id),
          organizer: String(records.organizer?.id),
          city: 'oakton',
          geoloc_lat: '1',
          geoloc_lng: '2',
          geoloc_radius: '5',
          featured: 'true',
        });
        await readFeed(url, 'text/calendar');
      },
    );

    test('the filters of a subscription find the events of the page', async () => {
      const [[, url = ''] = []] = alternatesOf(await read('/calendar/list?category=music&city=OAKTON&search=fair'));
      const { text } = await readFeed(url, 'text/calendar');
      expect([...text.matchAll(/^SUMMARY[^:]*:(.*)\r$/gm)].map(([, title]) => title)).toEqual(['Harvest Fair']);
    });

    test.each([
      ['/calendar/month/2027-07', { ends_after: '2027-06-30', starts_before: '2027-07-31' }],
      ['/calendar/day/2027-07-01', { ends_after: '2027-06-30', starts_before: '2027-07-01' }],
      ['/calendar/list?date=2027-07-01', { ends_after: '2027-06-30' }],
      ['/calendar/list', {}],
    ])('the file of %s has the events of the page only', async (path, dates) => {
      const menu = menuOf(await read(path), 'Subscribe') ?? {};
      expect(queryOf(menu['Download (.ics)'] ?? '')).toEqual({ ...dates, download: '1' });
    });

    test('feeds are in the language of the page', async () => {
      const [[, url = ''] = []] = alternatesOf(await read('/calendar/list?lang=fr'));
      expect(url).toBe(`${root}/events.ics?i18n_language=fr`);
      expect(menuOf(await read('/?lang=fr'), 'S’abonner')).toBeDefined();
    });

    test('hostile filters and names stay within their attributes', async () => {
      const evil = `"><script>alert(1)</script>&x='`;
      const text = await read(`/calendar/list?search=${encodeURIComponent(evil)}`);
      expect(text).not.toContain('<script>alert');
      const [[, url = ''] = []] = alternatesOf(text);
      expect(queryOf(url)).toEqual({ search: evil });
      expect(queryOf(queryOf(menuOf(text, 'Subscribe')?.['Outlook.com'] ?? '').url ?? '')).toEqual({ search: evil });
    });

    test('an event has its file and forms of online calendars', async () => {
      const { event } = records;
      const text = await read('/event/harvest-fair/');
      expect(alternatesOf(text)).toEqual([['text/calendar', `${root}/events/${event?.id}.ics`]]);
      const menu = menuOf(text, 'Online calendars') ?? {};
      expect(fileOf(text)).toBe(`${root}/events/${event?.id}.ics?download=1`);
      await readFeed(fileOf(text), 'text/calendar');
      expect(queryOf(menu['Google Calendar'] ?? '')).toEqual({
        action: 'TEMPLATE',
        text: 'Harvest Fair',
        dates: '20270701T140000Z/20270701T160000Z',
        ctz: 'America/New_York',
        details: `${baseUrl}/event/harvest-fair/\n\nStalls & music`,
        location: 'Town Barn, 1 Mill Rd, Oakton',
      });
      expect(queryOf(menu['Outlook.com'] ?? '')).toMatchObject({ subject: 'Harvest Fair' });
      expect(text).toContain(`data-share="${baseUrl}/event/harvest-fair/" data-title="Harvest Fair"`);
    });

    test('each date of a series has its own file', async () => {
      const { occurrences } = await world.get(`/events/${records.series?.id}/occurrences`).then(({ events }) => ({
        occurrences: events as readonly Answered[],
      }));
      expect(occurrences).toHaveLength(3);
      for (const { id, url } of occurrences) {
        const text = await read(String(url).slice(baseUrl.length));
        expect(fileOf(text)).toBe(`${root}/events/${id}.ics?download=1`);
      }
    });

    test('a protected event offers its menu after the password, with what lists show', async () => {
      const { id } = await world.event({
        title: 'Members only',
        slug: 'members-only',
        description: 'secretword',
        venue: { venue: 'Secretword hall' },
        password: 'sesame',
      });
      const locked = await read('/event/members-only/');
      expect([fileOf(locked), menuOf(locked, 'Online calendars')]).toEqual(['', undefined]);
      expect(alternatesOf(locked)).toEqual([]);
      const { text } = await world.ask('POST //event/members-only/', {
        raw: 'password=sesame',
        headers: { accept: 'text/html' },
      });
      expect(text).toContain('<p>secretword</p>');
      const menu = menuOf(text, 'Online calendars') ?? {};
      expect(Object.keys(menu)).toHaveLength(3);
      expect(fileOf(text)).toBe(`${root}/events.ics?include=${id}&download=1`);
      expect(decodeURIComponent(JSON.stringify(menu))).not.toMatch(/secretword/i);
      const file = await readFeed(fileOf(text), 'text/calendar');
      expect(file.text).toContain('Members only');
      expect(file.text).not.toMatch(/secretword/i);
      expect(alternatesOf(text)).toEqual([]);
    });

    test('a cancelled event is not offered for a calendar', async () => {
      const { slug } = await world.event({ title: 'Called off', event_status: 'cancelled' });
      const text = await read(`/event/${slug}/`);
      expect([fileOf(text), menuOf(text, 'Online calendars')]).toEqual(['', undefined]);
    });

    test('the preview of an unpublished record has neither feed nor menu', async () => {
      const { url } = await world.event({ title: 'Draft', status: 'draft' });
      const { url: venueUrl } = await world.venue({ venue: 'Draft venue', status: 'draft' });
      await changePassword(world.store, 'world-editor', 'correct horse battery');
      const body = { user: 'world-editor', password: 'correct horse battery' };
      const session = await world.ask('POST /session', { body });
      const cookie = session.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
      for (const path of [url, venueUrl].map((one) => String(one).slice(baseUrl.length))) {
        const { text, statusCode } = await world.ask(`GET /${path}`, { headers: { accept: 'text/html', cookie } });
        expect(statusCode, path).toBe(200);
        expect(alternatesOf(text)).toEqual([]);
        expect(text).not.toMatch(/class="panel menu"|data-share/);
      }
    });
  });
});
