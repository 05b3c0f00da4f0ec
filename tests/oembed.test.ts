// oEmbed: links to events, series and views that other sites show as an embedded page, and these pages in a frame without
// an origin.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useBrowser } from './harness/browser.js';
import { onOneEngine } from './harness/engines.js';
import { baseUrl, useWorld, word } from './harness/world.js';

const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00' };

onOneEngine((engine) => {
  const world = useWorld(engine);
  const oembed = (url: string, more = '') => world.ask(`GET //oembed?url=${encodeURIComponent(url)}${more}`);
  const srcIn = (text: string): string => (/src="([^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&');

  test('an event is an iframe with its card', async () => {
    const title = `Tom & "Jerry" <b>${word()}`;
    const { url } = await world.event({ title, ...times });
    const { statusCode, body, headers } = await oembed(url);
    expect([statusCode, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    const shown = (await world.get(`/events?search=${title.slice(-6)}`)).events[0].title;
    expect(body).toMatchObject({ version: '1.0', type: 'rich', title: shown, width: 600, provider_url: `${baseUrl}/` });
    const src = srcIn(body.html);
    expect(src).toMatch(new RegExp(`^${baseUrl}/embed/event/`));
    const page = await world.ask(`GET /${src.slice(baseUrl.length)}`);
    expect(page.statusCode).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain('frame-ancestors *');
    expect(page.text).toContain('class="next-event');
  });

  test('WordPress gets a link before the frame, so that its script opens links of the frame', async () => {
    const { url } = await world.event({ title: 'Quoted & framed', ...times });
    const headers = { 'user-agent': 'WordPress/6.1.9; https://town.example' };
    const { body } = await world.ask(`GET //oembed?url=${encodeURIComponent(url)}`, { headers });
    expect(body.html).toMatch(`<blockquote><a href="${url}">Quoted &amp; framed</a></blockquote><iframe src="`);
  });

  test('as XML it has the same values, escaped', async () => {
    const { url } = await world.event({ title: 'Fish & Chips', ...times });
    const [json, xml] = await Promise.all([oembed(url), oembed(url, '&format=xml')]);
    expect(xml.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    const value = (name: string) =>
      (new RegExp(`<${name}>(.*)</${name}>`).exec(xml.text)?.[1] ?? '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&');
    for (const name of ['version', 'type', 'title', 'html', 'width', 'height', 'cache_age'])
      expect(value(name), name).toBe(String(json.body[name]));
  });

  test('limits of width and height are kept', async () => {
    const { url } = await world.event(times);
    const { body } = await oembed(url, '&maxwidth=320&maxheight=200');
    expect([body.width, body.height]).toEqual([320, 200]);
    expect(body.html).toContain('width="320" height="200"');
    expect((await oembed(url, '&maxwidth=0')).statusCode).toBe(400);
  });

  test('a series is its next date in the frame, and the page of all dates lists them', async () => {
    const title = word('Choir ');
    const made = await world.event({ title, ...times, recurrence: 'FREQ=WEEKLY;COUNT=3' });
    const slug = (await world.get(`/events/${made.id}`)).slug;
    const series = await oembed(`${baseUrl}/event/${slug}/`);
    expect(series.body.title).toBe(title);
    const all = await oembed(`${baseUrl}/event/${slug}/all/`);
    const page = await world.ask(`GET /${srcIn(all.body.html).slice(baseUrl.length)}`);
    expect([page.statusCode, page.text.match(/2027-07-(01|08|15)/g)?.length]).toEqual([200, expect.any(Number)]);
    const long = await world.event({ ...times, title: word('Long '), recurrence: 'FREQ=DAILY;COUNT=25' });
    const first = await world.ask(`GET //embed/event/${(await world.get(`/events/${long.id}`)).slug}/all`);
    // Inside the frame: other pages refuse to be framed.
    expect(/rel="next" target="_self" href="([^"?]+)/.exec(first.text)?.[1]).toMatch(/^\/embed\/event\//);
    const redirected = await world.ask(`GET //embed/event/${slug}`);
    expect(redirected.headers.get('location')).toMatch(new RegExp(`/embed/event/${slug}/2027-07-01/?$`));
  });

  test.each([
    ['/', 'view=list'],
    ['/calendar/list?category={{category}}&search=x', 'view=list&search=x&category={{category}}'],
    ['/calendar/month/2027-07?lang=', 'view=month&date=2027-07-01'],
    ['/calendar/day/2027-07-01', 'view=list&date=2027-07-01'],
    ['/events/category/{{category}}/', 'view=list&category={{category}}'],
  ])('%s is the embedded calendar with its filters', async (path, query) => {
    const { slug } = await world.category();
    const { statusCode, body } = await oembed(baseUrl + path.replace('{{category}}', slug));
    expect([statusCode, srcIn(body.html)]).toEqual([200, `${baseUrl}/embed?${query.replace('{{category}}', slug)}`]);
  });

  describe('the card of an event without an image', () => {
    const cardOf = async (url: string): Promise<string> =>
      /property="og:image" content="([^"]+)"/.exec((await world.ask(`GET /${url.slice(baseUrl.length)}`)).text)?.[1] ??
      '';
    const read = (url: string, headers: Record<string, string> = {}) =>
      fetch(`${world.address}${url.slice(baseUrl.length)}`, { headers });

    test('is a PNG that never changes under its name, and the thumbnail of oEmbed', async () => {
      const { id, url } = await world.event({ title: word('Drawn '), ...times });
      const card = await cardOf(url);
      const { body } = await oembed(url);
      expect(body).toMatchObject({ thumbnail_url: card, thumbnail_width: 1200, thumbnail_height: 630 });
      expect((await oembed(url, '&maxwidth=800')).body).not.toHaveProperty('thumbnail_url');
      const reply = await read(card);
      const etag = reply.headers.get('etag') ?? '';
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(reply.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      const { format, width, height } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata();
      expect([format, width, height]).toEqual(['png', 1200, 630]);
      expect((await read(card, { 'if-none-match': etag })).status).toBe(304);
      const changes = [{ title: word('New ') }, { start_date: '2027-07-01 11:00:00' }, { event_status: 'cancelled' }];
      const names = new Set([card]);
      for (const change of changes) {
        await world.send(`PATCH /events/${id}`, change);
        names.add(await cardOf(url));
      }
      expect(names.size).toBe(4);
      const old = await read(card, { 'if-none-match': etag });
      expect([old.status, old.headers.get('cache-control')]).toEqual([200, 'public, max-age=60']);
      await world.send(`PATCH /events/${id}`, { description: 'Not drawn.' });
      expect(names.has(await cardOf(url))).toBe(true);
    });

    test('is that of one date in a series', async () => {
      const { id } = await world.event({ title: word('Choir '), ...times, recurrence: 'FREQ=WEEKLY;COUNT=3' });
      const { events } = await world.get(`/events/${id}/occurrences`);
      const cards: string[] = await Promise.all(events.map(({ url }: { url: string }) => cardOf(url)));
      expect(new Set(cards.map((card) => card.split('/').at(-1))).size).toBe(3);
      for (const card of cards) expect((await read(card)).status).toBe(200);
      const { slug } = await world.get(`/events/${id}`);
      expect((await read(`${baseUrl}/event/${slug}/card/x.png`)).status).toBe(404);
    });

    test('exists only for what everyone may read, also after it was drawn', async () => {
      const secret = await world.event({ title: word('Secret '), ...times });
      const card = await cardOf(secret.url);
      expect((await read(card)).status).toBe(200);
      for (const hidden of [{ status: 'private' }, { status: 'draft' }, { status: 'publish', password: 'sesame' }]) {
        await world.send(`PATCH /events/${secret.id}`, hidden);
        const reply = await read(card);
        expect([reply.status, reply.headers.get('etag')]).toEqual([hidden.password ? 403 : 404, null]);
        expect(reply.headers.get('content-type')).toContain('json');
        expect(reply.headers.get('cache-control')).toBe('no-cache');
      }
      expect(await cardOf(secret.url)).not.toContain('/card/');
      expect((await world.ask(`GET /${card.slice(baseUrl.length)}`, { as: 'administrator' })).statusCode).toBe(403);
    });

    test.each([
      ['markup', '<b size="1">1 < 2 & </span> "\'&amp;&#0;'],
      ['no font', '東京 🎻 حفلة'],
      ['control characters and directions', 'a\u0007b\u202Ec\u200F\u2028d\uFEFF'],
      ['piled accents', `Z${'\u0301'.repeat(200)}`],
      ['emoji only', '🎻👩‍👩‍👧'],
      ['length', 'Wide '.repeat(200)],
      ['one word', 'W'.repeat(250)],
    ])('is drawn for a title with %s', async (_, title) => {
      const { url } = await world.event({ title, slug: word('hostile-'), ...times });
      const reply = await read(await cardOf(url));
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png']);
    });
  });

  test('what is not public, not here or not supported is refused', async () => {
    const draft = await world.event({ ...times, status: 'draft' });
    const locked = await world.event({ ...times, password: 'sesame' });
    const { slug } = await world.get(`/events/${draft.id}`, { as: 'administrator' });
    const open = await world.event(times);
    const statuses = await Promise.all(
      [
        oembed(`${baseUrl}/event/${slug || 'draft'}/`),
        oembed(locked.url),
        oembed('https://elsewhere.example/event/x/'),
        oembed(`${baseUrl}/admin`),
        oembed(`${baseUrl}/event/nothing-like-this/`),
        oembed(`${baseUrl}/calendar/list?category=nothing-like-this`),
        oembed(open.url, '&format=yaml'),
        oembed('no URL'),
        world.ask('GET //oembed'),
      ].map(async (reply) => (await reply).statusCode),
    );
    expect(statuses).toEqual([404, 401, 404, 404, 404, 404, 501, 400, 400]);
    const protectedPage = await world.ask(
      `GET /${locked.url.slice(baseUrl.length).replace('/event/', '/embed/event/')}`,
    );
    expect(protectedPage.statusCode).toBe(403);
  });

  test('pages that can be embedded lead to it, others do not', async () => {
    const { url } = await world.event(times);
    const page = await world.ask(`GET /${url.slice(baseUrl.length)}`);
    const [, json = ''] = /type="application\/json\+oembed" href="([^"]+)"/.exec(page.text) ?? [];
    expect(new URL(json.replaceAll('&amp;', '&')).searchParams.get('url')).toBe(url);
    expect(page.text).toContain('type="text/xml+oembed"');
    const locked = await world.event({ ...times, password: 'sesame' });
    expect((await world.ask(`GET /${locked.url.slice(baseUrl.length)}`)).text).not.toContain('oembed');
    expect((await world.ask('GET //embed')).text).not.toContain('oembed');
  });

  test('JSON-LD of an all-day event has days, of others times', async () => {
    const day = { start_date: '2027-07-01', end_date: '2027-07-02' };
    const dataOf = async (given: Record<string, unknown>) =>
      (await world.get(`/events/${(await world.event(given)).id}`)).json_ld;
    expect(await dataOf({ ...day, all_day: true })).toMatchObject({ startDate: '2027-07-01', endDate: '2027-07-02' });
    expect((await dataOf(times)).startDate).toMatch(/^2027-07-01T10:00:00[+-]\d\d:\d\d$/);
  });

  describe('in a sandboxed frame of another site', () => {
    const browser = useBrowser();
    let frame = '';
    const host = createServer((_, response) =>
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<!doctype html><title>host</title><script>
        const messages = [];
        addEventListener('message', ({ data }) => messages.push(data));
      </script><iframe sandbox="allow-scripts" width="600" height="300" src="${frame}"></iframe>`),
    );
    beforeAll(() => new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve)));
    afterAll(() => new Promise((resolve) => host.close(resolve)));

    test('the page works, tells its height, and asks for links to be opened', async () => {
      const { url } = await world.event({ title: word('Framed '), ...times });
      const path = `/embed${url.slice(baseUrl.length)}`;
      frame = `${world.address}${path}#?secret=abc123`;
      const page = await browser.open();
      await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`);
      const messages = () => page.evaluate('messages') as Promise<readonly Record<string, unknown>[]>;
      await expect.poll(messages).toContainEqual({ message: 'height', value: expect.any(Number), secret: 'abc123' });
      expect(await messages()).toContainEqual({ almanac: 'height', height: expect.any(Number) });
      const link = page.frameLocator('iframe').locator('.next-event h2 a');
      expect(await page.frameLocator('iframe').locator('body').evaluate('self.origin')).toBe('null');
      await link.click();
      await expect.poll(messages).toContainEqual(expect.objectContaining({ message: 'link', secret: 'abc123' }));
      expect(page.errors).toEqual([]);
    });

    test('the next month opens in the frame, which the host still knows by its secret', async () => {
      frame = `${world.address}/embed?view=month&date=2027-07-01#?secret=abc123`;
      const page = await browser.open();
      await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`);
      await expect.poll(() => page.evaluate('messages.length')).toBeGreaterThan(0);
      await page.frameLocator('iframe').locator('.step[rel=next]').click();
      const url = () => page.frames().at(-1)?.url();
      await expect.poll(url).toMatch(/\/embed\?.*date=2027-08-01.*#\?secret=abc123$/);
      expect(await page.evaluate("messages.filter(({ message }) => message === 'link')")).toEqual([]);
    });
  });
});
