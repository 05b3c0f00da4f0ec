// robots.txt and the sitemap: every public page, and no other.
import { beforeAll, describe, expect, test } from 'vitest';
import { onOneEngine, type TestEngine } from './harness/engines.js';
import { type Answered, baseUrl, startWorld, useWorld, type World } from './harness/world.js';

const urlsIn = (text: string) => [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url);
const pathsIn = (text: string) => urlsIn(text).map((url) => url.slice(baseUrl.length));

async function readXml(world: World, path: string): Promise<string> {
  const { statusCode, text, headers } = await world.ask(`GET /${path}`);
  expect([statusCode, headers.get('content-type')], path).toEqual([200, 'application/xml; charset=utf-8']);
  expect(text.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<')).toBe(true);
  expect(text.replace(/&(amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
  return text;
}

/** The paths of all pages of all parts, or of one section. */
async function sitemapOf(world: World, section = ''): Promise<readonly string[]> {
  const parts = pathsIn(await readXml(world, '/sitemap.xml'));
  const wanted = parts.filter((path) => path.startsWith(`/sitemap/${section}`));
  const texts = await Promise.all(wanted.map((path) => readXml(world, path)));
  return texts.flatMap(pathsIn);
}

/** Fifty codes of two letters. */
const languages = [...'abcdefghijklmnopqrstuvwxy'].flatMap((letter) => [`a${letter}`, `b${letter}`]);

const startWith = (engine: TestEngine, codes: string) => startWorld(engine, { settings: { ALMANAC_LANGUAGES: codes } });

const pathOf = ({ url }: Answered) => String(url).slice(baseUrl.length);

onOneEngine((engine) => {
  describe('the sitemap', () => {
    const world = useWorld(engine);
    const hidden: Answered[] = [];
    const shown: Answered[] = [];

    beforeAll(async () => {
      const [category, tag] = await Promise.all([
        world.category({ name: 'Music & <dance>' }),
        world.tag({ name: 'Free' }),
      ]);
      await Promise.all([world.category({ name: 'Empty category' }), world.tag({ name: 'Empty tag' })]);
      const venue = await world.venue({ venue: 'Town Barn' });
      const organizer = await world.organizer({ organizer: 'Mill Guild' });
      const links = { venue: venue.id, organizer: organizer.id, categories: [category.id], tags: [tag.id] };
      shown.push(category, tag, venue, organizer);
      shown.push(await world.event({ title: 'Harvest', slug: 'harvest', ...links }));
      const past = { start_date: '2001-07-01 10:00:00', end_date: '2001-07-01 12:00:00' };
      shown.push(await world.event({ title: 'Long ago', ...past }), await world.event({ title: 'Fête été 祭' }));
      for (const status of ['draft', 'pending', 'private'])
        hidden.push(
          await world.event({ title: `Secret ${status}`, slug: `secret-${status}`, status }),
          await world.venue({ venue: `Secret ${status}`, status }),
          await world.organizer({ organizer: `Secret ${status}`, status }),
        );
      hidden.push(await world.event({ title: 'Secret future', date: '2030-01-01 00:00:00' }));
      hidden.push(await world.event({ title: 'Secret password', password: 'sesame' }));
      hidden.push(await world.event({ title: 'Secret unlisted', hide_from_listings: true }));
      for (const [kind, record] of [
        ['events', await world.event({ title: 'Secret trash' })],
        ['venues', await world.venue({ venue: 'Secret trash' })],
        ['organizers', await world.organizer({ organizer: 'Secret trash' })],
      ] as const) {
        await world.send(`DELETE /${kind}/${record.id}`, {});
        hidden.push(record);
      }
    });

    test('contains the pages of all public records, and each of them answers', async () => {
      const paths = await sitemapOf(world);
      for (const record of shown) expect(paths, record.url).toContain(pathOf(record));
      expect(paths).toContain('/');
      expect(paths).toContain('/calendar/places');
      expect(new Set(paths).size).toBe(paths.length);
      for (const path of paths) {
        const { statusCode, text, headers } = await world.ask(`GET /${path}`, { headers: { accept: 'text/html' } });
        expect(statusCode, path).toBe(200);
        expect(text).toContain(`<link rel="canonical" href="${baseUrl}${path}">`);
        expect(headers.get('x-robots-tag'), path).toBeNull();
      }
    });

    test('contains no draft, private, scheduled, protected, hidden or trashed record, and no empty term', async () => {
      const paths = await sitemapOf(world);
      for (const record of hidden) expect(paths).not.toContain(pathOf(record));
      expect(paths.join('\n')).not.toMatch(/secret|empty/);
    });

    test('follows a change at once, with the time of the last change', async () => {
      const event = await world.event({ title: 'Soon gone', slug: 'soon-gone' });
      const text = await readXml(world, '/sitemap/events-1.xml');
      const modified = `${String(event.modified_utc).replace(' ', 'T')}Z`;
      expect(text).toContain(`<url><loc>${baseUrl}/event/soon-gone/</loc><lastmod>${modified}</lastmod></url>`);
      await world.send(`PATCH /events/${event.id}`, { status: 'draft' });
      expect(await sitemapOf(world)).not.toContain('/event/soon-gone/');
    });

    test('contains the dates of a series for a year, and its page of all dates', async () => {
      const first = { start_date: '2027-07-05 19:00:00', end_date: '2027-07-05 20:00:00' };
      const series = await world.event({ title: 'Choir', slug: 'choir', ...first, recurrence: 'FREQ=WEEKLY' });
      const dates = await sitemapOf(world, 'dates');
      expect(dates[0]).toBe('/event/choir/2027-07-05/');
      expect(dates.length).toBeGreaterThan(40);
      expect(dates.length).toBeLessThan(54);
      expect(await sitemapOf(world, 'series')).toEqual(['/event/choir/all/']);
      expect(await sitemapOf(world, 'events')).not.toContain('/event/choir/');
      await world.send(`PATCH /events/${series.id}`, { hide_from_listings: true, scope: 'all' });
      expect((await sitemapOf(world)).join('\n')).not.toContain('choir');
      await world.send(`PATCH /events/${series.id}`, { hide_from_listings: false, password: 'sesame', scope: 'all' });
      expect((await sitemapOf(world)).join('\n')).not.toContain('choir');
      await world.send(`PATCH /events/${series.id}`, { password: '', scope: 'all' });
      expect(await sitemapOf(world, 'series')).toEqual(['/event/choir/all/']);
      await world.send(`PATCH /events/${series.id}`, { status: 'draft', scope: 'all' });
      expect((await sitemapOf(world)).join('\n')).not.toContain('choir');
    });

    test.each([
      '/sitemap/events-0.xml',
      '/sitemap/events-2.xml',
      '/sitemap/events-999999.xml',
      '/sitemap/events-1',
      '/sitemap/pages-2.xml',
      '/sitemap/users-1.xml',
      '/sitemap/toString-1.xml',
      '/sitemap/constructor-1.xml',
      '/sitemap/',
    ])('has no part %s', async (path) => {
      expect((await world.ask(`GET /${path}`)).statusCode).toBe(404);
    });

    test('answers 304 while nothing changes', async () => {
      const { headers } = await world.ask('GET //sitemap/events-1.xml');
      const etag = headers.get('etag') ?? '';
      const again = await world.ask('GET //sitemap/events-1.xml', { headers: { 'if-none-match': etag } });
      expect([again.statusCode, again.text]).toEqual([304, '']);
    });

    test('robots.txt names it and keeps robots out of the console only', async () => {
      const { text, headers } = await world.ask('GET //robots.txt');
      expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(text).toBe(`User-agent: *\nDisallow: /admin\n\nSitemap: ${baseUrl}/sitemap.xml\n`);
    });
  });

  test('each language has its entry, linked with the others', async () => {
    const world = await startWith(engine, 'en,fr');
    try {
      await world.event({ title: 'Harvest', slug: 'harvest' });
      const text = await readXml(world, '/sitemap/events-1.xml');
      const [english, french] = [`${baseUrl}/event/harvest/`, `${baseUrl}/event/harvest/?lang=fr`];
      const link = (code: string, url: string) => `<xhtml:link rel="alternate" hreflang="${code}" href="${url}"/>`;
      const links = link('en', english) + link('fr', french) + link('x-default', english);
      expect(urlsIn(text)).toEqual([english, french]);
      expect(text.split(links)).toHaveLength(3);
    } finally {
      await world.stop();
    }
  });

  test('a section with many pages has several parts, which have every page once', async () => {
    // Each page has an entry per language, so that 50 languages fill a part of 5,000 with 100 pages.
    const world = await startWith(engine, languages.join(','));
    try {
      const tags = Array.from({ length: 201 }, (_, at) => `Tag ${at}`);
      for (const from of [0, 100, 200]) await world.event({ tags: tags.slice(from, from + 100) });
      const parts = pathsIn(await readXml(world, '/sitemap.xml')).filter((path) => path.startsWith('/sitemap/tags'));
      expect(parts).toEqual(['/sitemap/tags-1.xml', '/sitemap/tags-2.xml', '/sitemap/tags-3.xml']);
      const pages = await Promise.all(parts.map(async (path) => urlsIn(await readXml(world, path))));
      expect(pages.map(({ length }) => length)).toEqual([5_000, 5_000, 50]);
      const plain = pages.flat().filter((url) => !url.includes('?'));
      expect(new Set(plain).size).toBe(201);
    } finally {
      await world.stop();
    }
  });
});
