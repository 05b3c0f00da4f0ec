// The head of the pages: canonical URLs, languages, link previews, icons and the web app manifest.
import { beforeAll, describe, expect, test } from 'vitest';
import { onOneEngine } from './harness/engines.js';
import { png } from './harness/pictures.js';
import { baseUrl, useWorld } from './harness/world.js';

const canonicalOf = (text: string) => /<link rel="canonical" href="([^"]*)">/.exec(text)?.[1];
const alternatesOf = (text: string) =>
  [...text.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)">/g)].map(([, code, url]) => [code, url]);
const property = (text: string, name: string) =>
  [...text.matchAll(/<meta (?:property|name)="([^"]*)" content="([^"]*)">/g)]
    .filter(([, found]) => found === name)
    .map(([, , value]) => value);

onOneEngine((engine) => {
  describe('the head of a page', () => {
    const world = useWorld(engine, { settings: { ALMANAC_LANGUAGES: 'en,fr' } });
    const read = async (path: string, language = 'en') =>
      (await world.ask(`GET /${path}`, { headers: { accept: 'text/html', 'accept-language': language } })).text;

    beforeAll(async () => {
      await world.event({ title: 'Harvest Fair', slug: 'harvest-fair', excerpt: 'Come & see.' });
    });

    test.each(['/', '/calendar/month/2027-07', '/event/harvest-fair/', '/calendar/places'])(
      'names the default language in no canonical URL of %s',
      async (path) => {
        const [plain, french] = [baseUrl + path, `${baseUrl}${path}?lang=fr`];
        for (const query of ['', '?lang=en']) expect(canonicalOf(await read(path + query))).toBe(plain);
        const text = await read(path, 'fr');
        expect(canonicalOf(text)).toBe(french);
        const alternates = [
          ['en', plain],
          ['fr', french],
          ['x-default', plain],
        ];
        expect(alternatesOf(text)).toEqual(alternates);
        expect(alternatesOf(await read(path))).toEqual(alternates);
      },
    );

    test('names the language in the links that switch it, so that the browser does not choose', async () => {
      const text = await read('/event/harvest-fair/', 'fr');
      expect(text).toContain('<a href="/event/harvest-fair/?lang=en" lang="en"');
      expect(text).toContain('<a href="/event/harvest-fair/?lang=fr" lang="fr"');
    });

    test('has a complete link preview with absolute URLs', async () => {
      const text = await read('/event/harvest-fair/');
      expect(property(text, 'og:type')).toEqual(['article']);
      expect(property(text, 'og:title')).toEqual(['Harvest Fair']);
      expect(property(text, 'og:description')).toEqual(['Come &amp; see.']);
      expect(property(text, 'og:url')).toEqual([`${baseUrl}/event/harvest-fair/`]);
      expect(property(text, 'og:locale')).toEqual(['en_GB']);
      expect(property(text, 'og:locale:alternate')).toEqual(['fr']);
      expect(property(text, 'article:published_time')).toEqual([`${world.clock.now.replace(' ', 'T')}Z`]);
      expect(property(text, 'article:modified_time')).toHaveLength(1);
      expect(property(text, 'og:image')[0]).toMatch(
        /^https:\/\/calendar\.example\/event\/harvest-fair\/card\/.{22}\.png$/,
      );
      expect([property(text, 'og:image:width'), property(text, 'og:image:height')]).toEqual([['1200'], ['630']]);
      expect(property(text, 'og:image:alt')).toEqual(['Harvest Fair']);
      expect(property(text, 'twitter:card')).toEqual(['summary_large_image']);
      const home = await read('/');
      expect(property(home, 'og:image')).toEqual([`${baseUrl}/icon-512.png`]);
      expect(property(home, 'twitter:card')).toEqual(['summary']);
    });

    test('the picture of an event without an image has the language of its URL, whatever the reader prefers', async () => {
      const [english = '', french = ''] = await Promise.all(
        ['en', 'fr'].map(async (lang) => property(await read('/event/harvest-fair/', lang), 'og:image')[0]),
      );
      expect([english.includes('lang='), french.endsWith('.png?lang=fr')]).toEqual([false, true]);
      const pictures = await Promise.all(
        [english, french].flatMap((url) =>
          ['en', 'fr'].map(async (prefers) => {
            const address = `${world.address}${url.slice(baseUrl.length)}`;
            const reply = await fetch(address, { headers: { 'accept-language': prefers } });
            expect(reply.headers.get('cache-control')).toContain('immutable');
            return Buffer.from(await reply.arrayBuffer()).toString('base64');
          }),
        ),
      );
      expect([pictures[1] === pictures[0], pictures[3] === pictures[2]]).toEqual([true, true]);
      expect(pictures[2] === pictures[0]).toBe(false);
    });

    test('previews the image of an event with its size and a text', async () => {
      const image = await world.ask('POST /media', {
        as: 'administrator',
        headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="dot.png"' },
        raw: await png(40, 20),
      });
      expect(image.statusCode, image.text).toBe(201);
      await world.event({ title: 'With image', slug: 'with-image', image: String(image.body.id) });
      const text = await read('/event/with-image/');
      expect(property(text, 'og:image')[0]).toMatch(/^https:\/\/calendar\.example\/.*\.png$/);
      expect(property(text, 'og:image:width')).toEqual(['40']);
      expect(property(text, 'og:image:alt')).toEqual(['With image']);
      expect(property(text, 'twitter:card')).toEqual(['summary_large_image']);
    });
  });

  describe('icons and manifest', () => {
    const world = useWorld(engine, {
      settings: { ALMANAC_SITE_NAME: 'Oakton', ALMANAC_BASE_URL: 'https://town.example/calendar' },
    });

    test.each([
      ['/favicon.svg', 'image/svg+xml', '<svg '],
      ['/favicon.ico', 'image/x-icon', '\u0000\u0000\u0001\u0000\u0003\u0000'],
      ['/apple-touch-icon.png', 'image/png', '\u0089PNG'],
      ['/icon-192.png', 'image/png', '\u0089PNG'],
      ['/icon-512.png', 'image/png', '\u0089PNG'],
    ])('%s is %s', async (path, type, magic) => {
      const response = await fetch(world.address + path);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.subarray(0, magic.length).toString('latin1')).toBe(magic);
      const again = await fetch(world.address + path, {
        headers: { 'if-none-match': response.headers.get('etag') ?? '' },
      });
      expect(again.status).toBe(304);
    });

    test('every page links to icons that exist, below the path of the site', async () => {
      for (const path of ['/', '/docs', '/admin']) {
        const { text } = await world.ask(`GET /${path}`, { headers: { accept: 'text/html' } });
        const links = [...text.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)"[^>]* href="([^"]*)"/g)];
        expect(links.length).toBeGreaterThanOrEqual(3);
        for (const [, url = ''] of links) {
          expect(url).toMatch(/^\/calendar\//);
          expect((await world.ask(`GET /${url.slice('/calendar'.length)}`)).statusCode).toBe(200);
        }
      }
    });

    test('the manifest names the site and its icons', async () => {
      const response = await fetch(`${world.address}/manifest.webmanifest`);
      expect(response.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
      expect(await response.json()).toMatchObject({
        name: 'Oakton',
        start_url: '/calendar/',
        scope: '/calendar/',
        icons: [{ src: '/calendar/icon-192.png' }, { src: '/calendar/icon-512.png', sizes: '512x512' }],
      });
    });
  });
});
