// Feeds over HTTP: addresses and formats, completeness, validators, and what they must not show.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { feedTypes } from '../src/core/format.js';
import { expectRefusal, type Reply } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { useWorld, type World, word } from './harness/world.js';

const suffixes = Object.keys(feedTypes) as (keyof typeof feedTypes)[];

/** The values of one property of all events of a calendar. */
const valuesOf = (calendar: string, name: string): readonly string[] =>
  new ICAL.Component(ICAL.parse(calendar))
    .getAllSubcomponents('vevent')
    .map((event) => String(event.getFirstPropertyValue(name)));

const countOf = (calendar: string): number => calendar.split('BEGIN:VEVENT').length - 1;

async function feed(world: World, path: string, headers: Record<string, string> = {}): Promise<Reply> {
  const reply = await world.askAgain(`GET ${path}`, { headers });
  expect(reply.statusCode, `${path} ${reply.text.slice(0, 300)}`).toBe(200);
  return reply;
}

/** More dates than a feed that is sent at once may have. */
const longSeries = (world: World, given: object = {}) =>
  world.event({
    title: word('Daily '),
    start_date: '2027-06-20 10:00:00',
    end_date: '2027-06-20 11:00:00',
    recurrence: 'FREQ=DAILY;COUNT=700',
    ...given,
  });

/** A response whose body is not read yet. */
const slowly = (address: string, path: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    httpRequest(`${address}/cal/events/v1${path}`, resolve).on('error', reject).end();
  });

onOneEngine((engine) => {
  const world = useWorld(engine);

  describe('addresses', () => {
    test('every suffix and its media type give the same feed', async () => {
      const { id } = await world.category();
      const { title } = await world.event({ categories: [id] });
      for (const suffix of suffixes) {
        const named = await feed(world, `/events.${suffix}?categories=${id}`);
        expect(named.headers.get('content-type')).toMatch(feedTypes[suffix]);
        expect(named.headers.get('vary')).toContain('Accept');
        expect(named.headers.get('content-disposition')).toBe(`inline; filename="events.${suffix}"`);
        expect(named.text).toContain(title);
        const negotiated = await feed(world, `/events?categories=${id}`, { accept: feedTypes[suffix] });
        const self = new RegExp(`/events(\\.${suffix})?\\?categories`, 'g');
        const [one, other] = [named, negotiated].map((reply) =>
          reply.text.replaceAll('\r\n ', '').replace(self, '').replace(ids, ''),
        );
        expect(other).toBe(one);
      }
    });

    /** Identifiers of a feed are made of its URL. */
    const ids = /[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g;

    test('the suffix takes precedence over Accept, which falls back to JSON', async () => {
      const named = await feed(world, '/events.csv', { accept: 'text/calendar' });
      expect(named.headers.get('content-type')).toMatch('text/csv');
      for (const accept of ['image/png', '*/*', 'text/calendar;q=0', 'application/json, text/calendar;q=0.9', ',;=,']) {
        const reply = await feed(world, '/events', { accept });
        expect(reply.headers.get('content-type')).toMatch('application/json');
      }
    });

    test.each(['/events.xlsx', '/events.ICSX', '/events.', '/events/1.pdf', '/venues.ics', '/events.ics/x'])(
      '%s does not exist',
      async (path) => {
        expectRefusal(await world.ask(`GET ${path}`), { statusCode: 404, code: 'rest_no_route' });
      },
    );

    test('the drop-in API knows no feeds', async () => {
      const reply = await world.ask('GET /events', { on: 'dropin', headers: { accept: 'text/calendar' } });
      expect(reply.headers.get('content-type')).toMatch('application/json');
      expectRefusal(await world.ask('GET /events.ics', { on: 'dropin' }), { statusCode: 404, code: 'rest_no_route' });
    });

    test.each(['venue', 'organizer', 'category', 'tag'] as const)('events of one %s', async (owner) => {
      const record = await world[owner]();
      const field = { venue: 'venue', organizer: 'organizer', category: 'categories', tag: 'tags' }[owner];
      const path = { venue: 'venues', organizer: 'organizers', category: 'categories', tag: 'tags' }[owner];
      const { title } = await world.event({ [field]: [record.id] });
      await world.event();
      const { text: calendar } = await feed(world, `/${path}/${record.id}/events.ics`);
      expect(valuesOf(calendar, 'summary')).toEqual([title]);
      expect(calendar).toMatch(new RegExp(`NAME:${String(Object.values(record).find(isName))} · Almanac`));
      const list = await world.get(`/${path}/${record.id}/events`);
      expect(list.total).toBe(1);
      expectRefusal(await world.ask(`GET /${path}/999999/events.ics`), { statusCode: 404, code: notFound[owner] });
      expectRefusal(await world.ask(`GET /${path}/999999/events`), { statusCode: 404, code: notFound[owner] });
    });

    const isName = (value: unknown): boolean =>
      typeof value === 'string' && /^(Venue|Organizer|Category|Tag) /.test(value);
    const notFound = {
      venue: 'rest-venue-not-found',
      organizer: 'rest-organizer-not-found',
      category: 'rest-category-not-found',
      tag: 'rest-tag-not-found',
    };

    test('events of a venue that is not public are not found', async () => {
      const { id } = await world.venue({ status: 'draft' });
      expect((await world.ask(`GET /venues/${id}/events.ics`)).statusCode).toBe(404);
      expect((await world.ask(`GET /venues/${id}/events.ics`, { as: 'administrator' })).statusCode).toBe(200);
    });

    test('an event is a feed of one, under its slug as a file', async () => {
      const { id, title, slug } = await world.event();
      const reply = await feed(world, `/events/${id}.ics?download=1`);
      expect(valuesOf(reply.text, 'summary')).toEqual([title]);
      expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="${slug}.ics"`);
      expect((await world.ask('GET /events/999999.ics')).statusCode).toBe(404);
    });

    test('a series is one entry with its rule, or all its dates', async () => {
      const { id } = await world.event({ recurrence: 'FREQ=WEEKLY;COUNT=4' });
      const [rule, flat, dates] = await Promise.all([
        feed(world, `/events/${id}.ics`),
        feed(world, `/events/${id}.ics?series=flat`),
        feed(world, `/events/${id}/occurrences.ics`),
      ]);
      expect(countOf(rule.text)).toBe(1);
      expect(valuesOf(rule.text, 'rrule')).toEqual(['FREQ=WEEKLY;COUNT=4']);
      expect(countOf(flat.text)).toBe(4);
      expect(new Set(valuesOf(flat.text, 'uid')).size).toBe(4);
      expect(valuesOf(dates.text, 'uid')).toEqual(valuesOf(flat.text, 'uid'));
      expect((await feed(world, `/events/${id}.csv`)).text.trim().split('\r\n')).toHaveLength(5);
    });

    test('a feed without dates starts 30 days ago', async () => {
      const { id } = await world.category();
      const at = (day: string) => ({ start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00`, categories: [id] });
      await world.event({ title: 'long ago', ...at('2027-05-01') });
      await world.event({ title: 'recent', ...at('2027-06-01') });
      await world.event({ title: 'far ahead', ...at('2031-06-01') });
      const { text: calendar } = await feed(world, `/events.ics?categories=${id}`);
      expect(valuesOf(calendar, 'summary')).toEqual(['recent', 'far ahead']);
      const titles = async (bounds: string) =>
        valuesOf((await feed(world, `/events.ics?categories=${id}&${bounds}`)).text, 'summary');
      expect(await titles('start_date=1970-01-01')).toEqual(['long ago', 'recent', 'far ahead']);
      expect(await titles('starts_after=1970-01-01')).toEqual(['long ago', 'recent', 'far ahead']);
      expect(await titles('end_date=2027-12-31')).toEqual(['recent']);
      expect(await titles('start_date=2027-01-01&end_date=2027-12-31')).toEqual(['long ago', 'recent']);
    });

    test('rss, atom and jsonfeed show the newest first, page by page', async () => {
      const { id } = await world.category();
      const titles = [word('First '), word('Second '), word('Third ')];
      for (const title of titles) await world.event({ title, categories: [id] });
      const first = await feed(world, `/events.jsonfeed?categories=${id}&per_page=2`);
      expect(first.body.items.map((item: { title: string }) => item.title)).toEqual([titles[2], titles[1]]);
      const path = new URL(first.body.next_url).href.split('/v1')[1];
      const second = await feed(world, String(path));
      expect(second.body.items.map((item: { title: string }) => item.title)).toEqual([titles[0]]);
      expect(second.body.next_url).toBeUndefined();
      expect((await feed(world, `/events.rss?categories=${id}`)).text.indexOf(String(titles[2]))).toBeLessThan(
        (await feed(world, `/events.rss?categories=${id}`)).text.indexOf(String(titles[0])),
      );
    });

    test('bad parameters are rejected in the one error shape', async () => {
      const rejected = { statusCode: 400, code: 'rest_invalid_param' };
      expectRefusal(await world.ask('GET /events.ics?start_date=never'), { ...rejected, params: ['start_date'] });
      expectRefusal(await world.ask('GET /events.csv?series=all'), { ...rejected, params: ['series'] });
    });
  });

  describe('a long feed', () => {
    test('is complete, and unchanged until something changes', async () => {
      const { id: category } = await world.category();
      await longSeries(world, { categories: [category] });
      const path = `/events.ics?categories=${category}&series=flat`;
      const reply = await feed(world, path);
      const etag = reply.headers.get('etag') ?? '';
      expect(countOf(reply.text)).toBe(700);
      expect(new Set(valuesOf(reply.text, 'uid')).size).toBe(700);
      expect(etag).toMatch(/^W\/"/);
      expect(reply.headers.get('content-length')).toBeNull();
      const headers = { 'if-none-match': etag };
      for (let times = 0; times < 3; times++) {
        const unchanged = await world.askAgain(`GET ${path}`, { headers });
        expect([unchanged.statusCode, unchanged.text]).toEqual([304, '']);
        expect(unchanged.headers.get('etag')).toBe(etag);
      }
      const head = await world.askAgain(`HEAD ${path}`);
      expect([head.statusCode, head.text, head.headers.get('etag')]).toEqual([200, '', etag]);
      const { name } = await world.get('/settings', { as: 'administrator' });
      await world.send('PATCH /settings', { name: 'Renamed Hall' });
      const renamed = await world.askAgain(`GET ${path}`, { headers });
      expect(renamed.statusCode).toBe(200);
      expect(renamed.text).toContain('X-WR-CALNAME:Renamed Hall');
      await world.send('PATCH /settings', { name });
      const { id: venue } = await world.venue();
      const other = await world.askAgain(`GET ${path}`, { headers });
      expect([other.statusCode, countOf(other.text)]).toEqual([200, 700]);
      await world.event({ categories: [category], venue });
      const changed = await world.askAgain(`GET ${path}`, {
        headers: { 'if-none-match': other.headers.get('etag') ?? '' },
      });
      expect([changed.statusCode, countOf(changed.text)]).toEqual([200, 701]);
    });

    test('has the same bytes compressed, and in every complete format an item for each date', async () => {
      const { id: category } = await world.category();
      await longSeries(world, { categories: [category] });
      const path = (suffix: string) => `/events.${suffix}?categories=${category}&series=flat`;
      const [plain, zipped] = await Promise.all([
        feed(world, path('ics')),
        feed(world, path('ics'), { 'accept-encoding': 'br, gzip' }),
      ]);
      expect(zipped.headers.get('content-encoding')).toBe('gzip');
      expect(zipped.text).toBe(plain.text);
      expect((await feed(world, path('ndjson'))).text.trim().split('\n')).toHaveLength(700);
      expect((await feed(world, path('csv'))).text.trim().split('\r\n')).toHaveLength(701);
      expect((await feed(world, path('jscalendar'))).body.entries).toHaveLength(700);
      expect((await feed(world, path('jsonld'))).body.itemListElement).toHaveLength(700);
      const picked = await feed(world, `${path('ndjson')}&_fields=id`);
      expect(Object.keys(JSON.parse(picked.text.split('\n')[0] ?? ''))).toEqual(['id']);
    });

    test('shows one moment, however long it takes to read', async () => {
      const { id: category } = await world.category();
      await longSeries(world, { categories: [category], description: `<p>${'long text '.repeat(300)}</p>` });
      const path = `/events.ics?categories=${category}&series=flat`;
      const response = await slowly(world.address, path);
      expect(response.statusCode).toBe(200);
      const added = Array.from({ length: 20 }, () => world.event({ categories: [category] }));
      await Promise.all(added);
      expect(countOf(await text(response))).toBe(700);
      expect(countOf((await feed(world, path)).text)).toBe(720);
    });

    test('is complete when the service stops meanwhile', async () => {
      const { id: category } = await world.category();
      await longSeries(world, { categories: [category], description: `<p>${'long text '.repeat(300)}</p>` });
      const response = await slowly(world.address, `/events.ics?categories=${category}&series=flat`);
      const [calendar] = await Promise.all([text(response), world.restart()]);
      expect(countOf(calendar)).toBe(700);
    });

    test('survives clients that disconnect', async () => {
      const { id: category } = await world.category();
      await longSeries(world, { categories: [category] });
      const path = `/events.ics?categories=${category}&series=flat`;
      for (let times = 0; times < 20; times++) {
        const response = await slowly(world.address, `${path}&v=${times % 3}`);
        if (times % 2) await sleep(5);
        response.destroy();
      }
      expect(countOf((await feed(world, path)).text)).toBe(700);
      const list = await world.get(`/events?categories=${category}`);
      expect(list.total).toBe(700);
    });

    test('many who ask for the same feed at once all get it', async () => {
      const { id: category } = await world.category();
      await longSeries(world, { categories: [category] });
      const path = `/events.ics?categories=${category}&series=flat`;
      const replies = await Promise.all(Array.from({ length: 30 }, () => feed(world, path)));
      expect(new Set(replies.map((reply) => reply.text)).size).toBe(1);
      expect(countOf(replies[0]?.text ?? '')).toBe(700);
    });

    test('depends on the caller', async () => {
      const { id: category } = await world.category();
      await longSeries(world, { categories: [category] });
      const draft = await world.event({ categories: [category], status: 'draft', title: word('Draft ') });
      const path = `/events.ics?categories=${category}&series=flat`;
      const reply = await feed(world, path);
      expect(countOf(reply.text)).toBe(700);
      const own = await world.askAgain(`GET ${path}`, {
        as: 'administrator',
        headers: { 'if-none-match': reply.headers.get('etag') ?? '' },
      });
      expect([own.statusCode, countOf(own.text)]).toEqual([200, 701]);
      expect(own.text).toContain(draft.title);
      expect(own.headers.get('cache-control')).toContain('private');
      expect(countOf((await feed(world, path)).text)).toBe(700);
    });
  });

  test('no feed shows what its reader may not see', async () => {
    const secret = word('Secret');
    const { id: category } = await world.category();
    const common = {
      categories: [category],
      description: `<p>${secret} text</p>`,
      excerpt: `${secret} excerpt`,
      website: `https://${secret.toLowerCase()}.example/`,
      venue: { venue: `${secret} Hall` },
      organizer: { organizer: `${secret} Guild` },
      tags: [`${secret} tag`],
      cost: `${secret} price`,
    };
    await world.event({ ...common, title: 'Protected fair', password: 'open' });
    const series = { recurrence: 'FREQ=WEEKLY;COUNT=3', title: 'Protected series', password: 'open' };
    const { id: master } = await world.event({ ...common, ...series });
    for (const status of ['draft', 'pending', 'private', 'future', 'trash']) {
      await world.event({ ...common, title: `${secret} ${status}`, status, date: '2028-01-01 00:00:00' });
    }
    await world.event({ ...common, title: `${secret} hidden`, hide_from_listings: true });
    for (const suffix of suffixes) {
      for (const query of ['', '&series=flat', '&context=edit', '&html=1', '&status=any']) {
        const reply = await world.askAgain(`GET /events.${suffix}?categories=${category}${query}`);
        expect(reply.text, `${suffix} ${query}`).not.toMatch(new RegExp(secret, 'i'));
      }
      const one = await world.askAgain(`GET /events/${master}.${suffix}`);
      expect(one.statusCode).toBe(403);
      expect(one.text).not.toMatch(new RegExp(secret, 'i'));
    }
    const shown = await feed(world, '/events.ics?series=flat');
    expect(shown.text).toContain('Protected fair');
  });
});
