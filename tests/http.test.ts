// The HTTP layer: ETags, idempotency, methods, headers, CORS, bodies, response options, URLs.
import { METHODS, request as rawRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { basic, expectRefusal, mounts, prefixes } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { scenario } from './harness/scenario.js';
import { type Answered, baseUrl, startWorld, useWorld, word } from './harness/world.js';

const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00' };
const invalid = (...params: string[]) => ({ statusCode: 400, code: 'rest_invalid_param', params });

onOneEngine((engine) => {
  const world = useWorld(engine);
  let event: Answered;
  beforeAll(async () => {
    event = await world.event({ title: 'The Event', description: 'long text '.repeat(300) });
  });

  describe('ETags and conditional requests', () => {
    test('every GET has a strong ETag, and If-None-Match with it gets 304 without a body', async () => {
      for (const on of mounts) {
        for (const path of ['', '/events', `/events/${event.id}`, '/venues', '/tags?hide_empty=false', '/doc']) {
          const first = await world.ask(`GET ${path}`, { on });
          const tag = first.headers.get('etag') ?? '';
          expect([path, tag]).toEqual([path, expect.stringMatching(/^"[^"]+"$/)]);
          for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
            const again = await world.ask(`GET ${path}`, { on, headers: { 'if-none-match': header } });
            expect([path, header, again.statusCode, again.text]).toEqual([path, header, 304, '']);
            expect(again.headers.get('etag')).toBe(tag);
          }
          const other = await world.ask(`GET ${path}`, { on, headers: { 'if-none-match': '"other"' } });
          expect([other.statusCode, other.text]).toEqual([200, first.text]);
        }
      }
    });

    test('the ETag changes with the record, its linked records and the representation', async () => {
      const venue = await world.venue();
      const { id } = await world.event({ venue: venue.id });
      const tags = new Set<string | null>();
      const note = async (query = '') => tags.add((await world.ask(`GET /events/${id}${query}`)).headers.get('etag'));
      await note();
      await note();
      expect(tags.size).toBe(1);
      await note('?_fields=id');
      await note('?_envelope=1');
      await note('?_pretty=1');
      expect(tags.size).toBe(4);
      await world.send(`PATCH /events/${id}`, { cost: '5' });
      await note();
      await world.send(`PATCH /venues/${venue.id}`, { phone: '555' });
      await note();
      expect(tags.size).toBe(6);
    });

    test('If-Match allows a change only for the version that was read, in any representation', async () => {
      for (const path of ['events', 'venues', 'organizers', 'categories', 'tags'] as const) {
        const name = { events: 'title', venues: 'venue', organizers: 'organizer', categories: 'name', tags: 'name' }[
          path
        ];
        const given = { [name]: word('Match '), ...(path === 'events' && times) };
        const { id } = await world.send(`POST /${path}`, given);
        const tagOf = async (query = '') => (await world.ask(`GET /${path}/${id}${query}`)).headers.get('etag') ?? '';
        const change = (ifMatch: string, method = 'PATCH') =>
          world.ask(`${method} /${path}/${id}`, {
            as: 'editor',
            body: { description: word() },
            headers: { 'if-match': ifMatch },
          });
        const old = await tagOf();
        const picked = await tagOf('?_fields=id');
        expect((await change(picked)).statusCode).toBe(200);
        for (const stale of [old, picked, '"nonsense"', `W/${await tagOf()}`]) {
          expectRefusal(await change(stale), { statusCode: 412, code: 'rest_precondition_failed' });
        }
        expect((await change(`"nonsense", ${await tagOf()}`)).statusCode).toBe(200);
        expect((await change('*')).statusCode).toBe(200);
        expectRefusal(await change(old, 'DELETE'), { statusCode: 412, code: 'rest_precondition_failed' });
        const changed = await change(await tagOf());
        expect((await change(changed.headers.get('etag') ?? '', 'DELETE')).statusCode).toBe(200);
      }
    });

    test('a conditional request reveals nothing to a caller without access', async () => {
      const headers = { 'if-match': '"1-x"' };
      const reply = await world.ask(`PATCH /events/${event.id}`, { as: 'contributor', body: {}, headers });
      expectRefusal(reply, { statusCode: 403, code: 'rest_forbidden' });
      const unknown = await world.ask('PATCH /events/999999', { as: 'editor', body: {}, headers });
      expectRefusal(unknown, { statusCode: 404, code: 'rest-event-not-found' });
    });
  });

  describe('Idempotency-Key', () => {
    const create = (key: string, body: object, as: 'author' | 'editor' = 'author', path = '/venues') =>
      world.ask(`POST ${path}`, { as, body, headers: { 'idempotency-key': key } });

    test('a repeated request gets the same response and runs once', async () => {
      const [key, body] = [word('key'), { venue: word('Once ') }];
      const first = await create(key, body);
      world.clock.now = '2027-06-15 20:00:00';
      const again = await create(key, body);
      expect([again.statusCode, again.body]).toEqual([201, first.body]);
      for (const name of ['location', 'etag']) expect(again.headers.get(name)).toBe(first.headers.get(name));
      expect((await world.get(`/venues?search=${encodeURIComponent(body.venue)}`)).total).toBe(1);
    });

    test('20 concurrent requests with one key create one record', async () => {
      const [key, body] = [word('key'), { venue: word('Rush ') }];
      const replies = await Promise.all(Array.from({ length: 20 }, () => create(key, body)));
      expect(new Set(replies.map((reply) => `${reply.statusCode} ${reply.body.id}`)).size).toBe(1);
      expect((await world.get(`/venues?search=${encodeURIComponent(body.venue)}`)).total).toBe(1);
    });

    test('rejects another body with the same key', async () => {
      const key = word('key');
      await create(key, { venue: word('One ') });
      const other = await create(key, { venue: word('Two ') });
      expectRefusal(other, { statusCode: 422, code: 'rest_idempotency_key_reused' });
    });

    test('keys are separate per user and route', async () => {
      const [key, name] = [word('key'), word('Own ')];
      const first = await create(key, { venue: name });
      const byOther = await create(key, { venue: name }, 'editor');
      const elsewhere = await create(key, { organizer: name }, 'author', '/organizers');
      expect([byOther.statusCode, elsewhere.statusCode]).toEqual([201, 201]);
      expect(byOther.body.id).not.toBe(first.body.id);
    });

    test('does not store a failed request', async () => {
      const [key, venue] = [word('key'), word('Later ')];
      const body = { title: 'E', ...times, venue: { venue }, tags: [word()] };
      expect((await create(key, body, 'author', '/events')).statusCode).toBe(403);
      const { statusCode } = await create(key, { title: 'E', ...times, venue: { venue } }, 'author', '/events');
      expect(statusCode).toBe(201);
    });

    test('applies to updates by POST, and expires after a day', async () => {
      const { id } = await world.venue();
      const key = word('key');
      const update = (phone: string) => create(key, { phone }, 'editor', `/venues/${id}`);
      const first = await update('1');
      await world.send(`PATCH /venues/${id}`, { phone: '2' });
      expect((await update('1')).body).toEqual(first.body);
      expect((await world.get(`/venues/${id}`)).phone).toBe('2');
      world.clock.now = '2027-06-17 20:00:01';
      expect((await update('3')).body.phone).toBe('3');
    });
  });

  describe('methods', () => {
    test('HEAD is GET without a body, with its length and headers', async () => {
      for (const path of ['/events', `/events/${event.id}`, '/events/999999', '']) {
        const [get, head] = [await world.ask(`GET ${path}`), await world.ask(`HEAD ${path}`)];
        expect([path, head.statusCode, head.text]).toEqual([path, get.statusCode, '']);
        for (const name of [
          'content-length',
          'content-encoding',
          'etag',
          'x-wp-total',
          'content-type',
          'allow',
          'link',
        ]) {
          expect([path, name, head.headers.get(name)]).toEqual([path, name, get.headers.get(name)]);
        }
      }
    });

    test('OPTIONS describes the route as the root does, and Allow tells what the caller may do', async () => {
      const routes = (await world.get('')).routes;
      const one = 'GET, DELETE, POST, PUT, PATCH';
      for (const [path, pattern, anyone, editor] of [
        ['/events', '/cal/events/v1/events', 'GET', 'GET, POST'],
        ['/events/1', '/cal/events/v1/events/(?P<id>\\d+)', 'GET', one],
        ['/venues/by-slug/x', '/cal/events/v1/venues/by-slug/(?P<slug>[^/]+)', 'GET', one],
        ['/tags', '/cal/events/v1/tags', 'GET', 'GET, POST'],
        ['', '/cal/events/v1', 'GET', 'GET'],
      ] as const) {
        const reply = await world.ask(`OPTIONS ${path}`);
        expect([reply.statusCode, reply.headers.get('allow')]).toEqual([200, anyone]);
        expect(reply.body).toEqual(routes[pattern]);
        expect((await world.ask(`OPTIONS ${path}`, { as: 'editor' })).headers.get('allow')).toBe(editor);
      }
      expect((await world.ask('GET /tags', { as: 'author' })).headers.get('allow')).toBe('GET');
      expect((await world.ask('GET /categories', { as: 'author' })).headers.get('allow')).toBe('GET, POST');
    });

    test('every other method is refused in the shape of the mount, with the methods that are allowed', async () => {
      // `fetch` sends no CONNECT and TRACE.
      const others = METHODS.filter((name) => !/^(CONNECT|TRACE|GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(name));
      for (const method of others) {
        const reply = await world.ask(`${method} /events`);
        expectRefusal(reply, { statusCode: 405, code: 'rest_method_not_allowed' });
        expect([method, reply.headers.get('allow')]).toEqual([method, 'GET, POST']);
      }
    });

    test('only POST can override the method, by header or _method', async () => {
      for (const way of ['header', 'query'] as const) {
        const { id } = await world.venue();
        const ask = (method: string, wanted: string) =>
          world.ask(`${method} /venues/${id}${way === 'query' ? `?_method=${wanted}` : ''}`, {
            as: 'editor',
            ...(method !== 'GET' && { body: { phone: word() } }),
            ...(way === 'header' && { headers: { 'x-http-method-override': wanted } }),
          });
        expect((await ask('GET', 'DELETE')).body.status).toBe('publish');
        expect((await ask('PUT', 'DELETE')).body.status).toBe('publish');
        expect((await ask('PATCH', 'DELETE')).body.status).toBe('publish');
        expect((await ask('POST', 'patch')).body.status).toBe('publish');
        expect((await ask('POST', 'GET')).statusCode).toBe(200);
        expectRefusal(await ask('POST', 'BREW'), { statusCode: 405, code: 'rest_method_not_allowed' });
        expect((await ask('POST', 'DELETE')).body.status).toBe('trash');
      }
    });
  });

  describe('headers', () => {
    test('every response forbids sniffing and indexing; authenticated ones forbid storing', async () => {
      for (const path of ['/events', '/events/999999', '/nowhere', '']) {
        const { headers } = await world.ask(`GET ${path}`);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('x-robots-tag')).toBe('noindex');
        expect(headers.get('content-type')).toBe('application/json; charset=UTF-8');
        const signedIn = await world.ask(`GET ${path}`, { as: 'subscriber' });
        expect(signedIn.headers.get('cache-control')).toMatch(/no-store.*private/);
      }
    });

    test('CORS allows reads from any origin without credentials and exposes the totals', async () => {
      for (const request of ['GET /events', 'OPTIONS /events', 'GET /nowhere']) {
        const { headers } = await world.ask(request, { headers: { origin: 'https://elsewhere.example' } });
        expect(headers.get('access-control-allow-origin')).toBe('*');
        expect(headers.get('access-control-allow-credentials')).toBeNull();
        const exposed = headers.get('access-control-expose-headers');
        for (const name of ['X-WP-Total', 'X-WP-TotalPages', 'Link', 'X-TEC-Total', 'X-TEC-TotalPages', 'ETag']) {
          expect(exposed).toContain(name);
        }
        expect(headers.get('access-control-allow-methods')).toBe('OPTIONS, GET, POST, PUT, PATCH, DELETE');
        for (const name of ['Authorization', 'Content-Type', 'If-Match', 'Idempotency-Key']) {
          expect(headers.get('access-control-allow-headers')).toContain(name);
        }
      }
    });

    test('configured origins may send credentials, others may not', async () => {
      const friend = 'https://friend.example';
      const other = await startWorld(engine, { settings: { ALMANAC_CORS_ORIGINS: `${friend}, https://b.example` } });
      try {
        const of = async (origin?: string) => {
          const { headers } = await other.ask('GET /events', { headers: origin ? { origin } : {} });
          expect(headers.get('vary')).toContain('Origin');
          return [headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')];
        };
        expect(await of(friend)).toEqual([friend, 'true']);
        for (const origin of [undefined, 'https://evil.example', `${friend}.evil.example`, 'null', `${friend}:8443`]) {
          expect(await of(origin)).toEqual([null, null]);
        }
      } finally {
        await other.stop();
      }
    });

    test('uses a valid public address from a trusted proxy', async () => {
      const settings = { ALMANAC_BASE_URL: '', ALMANAC_TRUST_PROXY: 'on' };
      const other = await startWorld(engine, { settings });
      try {
        const { id } = await other.event();
        const baseUrlOf = async (headers: Record<string, string>) =>
          (await other.ask(`GET /events/${id}`, { headers })).body.rest_url.split('/cal/')[0];
        expect(await baseUrlOf({ 'x-forwarded-host': 'front.example', 'x-forwarded-proto': 'https' })).toBe(
          'https://front.example',
        );
        for (const host of ['a b', '<script>', 'x:99999']) {
          expect(await baseUrlOf({ 'x-forwarded-host': host })).toBe(other.address);
        }
      } finally {
        await other.stop();
      }
    });

    test('an untrusted Host or X-Forwarded-Host header changes no URL', async () => {
      const reply = await world.ask(`GET /events/${event.id}`, {
        headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'ftp', forwarded: 'host=evil.example' },
      });
      expect(reply.text).not.toContain('evil.example');
    });
  });

  describe('bodies and parameters', () => {
    test('a form with brackets says the same as JSON', async () => {
      const [venue, category] = [word('Form '), await world.category()];
      const raw = [
        'title=By+form%21',
        'start_date=2027-07-01+10%3A00',
        'end_date=2027-07-01+12%3A00',
        'featured=1',
        `venue[venue]=${encodeURIComponent(venue)}`,
        'venue[city]=Oakton',
        `organizer[0][organizer]=${encodeURIComponent(word('First '))}`,
        `organizer[1][organizer]=${encodeURIComponent(word('Second '))}`,
        `categories[]=${category.id}`,
        'tags[]=one',
        'tags[]=two',
        'cost[]=5',
        'cost[]=7',
      ].join('&');
      const { statusCode, body } = await world.ask('POST /events', { as: 'editor', raw });
      expect(statusCode).toBe(201);
      expect([body.title, body.featured, body.venue.venue, body.venue.city]).toEqual([
        'By form!',
        true,
        venue,
        'Oakton',
      ]);
      expect(body.organizer.map((one: Answered) => one.organizer.split(' ')[0])).toEqual(['First', 'Second']);
      expect([body.categories.length, body.tags.length, body.cost]).toEqual([1, 2, '$5 – $7']);
    });

    test('numbered brackets keep every item, in their order', async () => {
      const tags = async (raw: string) => {
        const form = `title=T&start_date=2027-07-01&end_date=2027-07-02&${raw}`;
        const { body } = await world.ask('POST /events', { as: 'editor', raw: form });
        return body.tags.map(({ name }: Answered) => name).sort();
      };
      expect(await tags('tags[0]=ta&tags[1]=tb')).toEqual(['ta', 'tb']);
      expect(await tags('tags[1]=ta&tags[0]=tb')).toEqual(['ta', 'tb']);
      expect(await tags('tags[1]=ta&tags[]=tb')).toEqual(['ta', 'tb']);
      expect(await tags('tags%5B%5D=ta&tags%5B%5D=tb')).toEqual(['ta', 'tb']);
    });

    test('accepts parameters of a change in the query; the body has precedence', async () => {
      const query = new URLSearchParams({ title: 'From query', ...times, cost: '5' });
      const bare = await world.ask(`POST /events?${query}`, { as: 'author' });
      expect([bare.statusCode, bare.body.title, bare.body.cost]).toEqual([201, 'From query', '$5']);
      const both = await world.ask(`POST /events?${query}`, { as: 'author', body: { title: 'From body' } });
      expect([both.statusCode, both.body.title, both.body.cost]).toEqual([201, 'From body', '$5']);
      const put = await world.ask(`PUT /events/${bare.body.id}?cost=7`, { as: 'author' });
      expect(put.body.cost).toBe('$7');
    });

    test('parses every JSON media type and no text', async () => {
      for (const type of ['application/json', 'application/json; charset=utf-8', 'application/vnd.api+json']) {
        const raw = JSON.stringify({ venue: word('Typed ') });
        expect(
          (await world.ask('POST /venues', { as: 'author', raw, headers: { 'content-type': type } })).statusCode,
        ).toBe(201);
      }
      const reply = await world.ask('POST /venues', {
        as: 'author',
        raw: '{"venue":"x"}',
        headers: { 'content-type': 'text/plain' },
      });
      expectRefusal(reply, { statusCode: 400, code: 'rest_missing_callback_param', params: ['venue'] });
    });

    test('repeated names: the last one counts', async () => {
      expect((await world.get('/events?per_page=1&per_page=2')).rest_url).toContain('per_page=2');
    });
  });

  describe('switches', () => {
    const url = () => `/events/${event.id}`;

    test('_fields selects names, nested ones and through lists', async () => {
      expect(await world.get(`${url()}?_fields=id,title`)).toEqual({ id: event.id, title: 'The Event' });
      expect(await world.get(`${url()}?_fields=cost_details.values,%20id`)).toEqual({
        id: event.id,
        cost_details: { values: [] },
      });
      expect(await world.get(`/events?include=${event.id}&_fields=events.id,total`)).toEqual({
        events: [{ id: event.id }],
        total: 1,
      });
      expect(await world.get(`/events?include=${event.id}&_fields=events.id,events.slug`)).toEqual({
        events: [{ id: event.id, slug: event.slug }],
      });
      expect(await world.get(`${url()}?_fields=nothing`)).toEqual({});
      expect(await world.get(`${url()}?_fields=`)).toEqual(await world.get(url()));
      const wide = await world.get(`/events?include=${event.id}&_fields=events.id,events`);
      expect(wide).toEqual({ events: [event] });
      expectRefusal(await world.ask('GET /events/999999?_fields=id'), {
        statusCode: 404,
        code: 'rest-event-not-found',
      });
    });

    test('_fields applies to the response of a change', async () => {
      expect(await world.send('POST /venues?_fields=venue', { venue: 'Picked' })).toEqual({ venue: 'Picked' });
    });

    test('_envelope moves status and headers into the body', async () => {
      const plain = await world.ask('GET /events?search=nothing');
      const reply = await world.ask('GET /events?search=nothing&_envelope=1');
      expect(reply.statusCode).toBe(200);
      expect(Object.keys(reply.body)).toEqual(['body', 'status', 'headers']);
      expect([reply.body.status, reply.body.body.total]).toEqual([200, plain.body.total]);
      expect(reply.body.headers).toMatchObject({ Allow: 'GET', 'X-WP-Total': '0', 'X-TEC-TotalPages': '0' });
      expect(reply.headers.get('x-wp-total')).toBeNull();
      const missing = await world.ask('GET /events/999999?_envelope');
      expect([missing.statusCode, missing.body.status, missing.body.body.code]).toEqual([
        200,
        404,
        'rest-event-not-found',
      ]);
    });

    test('_pretty indents', async () => {
      const pretty = await world.ask(`GET ${url()}?_pretty=1`);
      expect(pretty.text).toBe(JSON.stringify(pretty.body, undefined, 4));
    });

    test('_jsonp works on the drop-in mount only, always as an anonymous caller', async () => {
      const draft = await world.event({ status: 'draft', title: 'Unseen' });
      const reply = await world.ask(`GET ${url()}?_jsonp=my.call_back1`, { on: 'dropin' });
      expect(reply.headers.get('content-type')).toBe('application/javascript; charset=UTF-8');
      expect(reply.text.startsWith('/**/my.call_back1({')).toBe(true);
      expect(JSON.parse(reply.text.slice('/**/my.call_back1('.length, -1)).id).toBe(event.id);
      const secret = await world.ask(`GET /events/${draft.id}?_jsonp=cb`, { on: 'dropin', as: 'administrator' });
      expect(secret.text).toContain('event-not-accessible');
      const list = await world.ask('GET /events?_jsonp=cb&per_page=50', { on: 'dropin', as: 'administrator' });
      expect(list.text).not.toContain('Unseen');
      for (const name of ['a(b', 'a;b', '', 'a-b', '<script>', 'x'.repeat(101)]) {
        const bad = await world.ask(`GET /events?_jsonp=${encodeURIComponent(name)}`, { on: 'dropin' });
        expectRefusal(bad, { statusCode: 400, code: 'rest_callback_invalid' });
      }
      const native = await world.ask(`GET ${url()}?_jsonp=cb`);
      expect([native.headers.get('content-type'), native.body.id]).toEqual([
        'application/json; charset=UTF-8',
        event.id,
      ]);
    });

    test('_jsonp never changes a record, for any role', async () => {
      const reply = await world.ask('POST /venues?_jsonp=cb', {
        on: 'dropin',
        as: 'administrator',
        body: { venue: 'J' },
      });
      expect([401, 403]).toContain(reply.statusCode);
    });
  });

  describe('addresses', () => {
    scenario(world, 'trailing and doubled slashes and another letter case are the same address', [
      { request: 'GET /events/', replies: { statusCode: 200, part: { total: expect.any(Number) } } },
      { request: 'GET //cal//events///v1/events//', replies: { statusCode: 200 } },
      { request: 'GET //CAL/Events/V1/EVENTS', replies: { statusCode: 200 } },
      {
        request: 'GET //wp-json/tribe/events/v1/',
        replies: { statusCode: 200, part: { namespace: 'tribe/events/v1' } },
      },
      { request: 'GET //WP-JSON/Tribe/Events/v1/venues/', replies: { statusCode: 200 } },
      { request: 'GET /events/by-slug/The-EVENT/', replies: { statusCode: 200, part: { slug: 'the-event' } } },
      { request: 'GET /events/by-slug/the%20event', replies: { statusCode: 200, part: { slug: 'the-event' } } },
      { request: 'GET /events/by-slug/', replies: { statusCode: 404, code: 'rest_no_route' } },
      { request: 'GET /events/by-slug/a/b', replies: { statusCode: 404, code: 'rest_no_route' } },
      { request: 'GET /nowhere', replies: { statusCode: 404, code: 'rest_no_route' } },
      { request: 'GET //nowhere', replies: { statusCode: 404, code: 'rest_no_route' } },
      { request: 'POST //nowhere', body: {}, replies: { statusCode: 404, code: 'rest_no_route' } },
    ]);

    scenario(world, 'the namespace parameter of the root must be its own', [
      { request: 'GET ?namespace=cal/events/v1&context=embed', replies: { statusCode: 200 } },
      { request: 'GET ?namespace=other/v1', replies: { statusCode: 404, code: 'rest_invalid_namespace' } },
    ]);

    test('rest_route reads and writes like the route it names', async () => {
      const route = (path: string) => `//?rest_route=/tribe/events/v1${encodeURIComponent(path)}`;
      const made = await world.ask(`POST ${route('/venues')}`, { as: 'author', body: { venue: word('Routed ') } });
      expect(made.statusCode).toBe(201);
      expect((await world.ask(`GET ${route(`/venues/${made.body.id}`)}`)).body.venue).toBe(made.body.venue);
      expect(
        (await world.ask(`GET //index.php?rest_route=/tribe/events/v1/venues/&per_page=1`)).body.venues,
      ).toHaveLength(1);
      expectRefusal(await world.ask(`GET ${route('/venues/999999')}`), invalid('id'));
      expectRefusal(await world.ask(`GET ${route('/nowhere')}`), { statusCode: 404, code: 'rest_no_route' });
    });

    test('links in responses lead to their records', async () => {
      const category = await world.category({ parent: (await world.category()).id });
      for (const link of [event.rest_url, ...Object.values(category.urls as Record<string, string>)]) {
        expect((await world.ask(`GET ${link.replace(`${baseUrl}${prefixes.native}`, '')}`)).statusCode).toBe(200);
      }
    });
  });

  describe('compression', () => {
    /** fetch unpacks by itself, so the bytes are asked for below it. */
    const bytes = (path: string, headers: Record<string, string>) =>
      new Promise<{ statusCode: number; headers: Record<string, unknown>; data: Buffer }>((resolve, reject) => {
        const sent = rawRequest(`${world.address}${prefixes.native}${path}`, { headers }, (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part) => parts.push(part));
          response.on('end', () =>
            resolve({ statusCode: response.statusCode ?? 0, headers: response.headers, data: Buffer.concat(parts) }),
          );
        });
        sent.on('error', reject);
        sent.end();
      });

    test('gzip and brotli have the same content, each with its own ETag for 304', async () => {
      const path = `/events/${event.id}`;
      const plain = await bytes(path, {});
      const zipped = await bytes(path, { 'accept-encoding': 'gzip' });
      const brotli = await bytes(path, { 'accept-encoding': 'gzip, deflate, br' });
      expect([plain, zipped, brotli].map(({ headers }) => headers['content-encoding'])).toEqual([
        undefined,
        'gzip',
        'br',
      ]);
      expect(gunzipSync(zipped.data)).toEqual(plain.data);
      expect(brotliDecompressSync(brotli.data)).toEqual(plain.data);
      const tags = [plain, zipped, brotli].map(({ headers }) => headers.etag as string);
      expect(new Set(tags).size).toBe(3);
      for (const [encoding, tag] of [
        ['identity', tags[0]],
        ['gzip', tags[1]],
        ['br', tags[2]],
      ] as const) {
        const again = await bytes(path, { 'accept-encoding': encoding, 'if-none-match': tag ?? '' });
        expect([encoding, again.statusCode, again.data.length, again.headers.etag]).toEqual([encoding, 304, 0, tag]);
      }
      for (const reply of [plain, zipped, brotli]) {
        expect(Number(reply.headers['content-length'])).toBe(reply.data.length);
        expect(reply.headers.vary).toContain('Accept-Encoding');
      }
      const changed = await world.ask(`PATCH ${path}`, {
        as: 'editor',
        body: {},
        headers: { 'if-match': tags[2] ?? '' },
      });
      expect(changed.statusCode).toBe(200);
    });

    test('does not use an encoding with quality 0, an unknown one, or any for small responses', async () => {
      for (const accepted of ['gzip;q=0', 'br;q=0, gzip;q=0.0', 'zstd', '', 'identity', 'nonsense;q=banana']) {
        const reply = await bytes(`/events/${event.id}`, { 'accept-encoding': accepted });
        expect([accepted, reply.headers['content-encoding']]).toEqual([accepted, undefined]);
      }
      expect(
        (await bytes('/events/999999', { 'accept-encoding': 'gzip' })).headers['content-encoding'],
      ).toBeUndefined();
    });

    test('accepts credentials surrounded by blanks', async () => {
      const reply = await bytes('/events', { authorization: `  ${basic(world.people.editor)}  ` });
      expect(reply.statusCode).toBe(200);
    });
  });
});
