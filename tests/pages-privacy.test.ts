// Pages show public data only, and user texts never become script.
import { beforeAll, describe, expect, test } from 'vitest';
import { holdDate } from './harness/date.js';
import { onOneEngine } from './harness/engines.js';
import { type Answered, baseUrl, startWorld, useWorld, type World } from './harness/world.js';

const when = { start_date: '2027-07-08 10:00:00', end_date: '2027-07-08 12:00:00' };

/** Every kind of page that lists records. */
const lists = [
  '/',
  '/calendar/list',
  '/calendar/list?past=1',
  '/calendar/month/2027-07',
  '/calendar/week/2027-07-08',
  '/calendar/day/2027-07-08',
  '/calendar/places',
  '/calendar/places?near=10,10',
  '/embed',
  '/embed?view=month&date=2027-07-08',
  '/event/open-event/',
  '/venue/open-venue/',
  '/organizer/open-organizer/',
  '/events/category/open-category/',
  '/tag/open-tag/',
  '/calendar/list?category=open-category',
  '/calendar/list?search=secretword',
  '/calendar/list?featured=1',
];

const read = (world: World, address: string) => world.ask(`GET /${address}`, { headers: { accept: 'text/html' } });

onOneEngine((engine) => {
  describe('a non-public record', () => {
    const world = useWorld(engine);
    const hidden: Answered[] = [];

    beforeAll(async () => {
      const [venue, organizer, category, tag] = await Promise.all([
        world.venue({ venue: 'Open venue', city: 'Opentown', geo_lat: 10, geo_lng: 10 }),
        world.organizer({ organizer: 'Open organizer' }),
        world.category({ name: 'Open category' }),
        world.tag({ name: 'Open tag' }),
      ]);
      const linked = { ...when, venue: venue.id, organizer: organizer.id, categories: [category.id], tags: [tag.id] };
      const open = await world.event({ ...linked, title: 'Open event' });
      const part = { ...linked, parent: open.id, featured: true, description: 'secretword' };
      for (const status of ['draft', 'pending', 'private'])
        hidden.push(
          await world.event({ ...part, title: `Secretword ${status}`, slug: `secretword-${status}`, status }),
        );
      hidden.push(
        await world.event({ ...part, title: 'Secretword future', status: 'publish', date: '2030-01-01 00:00:00' }),
      );
      const trashed = await world.event({ ...part, title: 'Secretword trash' });
      await world.send(`DELETE /events/${trashed.id}`, {});
      hidden.push(trashed);
      await world.event({ ...part, title: 'Unlisted secretword', slug: 'unlisted', hide_from_listings: true });
      for (const status of ['draft', 'private']) {
        const secret = await world.venue({ venue: `Secretword venue ${status}`, city: 'Secretwordtown', status });
        const by = await world.organizer({ organizer: `Secretword organizer ${status}`, status });
        await world.event({ ...when, title: `At ${status}`, venue: secret.id, organizer: by.id });
        hidden.push(secret, by);
      }
    });

    test.each(lists)('does not appear on %s', async (address) => {
      const { statusCode, text } = await read(world, address);
      expect(statusCode).toBe(200);
      expect(
        text
          .replace(/search(=|%3D)secretword/g, '')
          .replace(/(“|%E2%80%9C)secretword(”|%E2%80%9D)|value="secretword"/g, '')
          .replace(/Remove filter: \S+/g, ''),
      ).not.toMatch(/secretword/i);
    });

    test('has no page, and the status does not reveal why', async () => {
      const nothing = await read(world, '/event/no-such-event/');
      const addresses = [
        ...['draft', 'pending', 'private', 'future'].map((status) => `/event/secretword-${status}/`),
        '/event/secretword-trash/',
        ...['venue', 'organizer'].flatMap((kind) =>
          ['draft', 'private'].map((status) => `/${kind}/secretword-${kind}-${status}/`),
        ),
      ];
      for (const address of addresses) {
        const { statusCode, text } = await read(world, address);
        expect([statusCode, text], address).toEqual([404, nothing.text]);
      }
      for (const { id, url } of hidden) {
        const type = /venue/.test(url) ? 'tribe_venue' : /organizer/.test(url) ? 'tribe_organizer' : 'tribe_events';
        // The trashed event was public before.
        const wanted = /trash/.test(url) ? 410 : 404;
        expect((await read(world, `/?post_type=${type}&p=${id}`)).statusCode, url).toBe(wanted);
        expect((await read(world, `/?p=${id}`)).statusCode, url).toBe(404);
      }
      const gone = await read(world, '/event/secretword-trash__trashed/');
      expect(gone.statusCode).toBe(410);
      expect(gone.text).not.toMatch(/secretword/i);
    });

    test('is not found by a filter with its slug', async () => {
      for (const filter of [
        'venue=secretword-venue-draft',
        'organizer=secretword-organizer-private',
        'city=Secretwordtown',
      ])
        expect((await read(world, `/calendar/list?${filter}`)).statusCode, filter).toBe(404);
    });

    test('stays hidden for signed-in users', async () => {
      const { text } = await world.ask('GET //calendar/month/2027-07', { as: 'administrator' });
      expect(text).not.toMatch(/secretword/i);
    });

    test('a page exists for an event that is hidden from lists', async () => {
      expect((await read(world, '/event/unlisted/')).statusCode).toBe(200);
    });
  });

  describe('a protected event', () => {
    const world = useWorld(engine);
    const form = (password: string, headers = {}) =>
      world.ask('POST //event/members-evening/', { raw: new URLSearchParams({ password }).toString(), headers });

    beforeAll(async () => {
      const [venue, category] = [
        await world.venue({ venue: 'Hiddenword hall', city: 'Hiddentown' }),
        await world.category({ name: 'Hiddenword kind' }),
      ];
      await world.event({
        ...when,
        title: 'Members evening',
        description: '<p>hiddenword</p>',
        excerpt: 'hiddenword',
        cost: '99',
        website: 'https://hiddenword.example/',
        venue: venue.id,
        categories: [category.id],
        tags: ['hiddenword'],
        featured: true,
        password: 'open sesame',
      });
    });

    test('shows its title, its dates and a password form, and nothing else', async () => {
      for (const address of [
        '/',
        '/calendar/list',
        '/calendar/month/2027-07',
        '/calendar/week/2027-07-08',
        '/calendar/day/2027-07-08',
        '/calendar/places',
        '/embed',
        '/event/members-evening/',
      ]) {
        const { statusCode, text } = await read(world, address);
        expect(statusCode).toBe(200);
        expect(text).toContain('Members evening');
        const own = text.replace(/<form class="filters"[\s\S]*?<\/form>|<nav class="kinds"[\s\S]*?<\/nav>/g, '');
        expect(own, address).not.toMatch(/hidden(word|town)|ld\+json|Featured/);
      }
      expect((await read(world, '/event/members-evening/')).text).toContain('<input type="password" name="password"');
    });

    test('is not found by protected data', async () => {
      for (const address of [
        '/calendar/list?category=hiddenword-kind',
        '/calendar/list?venue=hiddenword-hall',
        '/calendar/list?city=Hiddentown',
        '/calendar/list?tag=hiddenword',
        '/calendar/list?search=hiddenword',
        '/calendar/list?featured=1',
        '/venue/hiddenword-hall/',
        '/events/category/hiddenword-kind/',
        '/tag/hiddenword/',
      ]) {
        const { statusCode, text } = await read(world, address);
        expect(statusCode, address).toBe(200);
        expect(text, address).not.toContain('Members evening');
      }
    });

    test('opens with the password for one response, and sets no cookie', async () => {
      const { statusCode, headers, text } = await form('open sesame');
      expect(statusCode).toBe(200);
      expect(text).toContain('<p>hiddenword</p>');
      expect(text).not.toContain('ld+json');
      expect(text).not.toContain('open sesame');
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('etag')).toBeNull();
      expect(headers.get('set-cookie')).toBeNull();
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    });

    test('stays closed with a wrong or empty password, and with one in the query', async () => {
      for (const password of ['wrong', '']) {
        const { statusCode, headers, text } = await form(password);
        expect([statusCode, headers.get('cache-control')]).toEqual([403, 'private, no-store']);
        expect(text).toContain('role="alert"');
        expect(text).not.toContain('hiddenword');
      }
      expect((await read(world, '/event/members-evening/?password=open%20sesame')).text).not.toContain('hiddenword');
      expect((await form('x'.repeat(300))).statusCode).toBe(400);
    });

    test('shares the limit of password attempts with the API', async () => {
      holdDate();
      const strict = await startWorld(engine, { settings: { ALMANAC_RATE_LIMIT: 'on' } });
      try {
        await strict.event({ ...when, title: 'Guarded', password: 'right' });
        const attempt = (password: string) => strict.ask('POST //event/guarded/', { raw: `password=${password}` });
        for (let at = 0; at < 10; at++) expect((await attempt('wrong')).statusCode).toBe(403);
        const refused = await attempt('right');
        expect(refused.statusCode).toBe(429);
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(refused.text).toContain('Too many attempts');
        expect((await strict.ask('GET /events/by-slug/guarded?password=right')).statusCode).toBe(429);
      } finally {
        await strict.stop();
      }
    });
  });

  test('user texts never become markup of a page', async () => {
    const world = await startWorld(engine);
    try {
      const attack = `"'><img src=x onerror=alert(1)></script><script>alert(2)</script> 1 < 2 &lt;script&gt;alert(3)&lt;/script&gt;`;
      const html = `<p>fine</p><script>alert(3)</script><img src="x" onerror="alert(4)"><a href="javascript:alert(5)">go</a>`;
      const name = (kind: string) => `${kind} ${attack}`;
      const venue = await world.venue({
        venue: name('Venue'),
        description: html,
        address: attack,
        city: name('City'),
        country: name('Country'),
        stateprovince: attack,
        zip: attack,
        phone: attack,
        website: "https://x.example/?a=1&b='",
        geo_lat: 1,
        geo_lng: 1,
      });
      const organizer = await world.organizer({
        organizer: name('Organizer'),
        description: html,
        phone: attack,
        email: `a@b.example"><script>`,
        website: 'https://y.example/',
      });
      const category = await world.category({ name: name('Category'), description: html });
      const tag = await world.tag({ name: name('Tag'), description: html });
      const event = await world.event({
        ...when,
        title: name('Event'),
        slug: 'attack',
        description: html,
        excerpt: html,
        cost: attack,
        website: "https://z.example/?a=1&b='",
        venue: venue.id,
        organizer: organizer.id,
        categories: [category.id],
        tags: [tag.id],
        featured: true,
        sticky: true,
        tickets: [{ name: name('Ticket'), price: 3, currency: 'EUR', url: "https://t.example/?a=1&b='" }],
      });
      await world.event({ ...when, title: name('Shut'), slug: 'shut', password: 'x' });
      const records = [event, venue, organizer, category, tag].map(({ url }) => url.slice(baseUrl.length));
      const asking = encodeURIComponent(attack);
      const addresses = [
        '/',
        '/calendar/month/2027-07',
        '/calendar/week/2027-07-08',
        '/calendar/day/2027-07-08',
        '/calendar/places',
        '/embed',
        '/embed?view=month&date=2027-07-01',
        ...records,
        '/event/shut/',
        `/calendar/list?search=${asking}`,
        `/calendar/list?city=${asking}`,
        `/calendar/list?near=${asking}`,
        `/calendar/list?category=${asking}`,
        `/?lang=${asking}`,
        `/event/${asking}/`,
        `/calendar/month/${asking}`,
      ];
      for (const address of addresses) {
        const { text, headers } = await read(world, address);
        expect(headers.get('content-type'), address).toBe('text/html; charset=utf-8');
        for (const [tag] of text.matchAll(/<script[^>]*>/g))
          expect(tag, address).toMatch(/ src="\/assets\/[\w-]+\.js">$| type="application\/ld\+json">$/);
        expect(text, address).not.toMatch(/<img[^>]*onerror|href="javascript:|<img src=x/i);
        for (const [, data = ''] of text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs))
          expect(() => JSON.parse(data), address).not.toThrow();
      }
    } finally {
      await world.stop();
    }
  });
});
