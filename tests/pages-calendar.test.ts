// The calendar over real HTTP: every view, its content, filters and links.
import { beforeAll, describe, expect, test } from 'vitest';
import { onOneEngine } from './harness/engines.js';
import { type Answered, baseUrl, startWorld, useWorld, type World } from './harness/world.js';

/** Titles of the events that a page links to. */
const shown = (text: string, from = '<main'): readonly string[] => [
  ...new Set([...main(text, from).matchAll(/href="\/event\/([^/"]*)\//g)].map(([, slug = '']) => slug)),
];
const main = (text: string, from = '<main'): string => text.slice(text.indexOf(from), text.indexOf('</main>'));
const hrefs = (text: string): readonly string[] =>
  [...text.matchAll(/<a\b[^>]*?href="([^"]*)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));
const headOf = (text: string): string => text.slice(0, text.indexOf('</head>'));

const page = async (world: World, address: string, statusCode = 200): Promise<string> => {
  const reply = await world.ask(`GET /${address}`, { headers: { accept: 'text/html' } });
  expect(reply.statusCode, `${address} ${reply.text.slice(0, 300)}`).toBe(statusCode);
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
  return reply.text;
};

onOneEngine((engine) => {
  const world = useWorld(engine);
  let fair: Answered;
  let hall: Answered;
  let guild: Answered;
  let parent: Answered;
  let music: Answered;
  let free: Answered;

  beforeAll(async () => {
    parent = await world.category({ name: 'Arts' });
    music = await world.category({ name: 'Music', parent: parent.id });
    free = await world.tag({ name: 'Free' });
    hall = await world.venue({
      venue: 'Town Hall',
      city: 'Oakton',
      country: 'Ruritania',
      geo_lat: 44.5,
      geo_lng: -73.2,
    });
    guild = await world.organizer({ organizer: 'Mill Guild', website: 'https://guild.example/' });
    fair = await world.event({
      title: 'Harvest Fair',
      start_date: '2027-07-08 00:00:00',
      end_date: '2027-07-13 00:00:00',
      all_day: true,
      featured: true,
      sticky: true,
      description: '<p>Stalls.</p>',
      excerpt: 'Come along.',
      categories: [music.id],
      tags: [free.id],
      venue: hall.id,
      organizer: guild.id,
    });
    await world.event({
      title: 'Night in Tokyo',
      start_date: '2027-07-09 19:00:00',
      end_date: '2027-07-09 22:00:00',
      timezone: 'Asia/Tokyo',
      parent: fair.id,
    });
    await world.event({ title: 'Old Times', start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 11:00:00' });
    await world.event({ title: 'On Now', start_date: '2027-06-01 10:00:00', end_date: '2027-06-20 11:00:00' });
  });

  describe('views', () => {
    test.each(['/', '/calendar', '/calendar/list'])('%s lists upcoming events, current ones first', async (address) => {
      const text = await page(world, address);
      expect(shown(text, 'class="with-aside')).toEqual(['on-now', 'harvest-fair', 'night-in-tokyo']);
      expect(headOf(text)).toContain(`<link rel="canonical" href="${baseUrl}/">`);
    });

    test('lists past events, latest first', async () => {
      expect(shown(await page(world, '/calendar/list?past=1'))).toEqual(['old-times']);
    });

    test('a month shows the events of its weeks', async () => {
      const text = await page(world, '/calendar/month/2027-07');
      expect(text).toContain('<h1>July 2027</h1>');
      expect(shown(text)).toEqual(['harvest-fair', 'night-in-tokyo']);
      expect([...text.matchAll(/<h2 class="day-date">/g)]).toHaveLength(35);
      expect(text).toMatch(/<a [^>]*rel="prev" [^>]*href="\/calendar\/month\/2027-06"/);
      expect(text).toMatch(/<a [^>]*rel="next" [^>]*href="\/calendar\/month\/2027-08"/);
      expect(headOf(text)).not.toContain('noindex');
    });

    test('a multi-day event is a bar across the week, continued in the next', async () => {
      const text = await page(world, '/calendar/month/2027-07');
      const drawn = [...text.matchAll(/<li class="(bit [^"]*)"><a href="\/event\/harvest-fair\//g)].map(
        ([, names]) => names,
      );
      expect(drawn).toHaveLength(2);
      expect(drawn[0]).toContain('lane-1 span-4 is-bar goes-on');
      expect(drawn[1]).toContain('lane-1 span-2 is-bar from-before');
      expect(text).toMatch(/class="bit lane-2 span-1 [^"]*"><a href="\/event\/night-in-tokyo\//);
    });

    test('a week opens by its ISO number and by one of its days', async () => {
      const byName = await page(world, '/calendar/week/2027-W27');
      expect(shown(byName)).toEqual(['harvest-fair', 'night-in-tokyo']);
      expect(byName).toContain('span-4 is-bar goes-on');
      expect(headOf(byName)).toContain('noindex');
      const byDay = await page(world, '/calendar/week/2027-07-07');
      expect(headOf(byDay)).toContain(`<link rel="canonical" href="${baseUrl}/calendar/week/2027-W27">`);
    });

    test('a day lists every event on it, also multi-day ones', async () => {
      expect(shown(await page(world, '/calendar/day/2027-07-09'))).toEqual(['harvest-fair', 'night-in-tokyo']);
      expect(shown(await page(world, '/calendar/day/2027-07-13'))).toEqual(['harvest-fair']);
      expect(shown(await page(world, '/calendar/day/2027-07-14'))).toEqual([]);
    });

    test('places groups events by country and city', async () => {
      const text = await page(world, '/calendar/places');
      expect(text).toMatch(/<h2>Ruritania<\/h2>[\s\S]*Oakton[\s\S]*Town Hall/);
      expect(shown(text)).toEqual(['harvest-fair', 'on-now', 'night-in-tokyo']);
    });

    test('views without a date redirect to today or to the date in the query, without empty parameters', async () => {
      const to = async (address: string) => {
        const { statusCode, headers } = await world.ask(`GET /${address}`);
        expect(statusCode).toBe(302);
        return headers.get('location');
      };
      expect(await to('/calendar/month')).toBe('/calendar/month/2027-06');
      expect(await to('/calendar/month?date=2027-12-24&category=music')).toBe('/calendar/month/2027-12?category=music');
      expect(await to('/calendar/week?date=2027-12-24')).toBe('/calendar/week/2027-12-24');
      expect(await to('/calendar/day')).toBe('/calendar/day/2027-06-15');
      expect(await to('/calendar/list?search=fair&category=&city=')).toBe('/calendar/list?search=fair');
      expect(await to('//calendar/list?search=')).toBe('/calendar/list');
    });

    test('records have their page at the `url` of their body', async () => {
      const records = [fair, hall, guild, parent, music, free];
      for (const { url } of records) {
        const text = await page(world, url.slice(baseUrl.length));
        expect(headOf(text)).toContain(`<link rel="canonical" href="${url}">`);
        expect(text, url).toContain('Harvest Fair');
        expect(headOf(text)).toContain(`<link rel="https://api.w.org/" href="${baseUrl}/wp-json/">`);
      }
      expect(music.url).toBe(`${baseUrl}/events/category/arts/music/`);
      await page(world, '/events/category/music/', 404);
    });

    test('an event page has date, place, organizer, sub-events and structured data', async () => {
      const text = await page(world, '/event/harvest-fair/');
      expect(text).toContain('<p>Stalls.</p>');
      for (const part of ['Town Hall', 'Oakton', 'Mill Guild', 'Night in Tokyo', 'All day'])
        expect(main(text)).toContain(part);
      // They say where an event is listed, which means nothing on its own page.
      for (const label of ['Featured', 'Pinned']) expect(main(text)).not.toContain(label);
      const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
      expect(JSON.parse(data)).toMatchObject({
        '@type': 'Event',
        name: 'Harvest Fair',
        location: { name: 'Town Hall' },
      });
      expect(headOf(text)).toContain('<meta property="og:title" content="Harvest Fair">');
      expect(headOf(text)).toContain(`<link rel="alternate" type="application/json" href="${fair.rest_url}">`);
      expect(shown(await page(world, '/event/night-in-tokyo/'))).toContain('harvest-fair');
    });

    test('the plain URL of a public record redirects to its page', async () => {
      const leads = async (query: string, to: string | null, code: number) => {
        const found = await world.ask(`GET //?${query}`, { headers: { accept: 'text/html' } });
        expect([query, found.statusCode, found.headers.get('location')]).toEqual([query, code, to]);
      };
      const organizer = await world.organizer();
      await leads(`post_type=tribe_events&p=${fair.id}`, '/event/harvest-fair/', 302);
      await leads(`p=${fair.id}`, '/event/harvest-fair/', 301);
      await leads(`p=${hall.id}`, '/venue/town-hall/', 301);
      await leads(`p=${organizer.id}`, `/organizer/${organizer.slug}/`, 301);
      const protectedEvent = await world.event({ password: 'sesame' });
      await leads(`p=${protectedEvent.id}`, `/event/${protectedEvent.slug}/`, 301);
      const once = await world.event();
      await world.send(`DELETE /events/${once.id}`, {});
      const hidden = [
        ...[once, await world.event({ status: 'draft' }), await world.event({ status: 'private' })],
        ...[await world.venue({ status: 'draft' }), await world.organizer({ status: 'pending' })],
      ];
      const missing = await page(world, '/?p=999999', 404);
      for (const { id } of hidden) expect(await page(world, `/?p=${id}`, 404)).toBe(missing);
      const evil = `p=${fair.id}&redirect_to=https://evil.example/&url=//evil.example`;
      await leads(evil, '/event/harvest-fair/', 301);
      for (const query of [
        `post_type=tribe_venue&p=${fair.id}`,
        'post_type=tribe_events&p=x',
        'post_type=constructor&p=1',
        ...['p=x', 'p=-1', `p=0${'0'.repeat(9)}`, 'p[]=1', 'p=//evil.example'],
      ])
        await page(world, `/?${query}`, 404);
    });
  });

  describe('times', () => {
    test('are in the event’s time zone, which is named where it is not the site’s', async () => {
      const text = await page(world, '/event/night-in-tokyo/');
      expect(text).toContain(
        '<time datetime="2027-07-09T19:00:00+09:00" data-end="2027-07-09T22:00:00+09:00" data-yours="ask">19:00 – 22:00</time> <span class="zone">Japan Standard Time</span>',
      );
      expect(await page(world, '/calendar/day/2027-07-09')).toContain('<span class="zone">JST</span>');
      const { id } = await world.event({ title: 'Toronto', timezone: 'America/Toronto', venue: hall.id });
      // Toronto and New York have the same offset; the time zone is named all the same.
      expect(await page(world, '/event/toronto/')).toContain('<span class="zone">Eastern Time</span>');
      await world.send(`POST /events/${id}`, { timezone: 'America/New_York' });
      const local = await page(world, '/event/toronto/');
      expect(local).not.toContain('class="zone"');
      expect(local).toContain('data-yours="ask"');
      await world.ask(`DELETE /events/${id}`, { as: 'administrator' });
    });

    test('in lists are marked for conversion for online events only', async () => {
      const annex = await world.venue({ venue: 'Annex' });
      await world.event({
        title: 'Webinar',
        start_date: '2027-08-02 18:00:00',
        end_date: '2027-08-02 19:00:00',
        attendance: 'online',
      });
      await world.event({ title: 'Somewhere', start_date: '2027-08-02 16:00:00', end_date: '2027-08-02 17:00:00' });
      await world.event({
        title: 'Concert',
        start_date: '2027-08-02 20:00:00',
        end_date: '2027-08-02 21:00:00',
        venue: annex.id,
      });
      for (const view of ['/calendar/list?date=2027-08-01', '/calendar/week/2027-08-02', '/calendar/day/2027-08-02']) {
        const text = main(await page(world, view));
        expect([...text.matchAll(/datetime="([^"]*)"[^>]*data-yours="show"/g)].map(([, time]) => time)).toEqual([
          '2027-08-02T18:00:00-04:00',
        ]);
      }
    });

    test('are not shifted on daylight saving days', async () => {
      await world.event({ title: 'Spring Gap', start_date: '2027-03-14 01:30:00', end_date: '2027-03-14 03:30:00' });
      await world.event({ title: 'Autumn Double', start_date: '2027-11-07 01:30:00', end_date: '2027-11-07 02:30:00' });
      const spring = await page(world, '/calendar/day/2027-03-14');
      expect(spring).toContain('<time datetime="2027-03-14T01:30:00-05:00">01:30 – 03:30</time>');
      const autumn = await page(world, '/calendar/day/2027-11-07');
      expect(autumn).toContain('<time datetime="2027-11-07T01:30:00-04:00">01:30 – 02:30</time>');
      for (const day of ['2027-03-13', '2027-03-15', '2027-11-06', '2027-11-08'])
        expect(shown(await page(world, `/calendar/day/${day}`)), day).toEqual([]);
    });
  });

  describe('filters', () => {
    const views = [
      '/calendar/list',
      '/calendar/month/2027-07',
      '/calendar/week/2027-W27',
      '/calendar/day/2027-07-09',
      '/calendar/places',
      '/embed',
    ];
    const filters = [
      'search=harvest',
      'category=music',
      'category=arts',
      'tag=free',
      'venue=town-hall',
      'organizer=mill-guild',
      'city=oakton',
      'near=44.5,-73.2&radius=10',
      'featured=1',
      'category=music,arts&tag=free',
    ];

    test.each(filters)('%s finds the same events in every view', async (filter) => {
      for (const view of views) expect(shown(await page(world, `${view}?${filter}`)), view).toEqual(['harvest-fair']);
    });

    test('stay in the links between views, and each can be removed', async () => {
      const text = await page(world, '/calendar/month/2027-07?category=music&featured=1');
      const kept = hrefs(text).filter((url) => url.startsWith('/calendar/'));
      const off = [
        '/calendar/month/2027-07?featured=1',
        '/calendar/month?featured=1&date=2027-07-01',
        '/calendar/month?category=music&date=2027-07-01',
        '/calendar/month?date=2027-07-01',
      ];
      for (const url of off) expect(kept).toContain(url);
      for (const url of kept.filter((one) => !off.includes(one))) expect(url).toContain('category=music&featured=1');
      expect(headOf(text)).toContain('noindex');
      expect(text).toContain('name="category[]" value="music" checked>');
    });

    test('by date list events from that day on', async () => {
      expect(shown(await page(world, '/calendar/list?date=2027-07-09')).slice(0, 2)).toEqual([
        'harvest-fair',
        'night-in-tokyo',
      ]);
      const text = await page(world, '/calendar/list?date=2027-07-14');
      expect(shown(text)).not.toContain('harvest-fair');
      expect(hrefs(text)).toContain('/calendar/list');
    });

    test('without matches show a note', async () => {
      expect(await page(world, '/calendar/list?search=nosuchword')).toContain('No events found');
      const empty = await page(world, '/calendar/month/2030-02');
      expect(empty).toContain('No events in February 2030');
      expect(headOf(empty)).toContain('noindex');
    });

    test.each([
      ['/calendar/list?category=nothing', 404],
      ['/calendar/list?venue=nowhere', 404],
      ['/calendar/list?city=Nowhere', 404],
      ['/calendar/list?page=99', 404],
      ['/calendar/list?page=x', 400],
      ['/calendar/list?past=maybe', 400],
      ['/calendar/list?near=north', 400],
      ['/calendar/list?near=91,0', 400],
      ['/calendar/list?radius=0', 400],
      ['/calendar/list?featured=perhaps', 400],
      ['/calendar/list?date=2027-02-30', 400],
      [`/calendar/list?search=${'x'.repeat(201)}`, 400],
      ['/calendar/list?search[]=x', 400],
      ['/calendar/list?search=%FF', 400],
      ['/calendar/list?category=a,b,c,d,e,f,g,h,i,j,k', 400],
      ['/calendar/month/2027-13', 404],
      ['/calendar/month/1969-12', 404],
      ['/calendar/week/2027-W60', 404],
      ['/calendar/day/2101-01-01', 404],
      ['/event/no-such-event/', 404],
      ['/venue/no-such-venue/', 404],
      ['/organizer/nobody/', 404],
      ['/events/category/nothing/', 404],
      ['/tag/nothing/', 404],
      ['/nothing/here', 404],
    ])('%s is an error page with status %i', async (address, statusCode) => {
      const text = await page(world, address, statusCode);
      expect(text).toContain(statusCode === 404 ? 'Page not found' : 'Invalid link');
      expect(text).not.toMatch(/\bat .*\.ts:|node_modules|SQL/);
      expect(hrefs(text)).toContain('/');
    });

    test.each([
      ['/embed?category=musik', 404, 'Category “musik” not found.'],
      ['/embed?venue=town-hall,nowhere', 404, 'Venue “nowhere” not found.'],
      ['/embed?city=Nowhere', 404, 'City “Nowhere” not found.'],
      ['/embed?category=%3Cb%3E&theme=dark', 404, 'Category “&lt;b&gt;” not found.'],
      ['/embed?view=year', 400, 'Invalid link: view: Must be one of: list, month, mini, next, cards.'],
      ['/embed?theme=pink&radius=x', 400, 'Invalid link: theme: Must be one of: light, dark, auto.'],
      ['/embed?radius=x', 400, 'Invalid link: radius: Must be a number from 1 to 20000.'],
      ['/embed?search=%FF', 400, 'Invalid link: '],
      ['/embed?page=99', 404, 'Page not found. '],
    ])('%s is status %i with one line in the embedded calendar', async (address, statusCode, line) => {
      const text = await page(world, address, statusCode);
      expect(text).toContain(`<p class="embed-note" role="status">${line}`);
      expect(main(text)).not.toMatch(/<(h1|a|ul|div)\b/);
      expect(text).toContain(`data-embed data-theme="${address.includes('theme=dark') ? 'dark' : 'light'}"`);
      const { headers } = await world.ask(`GET /${address}`);
      expect([headers.get('cache-control'), headers.get('content-security-policy')?.slice(-17)]).toEqual([
        'no-cache',
        'frame-ancestors *',
      ]);
    });

    test('an error page names the filter value that does not exist', async () => {
      expect(await page(world, '/calendar/month/2027-07?organizer=nobody', 404)).toContain(
        'Organizer “nobody” not found.',
      );
    });

    test('other clients get a 404 as JSON', async () => {
      const { statusCode, body } = await world.ask('GET //nothing/here');
      expect([statusCode, body.code]).toEqual([404, 'rest_no_route']);
    });

    test('links to previous and next end at the first and last year', async () => {
      expect(await page(world, '/calendar/month/1970-01')).not.toContain('class="step" rel="prev"');
      expect(await page(world, '/calendar/day/2100-12-31')).not.toContain('class="step" rel="next"');
      expect(await page(world, '/calendar/week/2100-12-30')).not.toContain('class="step" rel="next"');
    });

    test('the head names no next page: Firefox would load it in advance, which the policy forbids', async () => {
      for (const path of ['/calendar/month/2027-07', '/calendar/week/2027-07-01', '/calendar/day/2027-07-10'])
        expect(headOf(await page(world, path))).not.toMatch(/rel="(?:next|prefetch)"/);
    });
  });

  describe('responses', () => {
    test('have an ETag, may be cached for seconds, and are compressed', async () => {
      const first = await world.ask('GET //calendar/month/2027-07');
      expect(first.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=5, must-revalidate');
      const again = await world.ask('GET //calendar/month/2027-07', {
        headers: { 'if-none-match': first.headers.get('etag') ?? '' },
      });
      expect([again.statusCode, again.text]).toEqual([304, '']);
      const small = await world.ask('GET //calendar/month/2027-07', { headers: { 'accept-encoding': 'br' } });
      expect(small.headers.get('content-encoding')).toBe('br');
      expect(small.headers.get('vary')).toContain('Accept-Encoding');
      expect(small.text).toBe(first.text);
    });

    test('to HEAD have the same headers and no body', async () => {
      for (const address of ['//', '//event/harvest-fair/', '//embed']) {
        const { statusCode, text, headers } = await world.ask(`HEAD ${address}`);
        expect([statusCode, text]).toEqual([200, '']);
        expect(headers.get('etag')).toMatch(/^"/);
      }
    });

    test('forbid frames except for the embedded calendar, and send forms to this site only', async () => {
      const policy = async (address: string) =>
        (await world.ask(`GET /${address}`)).headers.get('content-security-policy');
      const strict =
        "default-src 'none'; script-src 'self'; style-src 'self'; manifest-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors";
      expect(await policy('/calendar/list')).toBe(`${strict} 'none'`);
      expect(await policy('/embed?view=month')).toBe(`${strict} *`);
      expect(await policy('/embed?view=year')).toBe(`${strict} *`);
    });

    test('allow images of the origins that the text uses, and no others', async () => {
      await world.event({
        title: 'Pictured',
        description:
          '<img src="https://pics.example/a.png"><img src="https://a;script-src/x.png"><img src="/media/x.png">',
      });
      const { headers } = await world.ask('GET //event/pictured/');
      expect(headers.get('content-security-policy')).toContain("img-src 'self' data: https://pics.example; base-uri");
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      await world.event({
        title: 'Responsive',
        description:
          '<img src="/a.png" srcset="https://one.example/a.png 1x,https://two.example/b,c.png 2x" alt="https://x.example/">',
      });
      const responsive = await world.ask('GET //event/responsive/');
      expect(responsive.headers.get('content-security-policy')).toContain(
        "img-src 'self' data: https://one.example https://two.example; base-uri",
      );
    });

    test('allow no external images when these are switched off', async () => {
      const other = await startWorld(engine, { settings: { ALMANAC_EXTERNAL_IMAGES: 'off' } });
      try {
        const { slug } = await other.event({ description: '<img src="https://pics.example/a.png">' });
        const { headers } = await other.ask(`GET //event/${slug}/`);
        expect(headers.get('content-security-policy')).toContain("img-src 'self' data:; base-uri");
      } finally {
        await other.stop();
      }
    });

    test('a busy day counts the events without room', async () => {
      for (let at = 0; at < 7; at++)
        await world.event({
          title: `Busy ${at}`,
          start_date: `2027-09-04 1${at}:00:00`,
          end_date: `2027-09-04 1${at}:30:00`,
        });
      const text = await page(world, '/calendar/month/2027-09');
      expect(shown(text)).toHaveLength(4);
      expect(text).toContain('<a href="/calendar/day/2027-09-04">+3 more');
      expect(shown(await page(world, '/calendar/day/2027-09-04'))).toHaveLength(7);
    });
  });

  test('a month with more events than the query limit still shows and counts every day', async () => {
    const days = Array.from({ length: 27 }, (_, at) => `2028-03-${String(at + 1).padStart(2, '0')}`);
    for (const day of days) {
      const hours = Array.from({ length: 15 }, (_, at) => `${day} ${String(at + 6).padStart(2, '0')}:00:00`);
      await Promise.all(hours.map((hour) => world.event({ title: 'Busy hour', start_date: hour, end_date: hour })));
    }
    const text = await page(world, '/calendar/month/2028-03');
    expect([...text.matchAll(/<li class="bit /g)]).toHaveLength(27 * 4);
    for (const day of days) expect(text).toContain(`<a href="/calendar/day/${day}">+11 more`);
  });

  test('the embedded calendar opens links in a new tab and pages in place', async () => {
    const text = await page(world, '/embed?view=month&date=2027-07-01&category=music&theme=dark');
    expect(headOf(text)).toContain('<base target="_blank">');
    expect(text).toContain('data-embed data-theme="dark"');
    expect(text).not.toContain('<footer');
    expect(text).toContain(
      'target="_self" href="/embed?category=music&amp;date=2027-08-01&amp;view=month&amp;theme=dark"',
    );
    const script = await world.ask('GET //embed.js');
    expect([script.statusCode, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
  });
});
