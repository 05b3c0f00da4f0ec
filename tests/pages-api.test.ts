// API discovery on pages, and previews of unpublished records at their plain URLs.
import { beforeAll, describe, expect, test } from 'vitest';
import { changePassword } from '../src/auth/accounts.js';
import { basic, prefixes } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { baseUrl, startWorld, useWorld, word } from './harness/world.js';

const root = `${baseUrl}${prefixes.dropin}/`;
const password = 'correct horse battery';
const people = ['editor', 'author', 'contributor', 'subscriber'] as const;

onOneEngine((engine) => {
  describe('API discovery on pages', () => {
    const world = useWorld(engine);

    async function expectRoot(address: string, route: string, statusCode = 200, at = root): Promise<void> {
      const reply = await world.ask(`GET /${address}`, { headers: { accept: 'text/html' } });
      expect(reply.statusCode, address).toBe(statusCode);
      expect(reply.headers.get('x-tec-api-version')).toBe('v1');
      expect(reply.headers.get('x-tec-api-origin')).toBe(baseUrl);
      expect(reply.headers.get('x-tec-api-root'), address).toBe(`${at}${route}`);
      const [head = ''] = reply.text.split('</head>', 1);
      expect(head).toContain('<meta name="tec-api-version" content="v1">');
      expect(head).toContain(`<meta name="tec-api-origin" content="${baseUrl}">`);
      expect(head).toContain(`<link rel="alternate" href="${at}${route}">`);
    }

    test('event, category and tag pages name their API route, which exists', async () => {
      const [parent, tag] = [await world.category({ name: 'Arts & Crafts' }), await world.tag({ name: 'Été' })];
      const category = await world.category({ name: 'Пение', parent: parent.id });
      const event = await world.event({ categories: [category.id], tags: [tag.id] });
      await expectRoot(`/event/${event.slug}/`, `events/${event.id}`);
      await expectRoot('/events/category/arts-crafts/', 'events/?categories=arts-crafts');
      await expectRoot(`/events/category/arts-crafts/${category.slug}/`, `events/?categories=${category.slug}`);
      await expectRoot('/tag/ete/', 'events/?tags=ete');
      for (const route of [`?categories=${category.slug}`, '?categories=arts-crafts', '?tags=ete']) {
        expect((await world.get(`/events/${route}`, { on: 'dropin' })).total, route).toBe(1);
      }
      const shut = await world.event({ password: 'secret' });
      await expectRoot(`/event/${shut.slug}/`, `events/${shut.id}`);
    });

    test('every other page names the API root, error pages too', async () => {
      const [venue, organizer] = [await world.venue(), await world.organizer()];
      for (const address of [
        ...['/', '/calendar/list', '/calendar/month/2027-07', '/embed', '/docs', '/admin'],
        ...[`/venue/${venue.slug}/`, `/organizer/${organizer.slug}/`],
      ]) {
        await expectRoot(address, '');
      }
      for (const address of ['/event/none/', '/no/such/page', '/?post_type=tribe_events&p=99999999'])
        await expectRoot(address, '', 404);
      const program = await world.ask('GET //no/such/page');
      expect([program.statusCode, program.headers.get('x-tec-api-root')]).toEqual([404, root]);
    });

    test('names the native API when the drop-in mount is off', async () => {
      const other = await startWorld(engine, { settings: { ALMANAC_DROPIN: 'off' } });
      try {
        const { id, slug } = await other.event();
        const { headers } = await other.ask(`GET //event/${slug}/`);
        expect(headers.get('x-tec-api-root')).toBe(`${baseUrl}${prefixes.native}/events/${id}`);
      } finally {
        await other.stop();
      }
    });
  });

  describe('the plain URL of an unpublished record', () => {
    const world = useWorld(engine, { settings: { ALMANAC_LANGUAGES: 'en,fr' } });
    const cookies: Partial<Record<(typeof people)[number], string>> = {};
    beforeAll(async () => {
      for (const who of people) {
        await changePassword(world.store, `world-${who}`, password);
        const { headers } = await world.ask('POST /session', { body: { user: `world-${who}`, password } });
        cookies[who] = headers.get('set-cookie')?.split(';', 1)[0] ?? '';
      }
    });
    const visit = (url: string, who?: (typeof people)[number], more = {}) =>
      world.ask(`GET /${url.slice(baseUrl.length)}`, {
        headers: { ...(who && { cookie: cookies[who] ?? '' }), ...more },
      });

    const given = [
      ['draft', { status: 'draft' }],
      ['pending', { status: 'pending' }],
      ['future', { date: '2027-08-01' }],
    ] as const;

    test.each(given)('shows a %s event only to users who may read it', async (status, more) => {
      const title = word();
      const event = await world.event({ title, ...more, password: 'secret' }, { as: 'author' });
      expect(event.status).toBe(status);
      for (const who of ['editor', 'author'] as const) {
        const { statusCode, text, headers } = await visit(event.url, who);
        expect([statusCode, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
        expect(text).toContain(`<h1>${title}</h1>`);
        expect(text).toContain('<meta name="robots" content="noindex, nofollow">');
        expect(headers.get('x-tec-api-root')).toBe(`${root}events/${event.id}`);
      }
      for (const who of ['contributor', 'subscriber', undefined] as const) {
        const { statusCode, text } = await visit(event.url, who);
        expect(statusCode, who).toBe(404);
        expect(text).not.toContain(title);
      }
      // Pages accept the session cookie only.
      const authorization = basic(world.people.editor);
      expect((await visit(event.url, undefined, { authorization })).statusCode).toBe(404);
      expect((await visit(event.url, undefined, { cookie: 'almanac_session=x' })).statusCode).toBe(404);
    });

    test('redirects to the public page once published, and is 410 in the trash', async () => {
      const event = await world.event({ status: 'draft' });
      const published = await world.send(`PATCH /events/${event.id}`, { status: 'publish' });
      for (const who of ['editor', undefined] as const) {
        const { statusCode, headers } = await visit(event.url, who);
        expect([statusCode, headers.get('location')]).toEqual([302, `/event/${published.slug}/`]);
      }
      await world.send(`DELETE /events/${event.id}`, {});
      expect((await visit(event.url, 'editor')).statusCode).toBe(410);
    });

    test('works for venues and organizers, with valid links in every language', async () => {
      const venue = await world.venue({ status: 'draft' });
      const organizer = await world.organizer({ status: 'draft' });
      const event = await world.event({ status: 'draft', venue: venue.id, organizer: organizer.id });
      for (const { url, venue: name, organizer: other } of [venue, organizer]) {
        expect((await visit(url, 'editor')).text).toContain(`<h1>${name ?? other}</h1>`);
        expect((await visit(url, 'subscriber')).statusCode).toBe(404);
      }
      const { text } = await visit(`${event.url}&lang=fr`, 'editor');
      expect(text).toContain(`href="/?post_type=tribe_venue&amp;p=${venue.id}&amp;lang=fr"`);
      expect(text).not.toMatch(/\?[^"]*\?/);
    });
  });
});
