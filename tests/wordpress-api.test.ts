// The part of wp/v2 that drop-in clients use: users/me, types, settings and tags.
import { describe, expect, test } from 'vitest';
import { roles } from '../src/core/actor.js';
import { expectRefusal, type Who } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { baseUrl, startWorld, useWorld, word } from './harness/world.js';

const prefix = '//wp-json/wp/v2';
const here = `${baseUrl}/wp-json/wp/v2`;
const everyone: readonly Who[] = [...roles, 'anonymous'];

onOneEngine((engine) => {
  const world = useWorld(engine);
  const ask = (path: string, as: Who = 'anonymous', more = {}) => world.ask(`GET ${prefix}${path}`, { as, ...more });

  describe('users/me', () => {
    test.each(roles)('returns a signed-in %s their own profile only', async (role) => {
      const { id, name } = world.people[role];
      const { statusCode, body } = await ask('/users/me', role);
      expect(statusCode).toBe(200);
      expect(body).toEqual({
        id,
        name,
        url: '',
        description: '',
        link: `${baseUrl}/author/${name}/`,
        slug: name,
        avatar_urls: {},
        meta: [],
        _links: { self: [{ href: `${here}/users/me` }] },
      });
    });

    test('lists WordPress capabilities with context=edit', async () => {
      const profileOf = async (role: Who) => (await ask('/users/me?context=edit', role)).body;
      expect(await profileOf('subscriber')).toMatchObject({
        username: 'world-subscriber',
        roles: ['subscriber'],
        capabilities: { read: true, subscriber: true },
      });
      const has = async (role: Who, name: string) => (await profileOf(role)).capabilities[name] ?? false;
      const who = async (name: string) => {
        const answers = await Promise.all(roles.map((role) => has(role, name)));
        return roles.filter((_, at) => answers[at]);
      };
      expect(await who('edit_tribe_events')).toEqual(['administrator', 'editor', 'author', 'contributor']);
      expect(await who('publish_tribe_venues')).toEqual(['administrator', 'editor', 'author']);
      expect(await who('edit_others_tribe_organizers')).toEqual(['administrator', 'editor']);
      expect(await who('manage_options')).toEqual(['administrator']);
      expect(JSON.stringify(await profileOf('administrator'))).not.toContain('mail');
    });

    test('requires authentication and returns no other user', async () => {
      expectRefusal(await ask('/users/me'), { statusCode: 401, code: 'rest_not_logged_in' });
      const list = await ask('/users', 'administrator');
      expect([list.statusCode, list.body, list.headers.get('x-wp-total')]).toEqual([200, [], '0']);
      const { id } = world.people.editor;
      expect((await ask(`/users/${id}`, 'editor')).body).toEqual((await ask('/users/me', 'editor')).body);
      for (const other of [id, 999_999]) {
        expectRefusal(await ask(`/users/${other}`), { statusCode: 401, code: 'rest_user_cannot_view' });
        expectRefusal(await ask(`/users/${other}`, 'administrator'), {
          statusCode: 403,
          code: 'rest_user_cannot_view',
        });
      }
      const wrong = { headers: { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` } };
      expectRefusal(await ask('/users/me', 'anonymous', wrong), { statusCode: 401, code: 'incorrect_password' });
    });
  });

  describe('types', () => {
    test('are those of the calendar, with the URLs of their records', async () => {
      const { body } = await ask('/types');
      const calendar = ['tribe_events', 'tribe_venue', 'tribe_organizer'];
      expect(Object.keys(body)).toEqual(['post', 'page', 'attachment', ...calendar]);
      expect(body.tribe_events).toEqual({
        description: 'Events with their dates, venues, organizers, categories and tags.',
        hierarchical: false,
        has_archive: true,
        name: 'Events',
        slug: 'tribe_events',
        taxonomies: ['post_tag', 'tribe_events_cat'],
        rest_base: 'tribe_events',
        rest_namespace: 'wp/v2',
        _links: {
          collection: [{ href: `${here}/types` }],
          'wp:items': [{ href: `${here}/tribe_events` }],
        },
      });
      expect((await ask('/types/tribe_venue')).body).toEqual(body.tribe_venue);
      for (const { rest_namespace, rest_base } of Object.values(body) as Record<string, string>[]) {
        expect((await world.ask(`GET //wp-json/${rest_namespace}/${rest_base}`)).statusCode).toBe(200);
      }
    });

    test('an unknown type is 404', async () => {
      for (const name of ['event', 'constructor', '__proto__']) {
        expectRefusal(await ask(`/types/${name}`), { statusCode: 404, code: 'rest_type_invalid' });
      }
    });
  });

  describe('settings', () => {
    test.each(everyone)('requested by %s', async (role) => {
      const reply = await ask('/settings', role);
      if (role !== 'administrator') {
        return expectRefusal(reply, { statusCode: role === 'anonymous' ? 401 : 403, code: 'rest_forbidden' });
      }
      expect(reply.body).toEqual({
        title: 'Almanac',
        description: '',
        url: baseUrl,
        timezone: 'America/New_York',
        date_format: 'Y-m-d',
        time_format: 'H:i',
        start_of_week: 1,
        language: 'en',
        posts_per_page: 10,
      });
    });

    test('are read-only', async () => {
      const reply = await world.ask(`POST ${prefix}/settings`, { as: 'administrator', body: { title: 'Mine' } });
      expectRefusal(reply, { statusCode: 404, code: 'rest_no_route' });
    });
  });

  describe('tags', () => {
    test('have the WordPress format, unused ones too', async () => {
      const made = await world.tag({ name: 'Lantern walk', description: 'By night' });
      const whole = {
        id: made.id,
        count: 0,
        description: 'By night',
        link: `${baseUrl}/tag/lantern-walk/`,
        name: 'Lantern walk',
        slug: 'lantern-walk',
        taxonomy: 'post_tag',
        meta: [],
        _links: {
          self: [{ href: `${here}/tags/${made.id}` }],
          collection: [{ href: `${here}/tags` }],
          about: [{ href: `${here}/taxonomies/post_tag` }],
          'wp:post_type': [{ href: `${here}/posts?tags=${made.id}` }, { href: `${here}/tribe_events?tags=${made.id}` }],
          curies: [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }],
        },
      };
      const one = await ask(`/tags/${made.id}`);
      expect([one.statusCode, one.body]).toEqual([200, whole]);
      expect((await ask('/tags?search=lantern')).body).toEqual([whole]);
      expect((await ask('/tags?search=lantern&hide_empty=true')).body).toEqual([]);
      expectRefusal(await ask('/tags/999999'), { statusCode: 404, code: 'rest_term_invalid' });
    });

    test('are filtered by slug and id, sorted and paged', async () => {
      const stem = word('paged');
      const made = [];
      for (const end of ['a', 'b', 'c']) made.push(await world.tag({ name: `${stem} ${end}` }));
      const [a, b, c] = made.map(({ id }) => id);
      const idsOf = async (query: string) =>
        ((await ask(`/tags?${query}`)).body as readonly { id: number }[]).map(({ id }) => id);
      expect(await idsOf(`search=${stem}`)).toEqual([a, b, c]);
      expect(await idsOf(`search=${stem}&order=desc`)).toEqual([c, b, a]);
      expect(await idsOf(`include=${c},${a},999999&orderby=include`)).toEqual([c, a]);
      expect(await idsOf(`search=${stem}&exclude[]=${b}&exclude[]=999999`)).toEqual([a, c]);
      expect(await idsOf(`slug=${made[1]?.slug},${made[2]?.slug}`)).toEqual([b, c]);
      const page = await ask(`/tags?search=${stem}&per_page=2&page=2`);
      expect(page.body.map(({ id }: { id: number }) => id)).toEqual([c]);
      expect(page.headers.get('x-wp-total')).toBe('3');
      expect(page.headers.get('x-wp-totalpages')).toBe('2');
      expect(page.headers.get('link')).toContain(`<${here}/tags/?per_page=2&search=${stem}>; rel="prev"`);
      expect((await ask(`/tags?search=${stem}&page=9`)).body).toEqual([]);
      for (const wrong of [
        'order=up',
        'orderby=random',
        'per_page=0',
        'per_page=101',
        'include=x',
        'offset=-1',
        'parent=1',
      ]) {
        const params = [wrong.split('=')[0] as string];
        expectRefusal(await ask(`/tags?${wrong}`), { statusCode: 400, code: 'rest_invalid_param', params });
      }
    });

    test('are at most a hundred per page', async () => {
      for (let more = 0; more < 101; more++) await world.tag();
      expect((await ask('/tags?per_page=100')).body).toHaveLength(100);
      expectRefusal(await ask('/tags?per_page=101'), {
        statusCode: 400,
        code: 'rest_invalid_param',
        params: ['per_page'],
      });
    });

    test.each(everyone)('created by %s', async (role) => {
      const body = { name: word('Made by '), description: 'x' };
      const reply = await world.ask(`POST ${prefix}/tags`, { as: role, body });
      if (role !== 'administrator' && role !== 'editor') {
        return expectRefusal(reply, { statusCode: role === 'anonymous' ? 401 : 403, code: 'rest_forbidden' });
      }
      expect(reply.statusCode).toBe(201);
      expect(reply.body).toMatchObject({ name: body.name, count: 0, taxonomy: 'post_tag' });
      expect(reply.headers.get('location')).toBe(`${here}/tags/${reply.body.id}`);
      expect((await world.get(`/tags/${reply.body.id}`)).name).toBe(body.name);
      const again = await world.ask(`POST ${prefix}/tags`, { as: role, body });
      expectRefusal(again, { statusCode: 400, code: 'term_exists' });
      expect(again.body.data.term_id).toBe(reply.body.id);
    });

    test('a tag needs a name, and none can be changed or removed here', async () => {
      const as = 'administrator';
      const nameless = await world.ask(`POST ${prefix}/tags`, { as, body: {} });
      expectRefusal(nameless, { statusCode: 400, code: 'rest_missing_callback_param', params: ['name'] });
      const { id } = await world.tag();
      for (const method of ['PUT', 'PATCH', 'POST', 'DELETE']) {
        const reply = await world.ask(`${method} ${prefix}/tags/${id}`, { as, body: { name: 'Other' } });
        expectRefusal(reply, { statusCode: 404, code: 'rest_no_route' });
      }
    });
  });

  describe('HTTP behaviour', () => {
    test('a trailing slash makes no difference', async () => {
      for (const path of ['/types', '/tags?per_page=3&order=desc', '/users/me']) {
        const [route, query] = path.split('?');
        const other = `GET //?rest_route=/wp/v2${route}${query ? `&${query}` : ''}`;
        const [plain, spelt] = [await ask(path, 'editor'), await world.ask(other, { as: 'editor' })];
        expect([plain.statusCode, spelt.body]).toEqual([200, plain.body]);
      }
    });

    test('the index and the namespace list these routes', async () => {
      const id = '(?P<id>\\d+)';
      const withParts = (name: string, part: string) => [`/wp/v2/${name}`, `/wp/v2/${name}/${part}`];
      const routes = [
        '/wp/v2',
        '/wp/v2/users/me',
        ...withParts('users', id),
        ...['types', 'taxonomies', 'statuses'].flatMap((name) => withParts(name, '(?P<slug>[\\w-]+)')),
        '/wp/v2/settings',
        ...['posts', 'pages', 'categories', 'comments'].flatMap((name) => withParts(name, id)),
        ...['tribe_events', 'tribe_venue', 'tribe_organizer'].flatMap((name) => withParts(name, id)),
        ...['tags', 'tribe_events_cat', 'media'].flatMap((name) => withParts(name, id)),
      ];
      const index = await world.ask('GET //wp-json/');
      expect(index.body.namespaces).toContain('wp/v2');
      expect(Object.keys(index.body.routes)).toEqual(expect.arrayContaining(routes));
      expect(index.body.routes['/wp/v2/tags']).toMatchObject({ namespace: 'wp/v2', methods: ['GET', 'POST'] });
      expect(index.body.routes['/wp/v2/tags/(?P<id>\\d+)'].methods).toEqual(['GET']);
      const root = await ask('');
      expect(root.body.namespace).toBe('wp/v2');
      expect(Object.keys(root.body.routes)).toEqual(routes);
      expect(root.body._links.up).toEqual([{ href: `${baseUrl}/wp-json/` }]);
    });

    test('fields, envelopes, ETags, methods and headers are as on the mount', async () => {
      expect((await ask('/types/tribe_events?_fields=slug,rest_base')).body).toEqual({
        rest_base: 'tribe_events',
        slug: 'tribe_events',
      });
      const enveloped = await ask('/users/me?_envelope=1');
      expect([enveloped.statusCode, enveloped.body.status, enveloped.body.body.code]).toEqual([
        200,
        401,
        'rest_not_logged_in',
      ]);
      const first = await ask('/types');
      const tag = first.headers.get('etag') ?? '';
      const again = await ask('/types', 'anonymous', { headers: { 'if-none-match': tag } });
      expect(again.statusCode).toBe(304);
      const mount = await world.ask('GET /tags', { on: 'dropin' });
      for (const name of ['access-control-allow-origin', 'x-robots-tag', 'cache-control', 'vary', 'allow']) {
        expect([name, first.headers.get(name)]).toEqual([name, mount.headers.get(name)]);
      }
      expect(first.headers.get('link')).toBe(`<${baseUrl}/wp-json/>; rel="https://api.w.org/"`);
      expect((await ask('/tags', 'editor')).headers.get('allow')).toBe('GET, POST');
      const options = await world.ask(`OPTIONS ${prefix}/tags`);
      expect(options.body).toMatchObject({ namespace: 'wp/v2', methods: ['GET', 'POST'] });
      expect((await world.ask(`HEAD ${prefix}/types`)).statusCode).toBe(200);
      expectRefusal(await ask('/plugins'), { statusCode: 404, code: 'rest_no_route' });
    });

    test('JSONP is answered as an anonymous caller', async () => {
      const reply = await ask('/users/me?_jsonp=hello', 'administrator');
      expect(reply.text).toMatch(/^\/\*\*\/hello\(\{"code":"rest_not_logged_in"/);
    });

    test('does not exist without the drop-in mount', async () => {
      const bare = await startWorld(engine, { settings: { ALMANAC_DROPIN: 'off' } });
      try {
        for (const path of ['/types', '/users/me', '/tags', '']) {
          expectRefusal(await bare.ask(`GET ${prefix}${path}`), { statusCode: 404, code: 'rest_no_route' });
        }
      } finally {
        await bare.stop();
      }
    });
  });
});
