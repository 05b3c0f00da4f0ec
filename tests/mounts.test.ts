// The two mounts over the same data: their differences, and equality everywhere else.
import { describe, expect, test } from 'vitest';
import { expectRefusal, type Mount, mounts, prefixes, type Refusal } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { baseUrl, startWorld, useWorld, word } from './harness/world.js';

type Both<T> = Readonly<Record<Mount, T>>;

const resources = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;
type Collection = (typeof resources)[number];
const singular: Readonly<Record<Collection, string>> = {
  events: 'event',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'category',
  tags: 'tag',
};
const bySlug: readonly Collection[] = ['events', 'venues', 'organizers'];
const nameOf: Readonly<Record<Collection, string>> = {
  events: 'title',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'name',
  tags: 'name',
};
const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00' };
const valid = (path: Collection, name = word()) => ({ [nameOf[path]]: name, ...(path === 'events' && times) });

onOneEngine((engine) => {
  const world = useWorld(engine);

  describe('prefix', () => {
    test.each(mounts)('the %s mount uses its own namespace and URLs', async (on) => {
      const root = await world.get('', { on });
      expect(root.namespace).toBe(prefixes[on].replace(/^\/(wp-json\/)?/, ''));
      // Users, sessions, settings, revisions, feeds, changes, batches, entries, the geocoder, external IDs, webhooks and the routes of series exist on
      // the native mount only.
      expect(Object.keys(root.routes)).toHaveLength(on === 'native' ? 96 : 17);
      expect(root._links.up).toEqual([{ href: baseUrl + (on === 'dropin' ? '/wp-json/' : '') }]);
      const { id } = await world.event({}, { on });
      const event = await world.get(`/events/${id}`, { on });
      expect(event.rest_url).toBe(`${baseUrl}${prefixes[on]}/events/${id}`);
      const list = await world.get('/events?per_page=1', { on });
      expect(list.rest_url.startsWith(`${baseUrl}${prefixes[on]}/events/?page=1&per_page=1`)).toBe(true);
    });

    test('only the drop-in mount answers through rest_route and announces an index', async () => {
      const through = await world.ask('GET //?rest_route=/tribe/events/v1/events&per_page=1');
      const direct = await world.ask('GET /events?per_page=1', { on: 'dropin' });
      expect(through.body).toEqual(direct.body);
      expect(through.headers.get('link')).toContain(`<${baseUrl}/wp-json/>; rel="https://api.w.org/"`);
      const index = await world.ask('GET //wp-json/');
      expect(index.body.namespaces).toEqual(['tribe/events/v1', 'wp/v2']);
      const routes = Object.keys(index.body.routes);
      expect(routes.filter((route) => route.startsWith('/tribe/events/v1'))).toHaveLength(17);
      const native = await world.ask('GET /events/1');
      expect(native.headers.get('link')).toBeNull();
      expectRefusal(await world.ask('GET //cal/'), { statusCode: 404, code: 'rest_no_route' });
    });

    test('the namespace of the native API is a setting, and the drop-in API can be switched off', async () => {
      const other = await startWorld(engine, { settings: { ALMANAC_API_NAMESPACE: 'town', ALMANAC_DROPIN: 'off' } });
      try {
        const root = await other.ask('GET //town/events/v1');
        expect(root.body.namespace).toBe('town/events/v1');
        for (const path of ['//cal/events/v1', '//wp-json/tribe/events/v1', '//wp-json/']) {
          expectRefusal(await other.ask(`GET ${path}`), { statusCode: 404, code: 'rest_no_route' });
        }
      } finally {
        await other.stop();
      }
    });
  });

  describe('unknown id or slug', () => {
    const invalid = (name: string): Refusal => ({ statusCode: 400, code: 'rest_invalid_param', params: [name] });
    const requests = (path: Collection, address: string) => [
      ['GET', `/${path}/${address}`, undefined] as const,
      ['PATCH', `/${path}/${address}`, {}] as const,
      ['DELETE', `/${path}/${address}`, undefined] as const,
    ];

    test.each(resources)('is 404 for %s on the native mount', async (path) => {
      const addresses = ['999999', ...(bySlug.includes(path) ? ['by-slug/nobody-has-this'] : [])];
      for (const [method, address, body] of addresses.flatMap((address) => requests(path, address))) {
        const reply = await world.ask(`${method} ${address}`, { as: 'editor', body });
        expectRefusal(reply, { statusCode: 404, code: `rest-${singular[path]}-not-found` });
      }
    });

    test.each(resources)('has the reference’s error for %s on the drop-in mount', async (path) => {
      for (const [method, address, body] of requests(path, '999999')) {
        const reply = await world.ask(`${method} ${address}`, { as: 'editor', on: 'dropin', body });
        expectRefusal(reply, path === 'events' ? { statusCode: 404, code: 'rest-event-not-found' } : invalid('id'));
      }
      if (!bySlug.includes(path)) return;
      for (const [method, address, body] of requests(path, 'by-slug/nobody-has-this')) {
        const reply = await world.ask(`${method} ${address}`, { as: 'editor', on: 'dropin', body });
        const missing = path === 'events' && method === 'PATCH';
        expectRefusal(reply, missing ? { statusCode: 404, code: 'rest-event-not-found' } : invalid('slug'));
      }
    });

    test('an id of another kind of record is 404 on the native mount and 400 for events on the other', async () => {
      const venue = await world.venue();
      expectRefusal(await world.ask(`GET /events/${venue.id}`), { statusCode: 404, code: 'rest-event-not-found' });
      expectRefusal(await world.ask(`GET /events/${venue.id}`, { on: 'dropin' }), {
        statusCode: 400,
        code: 'rest-invalid-event-id',
      });
      expectRefusal(await world.ask(`GET /organizers/${venue.id}`, { on: 'dropin' }), invalid('id'));
    });
  });

  describe('GET of a trashed record', () => {
    const expected: Readonly<Record<string, Both<Refusal | 200>>> = {
      events: {
        native: { statusCode: 410, code: 'event-no-longer-available' },
        dropin: { statusCode: 403, code: 'event-no-longer-available' },
      },
      venues: { native: { statusCode: 410, code: 'venue-no-longer-available' }, dropin: 200 },
      organizers: { native: { statusCode: 410, code: 'organizer-no-longer-available' }, dropin: 200 },
    };

    test.each(bySlug)('of %s', async (path) => {
      const { id } = await world.send(`POST /${path}`, valid(path));
      const trashed = await world.send(`DELETE /${path}/${id}`, {});
      for (const on of mounts) {
        for (const address of [`/${path}/${id}`, `/${path}/by-slug/${trashed.slug}`]) {
          const reply = await world.ask(`GET ${address}`, { as: 'editor', on });
          const wanted = expected[path]?.[on];
          if (wanted === 200) expect([reply.statusCode, reply.body.status]).toEqual([200, 'trash']);
          else expectRefusal(reply, wanted as Refusal);
        }
      }
      const stranger = await world.ask(`GET /${path}/${id}`, { on: 'dropin' });
      expectRefusal(stranger, {
        statusCode: 403,
        code: path === 'events' ? 'event-no-longer-available' : `${singular[path]}-not-accessible`,
      });
    });
  });

  describe('known route, wrong method', () => {
    const routes: readonly (readonly [string, string, string])[] = [
      ['POST', '', 'GET'],
      ['DELETE', '/doc', 'GET'],
      ...resources.flatMap((path): readonly (readonly [string, string, string])[] => [
        ['PUT', `/${path}`, 'GET, POST'],
        ['PATCH', `/${path}`, 'GET, POST'],
        ['DELETE', `/${path}`, 'GET, POST'],
      ]),
    ];

    test.each(routes)('%s %s is 405 with Allow, or 404', async (method, path, allow) => {
      const native = await world.ask(`${method} ${path}`, { as: 'administrator' });
      expectRefusal(native, { statusCode: 405, code: 'rest_method_not_allowed' });
      expect(native.headers.get('allow')).toBe(allow);
      const dropin = await world.ask(`${method} ${path}`, { as: 'administrator', on: 'dropin' });
      expectRefusal(dropin, { statusCode: 404, code: 'rest_no_route' });
    });
  });

  describe('lists', () => {
    test.each(resources)('a page past the end of %s', async (path) => {
      const query = `/${path}?page=9999`;
      const missing = { statusCode: 404, code: `${singular[path]}-archive-page-not-found` };
      expectRefusal(await world.ask(`GET ${query}`), missing);
      const dropin = await world.ask(`GET ${query}`, { on: 'dropin' });
      if (path !== 'categories' && path !== 'tags') return expectRefusal(dropin, missing);
      expect(dropin.statusCode).toBe(200);
      expect(dropin.body).toEqual({
        rest_url: `${baseUrl}${prefixes.dropin}/${path}/`,
        total: expect.any(Number),
        total_pages: expect.any(Number),
        [path]: [],
        previous_rest_url: `${baseUrl}${prefixes.dropin}/${path}/?page=9998`,
      });
    });

    test.each(resources)('silently caps per_page of %s at 100, or 50', async (path) => {
      const stem = word('many');
      await Promise.all(
        Array.from({ length: 101 }, (_, n) => world.send(`POST /${path}`, valid(path, `${stem} number${n}`))),
      );
      const query = `/${path}?per_page=500&search=${stem}&hide_empty=false`;
      const [native, dropin] = [await world.get(query), await world.get(query, { on: 'dropin' })];
      expect([native[path].length, native.total, native.total_pages]).toEqual([100, 101, 2]);
      expect([dropin[path].length, dropin.total, dropin.total_pages]).toEqual([50, 101, 3]);
    });

    test('the largest page of the native mount is a setting', async () => {
      const other = await startWorld(engine, { settings: { ALMANAC_MAX_PER_PAGE: '2' } });
      try {
        for (let n = 0; n < 3; n++) await other.venue();
        expect((await other.get('/venues?per_page=100')).venues).toHaveLength(2);
        expect((await other.get('/venues?per_page=100', { on: 'dropin' })).venues).toHaveLength(3);
      } finally {
        await other.stop();
      }
    });

    test('a strict time without a zone is read in the site’s zone, or as UTC', async () => {
      const mark = word('strict');
      // 10:00 in New York is 14:00 UTC.
      const event = await world.event({ title: mark, start_date: '2027-07-05 10:00', end_date: '2027-07-05 11:00' });
      const found = async (on: Mount, start: string) => {
        const query = new URLSearchParams({ search: mark, strict_dates: 'true', start_date: start });
        return (await world.get(`/events?${query}`, { on })).events.map(({ id }: { id: number }) => id);
      };
      expect(await found('native', '2027-07-05 10:00:00')).toEqual([event.id]);
      expect(await found('native', '2027-07-05 10:00:01')).toEqual([]);
      expect(await found('dropin', '2027-07-05 14:00:00')).toEqual([event.id]);
      expect(await found('dropin', '2027-07-05 14:00:01')).toEqual([]);
      for (const on of mounts) {
        expect(await found(on, '2027-07-05T14:00:00Z')).toEqual([event.id]);
        expect(await found(on, '2027-07-05T14:00:01Z')).toEqual([]);
      }
    });

    test('without a date parameter what is running is listed, or only what begins from today on', async () => {
      const mark = word('window');
      const made: Record<string, number> = {};
      const spans: Readonly<Record<string, readonly [string, string]>> = {
        'over since yesterday': ['2027-06-14 10:00', '2027-06-14 23:00'],
        running: ['2027-06-10 10:00', '2027-06-20 10:00'],
        'over since this morning': ['2027-06-14 22:00', '2027-06-15 02:00'],
        'today, over': ['2027-06-15 00:00', '2027-06-15 01:00'],
        tomorrow: ['2027-06-16 10:00', '2027-06-16 11:00'],
        'the last day, into the next': ['2029-06-15 23:00', '2029-06-16 01:00'],
        'two years and a day on': ['2029-06-16 00:00', '2029-06-16 01:00'],
      };
      for (const [name, [start_date, end_date]] of Object.entries(spans)) {
        made[name] = (await world.event({ title: `${mark} ${name}`, start_date, end_date })).id;
      }
      const titles = async (on: Mount) =>
        (await world.get(`/events?per_page=50&search=${mark}`, { on })).events.map(({ title }: { title: string }) =>
          title.slice(mark.length + 1),
        );
      expect(await titles('native')).toEqual([
        'running',
        'over since this morning',
        'today, over',
        'tomorrow',
        'the last day, into the next',
      ]);
      expect(await titles('dropin')).toEqual(['today, over', 'tomorrow']);
    });
  });

  describe('writing', () => {
    const paris = { timezone: 'Europe/Paris' };
    const texts: readonly (readonly [string, Both<string>])[] = [
      ['2027-07-01T10:00:00+05:00', { native: '2027-07-01 07:00:00', dropin: '2027-07-01 10:00:00' }],
      ['2027-07-01T10:00:00Z', { native: '2027-07-01 12:00:00', dropin: '2027-07-01 10:00:00' }],
      ['2027-07-01 10:00 America/New_York', { native: '2027-07-01 16:00:00', dropin: '2027-07-01 10:00:00' }],
      ['1814436000', { native: '2027-07-01 12:00:00', dropin: '2027-07-01 10:00:00' }],
      ['2027-07-01 10:00', { native: '2027-07-01 10:00:00', dropin: '2027-07-01 10:00:00' }],
    ];

    test.each(texts)('the start %s in Paris', async (start_date, wanted) => {
      for (const on of mounts) {
        const event = await world.event({ start_date, end_date: '2027-07-02', ...paris }, { on });
        expect([on, event.start_date, event.timezone]).toEqual([on, wanted[on], 'Europe/Paris']);
      }
    });

    test('impossible days are refused, or rolled over', async () => {
      const body = { title: 'Leap', start_date: '2027-02-30', end_date: '2027-03-05', ...paris };
      const native = await world.ask('POST /events', { as: 'editor', body });
      expectRefusal(native, { statusCode: 400, code: 'rest_invalid_param', params: ['start_date'] });
      const dropin = await world.send('POST /events', body, { on: 'dropin' });
      expect([dropin.start_date, dropin.end_date]).toEqual(['2027-03-02 00:00:00', '2027-03-05 00:00:00']);
    });

    test('rejects a single letter, or reads it as a military time zone', async () => {
      const body = { title: 'Letter', start_date: 'x', end_date: '2027-09-05' };
      const native = await world.ask('POST /events', { as: 'editor', body });
      expectRefusal(native, { statusCode: 400, code: 'rest_invalid_param', params: ['start_date'] });
      expect((await world.ask('POST /events', { as: 'editor', on: 'dropin', body })).statusCode).toBe(201);
    });

    test.each([
      ['venues', 'venue', 'phone'],
      ['organizers', 'organizer', 'phone'],
    ] as const)('POST of %s whose name is known', async (path, field, other) => {
      const name = `Known ${word()}`;
      const body = { [field]: name, [other]: '555' };
      const first = await world.send(`POST /${path}`, body);
      const native = await world.send(`POST /${path}`, body);
      expect(native.id).not.toBe(first.id);
      const same = await world.send(`POST /${path}`, { [field]: name.toUpperCase(), [other]: '555' }, { on: 'dropin' });
      expect([same.id, same[field], same[other], same.modified]).toEqual([first.id, name, '555', first.modified]);
      const unequal = await world.send(`POST /${path}`, { [field]: name, [other]: '556' }, { on: 'dropin' });
      expect([first.id, native.id]).not.toContain(unequal.id);
      const more = await world.send(`POST /${path}`, { ...body, website: 'https://known.example/' }, { on: 'dropin' });
      expect([first.id, native.id, unequal.id]).not.toContain(more.id);
      expect((await world.get(`/${path}/${first.id}`)).website).toBeUndefined();
    });

    test('an unknown term id of an event is refused, or skipped', async () => {
      const { id } = await world.category();
      const tag = await world.tag();
      const body = { title: 'Terms', ...times, categories: [id, 999_999], tags: [999_999, tag.id] };
      const native = await world.ask('POST /events', { as: 'editor', body });
      expectRefusal(native, { statusCode: 400, code: 'rest_invalid_param', params: ['categories', 'tags'] });
      const dropin = await world.send('POST /events', body, { on: 'dropin' });
      expect(dropin.categories.map((term: { id: number }) => term.id)).toEqual([id]);
      expect(dropin.tags.map((term: { id: number }) => term.id)).toEqual([tag.id]);
    });
  });

  describe('everything else', () => {
    const swap = (text: string) => text.replaceAll(prefixes.dropin, prefixes.native);

    /** Without event status and parent, and JSON-LD and links, which the drop-in mount shows in the form that its clients
     * know, and colours. */
    const common = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(common);
      if (typeof value !== 'object' || value === null) return value;
      const own = [
        'json_ld',
        'event_status',
        'event_status_note',
        'attendance',
        'online_url',
        'online_url_from',
        'previous_start_date',
        'color',
        '_links',
        // Terms have one on both mounts.
        ...('start_date' in value ? ['parent'] : []),
      ];
      const shown = Object.entries(value).filter(([name]) => !own.includes(name));
      return Object.fromEntries(shown.map(([name, inner]) => [name, common(inner)]));
    };

    test('a record made on one mount reads the same on the other', async () => {
      const venue = await world.venue({ city: 'Oakton' });
      const category = await world.category();
      const event = await world.event(
        { venue: venue.id, categories: [category.id], organizer: { organizer: word('Org ') }, tags: [word('tag')] },
        { on: 'dropin' },
      );
      for (const path of [`/events/${event.id}`, `/venues/${venue.id}`, `/categories/${category.id}`]) {
        const [native, dropin] = [await world.ask(`GET ${path}`), await world.ask(`GET ${path}`, { on: 'dropin' })];
        expect(common(JSON.parse(swap(dropin.text)))).toEqual(common(native.body));
      }
    });

    test('both mounts report the same errors with the same messages', async () => {
      const faults: readonly (readonly [string, unknown])[] = [
        ['POST /events', {}],
        ['POST /events', { title: '', start_date: 'never', end_date: '2027-01-01' }],
        ['POST /venues', { venue: 'V', website: 'nope' }],
        ['POST /categories', { name: ' ' }],
        ['POST /tags', { name: 5 }],
      ];
      for (const [request, body] of faults) {
        const [native, dropin] = [
          await world.ask(request, { as: 'editor', body }),
          await world.ask(request, { as: 'editor', on: 'dropin', body }),
        ];
        expect(native.statusCode).toBe(400);
        expect(dropin.body).toEqual(native.body);
      }
    });
  });
});
