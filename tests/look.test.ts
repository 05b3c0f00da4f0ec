// The look of the site: name, logo, colours, formats and footer on pages and feeds, colours of categories, and the
// options of the embedded calendar.
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { onOneEngine } from './harness/engines.js';
import { png, stored } from './harness/pictures.js';
import { type Body, useWorld, type World } from './harness/world.js';

const html = { accept: 'text/html' };
const readerOf = (world: World) => async (path: string) =>
  (await world.askAgain(`GET /${path}`, { headers: html })).text;
const settingsOf = (world: World) => (body: Body) => world.send('PATCH /settings', body);
const styleOf = (text: string) => /<style>([^<]*)<\/style>/.exec(text)?.[1] ?? '';
const hashOf = (css: string) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`;

/** Every kind of public page. */
const pages = [
  '/',
  '/calendar/list',
  '/calendar/month/2027-07',
  '/calendar/week/2027-07-01',
  '/calendar/day/2027-07-01',
  '/calendar/places',
  '/event/harvest-fair/',
  '/events/category/music/',
  '/no/such/page',
  '/docs',
];

onOneEngine((engine) => {
  describe('name and pictures of the site', () => {
    const world = useWorld(engine);
    const read = readerOf(world);
    const set = settingsOf(world);
    let logo: string;
    let icon: string;

    beforeAll(async () => {
      await world.category({ name: 'Music', slug: 'music' });
      await world.event({ title: 'Harvest Fair', slug: 'harvest-fair', categories: ['music'] });
      const [wide, square] = [await stored(world, await png(300, 100)), await stored(world, await png(64, 64))];
      [logo, icon] = [wide, square].map(({ url }) => new URL(String(url)).pathname) as [string, string];
      await set({
        name: 'Oakton & Co',
        tagline: 'What’s on & when',
        logo: wide.id,
        icon: square.id,
        accent_color: '#ffd400',
        footer_text: 'Market Square 1',
        footer_links: [{ label: 'Imprint', url: 'https://oakton.example/imprint?a=1&b=2' }],
        show_credit: false,
      });
    });

    test.each(pages)('%s has the name, the logo and the icon, and does not name the software', async (path) => {
      const text = await read(path);
      expect(text).toMatch(/<title>[^<]*Oakton &amp; Co[^<]*<\/title>/);
      expect(text).toContain(`src="${logo}" width="300" height="100" alt="Oakton &amp; Co"`);
      expect(text).toContain(`<link rel="icon" type="image/png" href="${icon}">`);
      expect(text).not.toMatch(/almanac/i);
    });

    test('the footer has its text, its links and the tagline', async () => {
      const text = await read('/');
      expect(text).toContain('<p>What’s on &amp; when</p><p>Market Square 1</p>');
      expect(text).toContain('<li><a href="https://oakton.example/imprint?a=1&amp;b=2">Imprint</a></li>');
      expect(text).toContain('<meta name="description" content="What’s on &amp; when">');
    });

    test('the footer names the software only while it is switched on', async () => {
      await set({ show_credit: true });
      expect((await read('/')).match(/almanac/gi)).toEqual(['Almanac']);
      expect(await read('/')).toContain('<p class="foot-credit">Powered by Almanac</p>');
      expect((await world.ask('GET /events.rss')).text).toContain('<generator>Almanac');
      await set({ show_credit: false });
      expect(await read('/')).not.toMatch(/almanac/i);
    });

    test('the footer has links for developers until they are switched off', async () => {
      expect(await read('/')).toContain('/docs"');
      await set({ show_developer_links: false });
      expect(await read('/')).not.toContain('/docs"');
      await set({ show_developer_links: true });
    });

    test('dark pages have a logo of their own, or a plate behind the only one', async () => {
      expect(await read('/')).toContain(`<img class="logo on-plate" src="${logo}"`);
      const dark = await stored(world, await png(301, 100));
      await set({ logo_dark: dark.id });
      const text = await read('/');
      expect(text).toContain(`<img class="logo on-light" src="${logo}"`);
      expect(text).toContain(`<img class="logo on-dark" src="${new URL(String(dark.url)).pathname}" width="301"`);
      await set({ logo_dark: '' });
    });

    test('link previews fall back to the logo', async () => {
      expect(await read('/')).toContain(
        `<meta property="og:image" content="https://calendar.example${logo}">\n<meta property="og:image:width" content="300">`,
      );
    });

    test('the manifest and the usual icon addresses use the icon', async () => {
      const { text } = await world.ask('GET //manifest.webmanifest');
      expect(JSON.parse(text)).toMatchObject({
        name: 'Oakton & Co',
        description: 'What’s on & when',
        theme_color: '#ffd400',
        icons: [{ src: icon, sizes: '64x64', type: 'image/png' }],
      });
      for (const name of ['favicon.ico', 'favicon.svg', 'apple-touch-icon.png', 'icon-512.png']) {
        const { status, headers } = await fetch(`${world.address}/${name}`, { redirect: 'manual' });
        expect([status, headers.get('location')]).toEqual([302, icon]);
      }
      expect((await fetch(world.address + icon)).status).toBe(200);
    });

    test('feeds have name, tagline, logo and colour, and do not name the software', async () => {
      const feed = async (suffix: string) => (await world.askAgain(`GET /events.${suffix}`)).text;
      const rss = await feed('rss');
      expect(rss).toContain(`<image>\n<url>https://calendar.example${logo}</url>\n<title>Oakton &amp; Co</title>`);
      expect(rss).toContain('<description>What’s on &amp; when</description>');
      expect(rss).not.toMatch(/almanac/i);
      const atom = await feed('atom');
      expect(atom).toContain(`<logo>https://calendar.example${logo}</logo>`);
      expect(atom).toContain(`<icon>https://calendar.example${icon}</icon>`);
      expect(atom).not.toMatch(/almanac/i);
      expect(JSON.parse(await feed('jsonfeed'))).toMatchObject({
        title: 'Oakton & Co',
        icon: `https://calendar.example${logo}`,
        favicon: `https://calendar.example${icon}`,
      });
      expect(await feed('ics')).toContain('X-APPLE-CALENDAR-COLOR:#ffd400');
      expect(JSON.parse(await feed('jscalendar'))).toMatchObject({ color: '#ffd400' });
    });

    test('the colours are one style element that the policy allows by its hash, and change the ETag', async () => {
      const before = await world.ask('GET //', { headers: html });
      const css = styleOf(before.text);
      expect(css).toContain('--fill:light-dark(#ffd400,#ffd400)');
      const { headers } = before;
      expect(headers.get('content-security-policy')).toContain(`style-src 'self' ${hashOf(css)};`);
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      await set({ accent_color: '#102040' });
      const after = await world.ask('GET //', { headers: { ...html, 'if-none-match': headers.get('etag') ?? '' } });
      expect([after.statusCode, styleOf(after.text).includes('--fill:light-dark(#102040,')]).toEqual([200, true]);
      await set({ accent_color: '' });
      expect(styleOf(await read('/'))).toBe('');
    });

    test('an accent colour without contrast is rejected and changes nothing', async () => {
      for (const accent_color of ['#ffffff', '#ffff00', 'red', '#12', '#12345g', '"><script>']) {
        const reply = await world.ask('PATCH /settings', { as: 'administrator', body: { accent_color } });
        expect([reply.statusCode, Object.keys(reply.body.data.params)]).toEqual([400, ['accent_color']]);
      }
      expect((await world.get('/settings', { as: 'administrator' })).accent_color).toBe('');
    });
  });

  describe('formats and views of the site', () => {
    const world = useWorld(engine);
    const read = readerOf(world);
    const set = settingsOf(world);

    beforeAll(async () => {
      for (const title of ['Harvest Fair', 'Second', 'Third'])
        await world.event({ title, start_date: '2027-07-01 17:30:00', end_date: '2027-07-01 19:00:00' });
    });

    test('weeks start on the chosen day', async () => {
      const first = async () =>
        /<ul class="weekdays"[^>]*><li>([^<]*)/.exec(await read('/calendar/month/2027-07'))?.[1];
      const seen: (string | undefined)[] = [];
      for (const week_start of ['sunday', 'saturday', 'monday', 'language']) {
        await set({ week_start });
        seen.push(await first());
      }
      expect(seen).toEqual(['Sun', 'Sat', 'Mon', 'Mon']);
    });

    test('times and dates have the chosen format', async () => {
      await set({ time_format: '12', date_format: 'month-day' });
      const text = (await read('/event/harvest-fair/')).replace(/\s/g, ' ');
      expect(text).toMatch(/5:30 pm/i);
      expect(text).toContain('July 1, 2027');
      expect(text).toContain('data-locale="en-US-u-hc-h12"');
      await set({ time_format: 'language', date_format: 'iso' });
      expect(await read('/event/harvest-fair/')).toContain('Thursday 2027-07-01');
      await set({ date_format: 'language' });
    });

    test.each([
      ['month', 'class="month"', 'July 2027'],
      ['week', 'class="week', ''],
      ['day', 'class="bar"', '1 July 2027'],
      ['places', 'class="bar"', ''],
      ['list', 'class="agenda"', ''],
    ])('the home page is the %s view, and the list keeps its address', async (default_view, markup, title) => {
      await set({ default_view });
      const text = await read('/?date=2027-07-01');
      expect(text).toContain(markup);
      expect(text).toContain(title);
      const home = await read('/');
      expect(home).toContain('<link rel="canonical" href="https://calendar.example/">');
      expect(home).toMatch(new RegExp(`href="/calendar/${default_view}[^"]*" aria-current="page"`));
      const list = await read('/calendar/list');
      expect(list).toContain('class="agenda"');
      expect(list).toContain(
        `<link rel="canonical" href="https://calendar.example/${default_view === 'list' ? '' : 'calendar/list'}">`,
      );
    });

    test('the list has the chosen number of events per page', async () => {
      await set({ events_per_page: 2 });
      expect((await read('/calendar/list')).match(/<li class="card /g)).toHaveLength(2);
      expect((await read('/calendar/list?page=2')).match(/<li class="card /g)).toHaveLength(1);
    });
  });

  describe('colours of categories', () => {
    const world = useWorld(engine);
    const read = readerOf(world);
    const set = settingsOf(world);
    let music: number;

    beforeAll(async () => {
      music = (await world.category({ name: 'Music', slug: 'music', color: '#C02040' })).id;
      await world.category({ name: 'Sport', slug: 'sport' });
      await world.event({ title: 'Concert', slug: 'concert', categories: ['music'] });
      await world.event({ title: 'Match', slug: 'match', categories: ['sport'] });
    });

    test('are stored in lower case and shown by the native API, also inside events', async () => {
      expect((await world.get(`/categories/${music}`)).color).toBe('#c02040');
      expect((await world.get('/categories?search=sport')).categories[0].color).toBe('');
      const { events } = await world.get('/events?search=concert');
      expect(events[0].categories[0].color).toBe('#c02040');
    });

    test('are hidden from existing clients', async () => {
      const { body } = await world.ask(`GET /categories/${music}`, { on: 'dropin' });
      expect(body).not.toHaveProperty('color');
      const { body: list } = await world.ask('GET /events?search=concert', { on: 'dropin' });
      expect(list.events[0].categories[0]).not.toHaveProperty('color');
      const { text } = await world.ask(`GET //wp-json/wp/v2/tribe_events_cat/${music}`);
      expect(text).not.toContain('c02040');
      const { text: document } = await world.ask('GET /doc', { on: 'dropin' });
      expect(JSON.parse(document).components.schemas.Category.properties).not.toHaveProperty('color');
    });

    test.each(['red', '#fff', '#12345g', '#1234567', 'url(x)', '#c02040;}', 7, ['#c02040']])(
      'reject %j and change nothing',
      async (color) => {
        const reply = await world.ask(`PATCH /categories/${music}`, { as: 'administrator', body: { color } });
        expect(reply.statusCode, reply.text).toBe(400);
        expect((await world.get(`/categories/${music}`)).color).toBe('#c02040');
      },
    );

    test.each(['/calendar/month/2027-07', '/calendar/list', '/calendar/week/2027-07-01', '/event/concert/', '/embed'])(
      '%s uses them, with readable shades for both themes',
      async (path) => {
        const text = await read(path);
        expect(text).toMatch(/class="[^"]*\bhue-c02040\b/);
        expect(styleOf(text)).toMatch(/:where\(\.hue-c02040\)\{--tint:light-dark\(#\w{6},#\w{6}\);--tint-ink:/);
      },
    );

    test('a change reaches cached pages at once', async () => {
      await read('/calendar/month/2027-07');
      await world.send(`PATCH /categories/${music}`, { color: '#0060a0' });
      const text = await read('/calendar/month/2027-07');
      expect([text.includes('hue-0060a0'), text.includes('hue-c02040')]).toEqual([true, false]);
      await world.send(`PATCH /categories/${music}`, { color: '#c02040' });
    });

    test('categories without a colour use those of the site in turn', async () => {
      await set({ category_colors: ['#118833', '#551188'] });
      expect(await read('/event/match/')).toMatch(/class="record hue-(118833|551188)"/);
      expect(await read('/event/concert/')).toContain('class="record hue-c02040"');
      await set({ category_colors: [] });
      expect(await read('/event/match/')).toMatch(/class="record hue-\d\d?"/);
    });

    test('texts of visitors add no rules but colours', async () => {
      await world.event({ title: 'hue-aabbcc hue-zzzzzz hue-abc};body{display:none', slug: 'odd' });
      const css = styleOf(await read('/event/odd/'));
      expect(css).toMatch(/^(:where\(\.hue-[0-9a-f]{6}\)\{[-a-z0-9:;#(),]*\})*$/);
    });
  });

  describe('the embedded calendar', () => {
    const world = useWorld(engine);
    const read = readerOf(world);

    beforeAll(async () => {
      await settingsOf(world)({ accent_color: '#0060a0' });
      for (const [at, title] of ['Alpha', 'Beta', 'Gamma', 'Delta'].entries())
        await world.event({
          title,
          start_date: `2027-07-0${at + 1} 10:00:00`,
          end_date: `2027-07-0${at + 1} 11:00:00`,
        });
    });

    test.each([
      ['/embed', 4],
      ['/embed?limit=2', 2],
      ['/embed?view=cards&limit=3', 3],
      ['/embed?view=next', 1],
      ['/embed?view=next&limit=3', 3],
    ])('%s shows %i events', async (path, count) => {
      expect((await read(path)).match(/href="\/event\//g)).toHaveLength(count);
    });

    test('a small month marks days with events and steps inside the frame', async () => {
      const text = await read('/embed?view=mini&date=2027-07-01&theme=dark&font=mono');
      expect(text.match(/class="busy"/g)).toHaveLength(4);
      expect(text).toContain(
        'href="/embed?date=2027-08-01&amp;view=mini&amp;theme=dark&amp;font=mono" aria-label="Next month" target="_self"',
      );
    });

    test('takes colours, corners and a font', async () => {
      const reply = await world.ask(
        'GET //embed?background=%23203040&text=%23ffffff&accent=%23ffd400&corners=12&font=serif',
        { headers: html },
      );
      const css = styleOf(reply.text);
      expect(css).toContain('--paper:#203040;--card:#203040;');
      expect(css).toContain('--ink:#ffffff;');
      expect(css).toContain('--fill:#ffd400;--on-fill:#000000;');
      expect(css).toContain(':root{--corner:12px}');
      expect(reply.text).toContain('data-theme="dark"');
      expect(reply.text).toContain('<body class="embed with-corners font-serif">');
      expect(reply.headers.get('content-security-policy')).toContain(`style-src 'self' ${hashOf(css)};`);
    });

    test('has the accent colour of the site by default', async () =>
      expect(styleOf(await read('/embed'))).toContain('--fill:light-dark(#0060a0,'));

    test.each([
      ['view=wall', 'view'],
      ['limit=0', 'limit'],
      ['limit=51', 'limit'],
      ['limit=ten', 'limit'],
      ['accent=red', 'accent'],
      ['accent=%23ffffff', 'accent'],
      ['accent=%23ff0000%7D*%7Bdisplay:none', 'accent'],
      ['background=url(https://evil.example)', 'background'],
      ['text=%3C/style%3E%3Cscript%3Ealert(1)%3C/script%3E', 'text'],
      ['text=%23777777&background=%23888888', 'text'],
      ['text=%23ffffff', 'text'],
      ['corners=33', 'corners'],
      ['corners=-1', 'corners'],
      ['corners=1px', 'corners'],
      ['font=Comic%20Sans', 'font'],
      ['theme=pink', 'theme'],
      ['font[]=serif', 'font'],
    ])('?%s is one line about %s', async (query, name) => {
      const reply = await world.ask(`GET //embed?${query}`, { headers: html });
      expect(reply.statusCode).toBe(400);
      const lines = [...reply.text.matchAll(/<p class="embed-note" role="status">([^<]*)<\/p>/g)].map(
        ([, line]) => line,
      );
      expect(lines).toEqual([expect.stringMatching(new RegExp(`^Invalid link: ${name}: `))]);
      expect(styleOf(reply.text)).not.toMatch(/evil|display|script|red/);
      expect(reply.text).not.toContain('<script>alert');
    });

    test('errors are in French for French visitors', async () => {
      await world.restart({ ALMANAC_LANGUAGES: 'en,fr' });
      expect(await read('/embed?lang=fr&accent=red')).toContain('accent: Indiquez une couleur comme #1a6b3c.');
    });
  });
});
