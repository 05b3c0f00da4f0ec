// Private feeds: a feed key in the URL reads feeds as its user, opens nothing else, and appears in no cache, log or response.
import { describe, expect, test, vi } from 'vitest';
import { createService, siteOf } from '../src/app.js';
import { changePassword } from '../src/auth/accounts.js';
import { addFeedKey } from '../src/auth/feed-keys.js';
import { endpointsOf, methodsOf } from '../src/core/facade.js';
import { feedTypes } from '../src/core/format.js';
import { facadesOf } from '../src/endpoints/facades.js';
import { buildServer } from '../src/http/server.js';
import { openLiveSite } from '../src/models/settings/live.js';
import { basic, expectRefusal, type Who } from './harness/client.js';
import { holdDate } from './harness/date.js';
import { onOneEngine } from './harness/engines.js';
import { baseUrl, useWorld, type World, word } from './harness/world.js';

const suffixes = Object.keys(feedTypes);
const wrongKey = 'x'.repeat(32);
const refusedKey = { statusCode: 401, code: 'rest_invalid_feed_key' };

async function keyOf(world: World, as: Exclude<Who, 'anonymous'>): Promise<{ id: number; key: string }> {
  const owner = world.people[as].id;
  const { row, key } = await world.store.transact((writer) => addFeedKey(writer, owner, word(), world.clock.now));
  return { id: row.id, key };
}

/** Titles of the events that the feed contains. */
async function titlesIn(world: World, request: string, ask = {}): Promise<readonly string[]> {
  const reply = await world.ask(request, ask);
  expect([request, reply.statusCode]).toEqual([request, 200]);
  return reply.text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).title);
}

onOneEngine((engine) => {
  describe('a private feed', () => {
    const world = useWorld(engine);

    test('has the events that its user can list', async () => {
      const titles = { open: word('Open '), own: word('Own '), other: word('Other '), hidden: word('Hidden ') };
      await world.event({ title: titles.open });
      await world.event({ title: titles.own, status: 'draft' }, { as: 'contributor' });
      await world.event({ title: titles.other, status: 'draft' }, { as: 'editor' });
      await world.event({ title: titles.hidden, status: 'private' }, { as: 'editor' });
      const shown = new Map<string, readonly string[]>();
      for (const who of ['subscriber', 'contributor', 'author', 'editor', 'administrator'] as const) {
        const { key } = await keyOf(world, who);
        for (const query of [
          '',
          '&status=publish',
          ...(who === 'subscriber' ? [] : ['&status=draft', '&status=any']),
        ]) {
          const feed = await titlesIn(world, `GET /events.ndjson?ends_after=2000-01-01${query}&key=${key}`);
          const list = await world.get(`/events?ends_after=2000-01-01&per_page=100${query}`, { as: who });
          expect([who, query, feed]).toEqual([who, query, list.events.map(({ title }: { title: string }) => title)]);
          shown.set(who + query, feed);
        }
      }
      expect(shown.get('contributor&status=draft')).toEqual([titles.own]);
      expect(shown.get('subscriber')).toEqual([titles.open]);
      expect(shown.get('contributor&status=publish')).toEqual([titles.open]);
      expect(shown.get('editor')?.toSorted()).toEqual(Object.values(titles).toSorted());
      const { key } = await keyOf(world, 'subscriber');
      expectRefusal(await world.ask(`GET /events.ics?status=draft&key=${key}`), {
        statusCode: 400,
        code: 'rest_invalid_param',
        params: ['status'],
      });
    });

    test('has every format and every list, and contains no key', async () => {
      const venue = await world.venue();
      const organizer = await world.organizer();
      const category = await world.category();
      const tag = await world.tag();
      const title = word('Draft ');
      const linked = { venue: venue.id, organizer: [organizer.id], categories: [category.id], tags: [tag.id] };
      const { id } = await world.event({ title, status: 'draft', ...linked }, { as: 'editor' });
      const series = await world.event({ title, status: 'draft', recurrence: 'FREQ=WEEKLY;COUNT=2' }, { as: 'editor' });
      const { key } = await keyOf(world, 'editor');
      const paths = [
        ...['events', `events/${id}`, `events/${series.id}/occurrences`, `venues/${venue.id}/events`],
        ...[`organizers/${organizer.id}/events`, `categories/${category.id}/events`, `tags/${tag.id}/events`],
      ];
      for (const path of paths) {
        for (const suffix of suffixes) {
          const reply = await world.ask(`GET /${path}.${suffix}?key=${key}`);
          expect([path, suffix, reply.statusCode, reply.text.includes(title)]).toEqual([path, suffix, 200, true]);
          expect(JSON.stringify([reply.text, ...reply.headers])).not.toContain(key);
          expect(reply.headers.get('cache-control')).toMatch(/no-store, private/);
          expect((await world.ask(`GET /${path}.${suffix}`)).text).not.toContain(title);
        }
      }
    });

    test('is not stored in the response cache and is closed at once when its key is revoked', async () => {
      const title = word('Draft ');
      await world.event({ title, status: 'draft' }, { as: 'author' });
      const { id, key } = await keyOf(world, 'author');
      const url = `GET /events.ics?key=${key}`;
      for (const round of [1, 2, 3]) {
        const reply = await world.ask(url);
        expect([round, reply.statusCode, reply.text.includes(title)]).toEqual([round, 200, true]);
        expect(reply.headers.get('x-cache')).toBeNull();
      }
      await world.ask(`DELETE /users/me/feed-keys/${id}`, { as: 'author' });
      const refused = await world.ask(url);
      expectRefusal(refused, refusedKey);
      expect(refused.headers.get('cache-control')).toMatch(/no-store, private/);
      expect((await world.ask(`HEAD /events.ics?key=${key}`)).statusCode).toBe(401);
    });

    test('is never the public feed if the key is wrong', async () => {
      const { key } = await keyOf(world, 'editor');
      const { id } = await world.event();
      const spelled = [
        'key=',
        'key',
        `key=${wrongKey}`,
        `key[]=${key}`,
        `key[0]=${key}`,
        `key=${key}&key=`,
        `key=${key}x`,
      ];
      for (const query of spelled) {
        expectRefusal(await world.ask(`GET /events.ics?${query}`), refusedKey);
        expectRefusal(await world.ask(`GET /events/${id}.rss?${query}`), refusedKey);
      }
      expect((await world.ask(`GET /events.ics?%6Bey=${key}`)).statusCode).toBe(200);
      const french = await world.ask(`GET /events.ics?key=${wrongKey}&i18n_language=fr`);
      expectRefusal(french, refusedKey);
    });

    test('is that of the key, whatever other credentials the request has', async () => {
      const [own, other] = [word('Own '), word('Other ')];
      await world.event({ title: own, status: 'draft' }, { as: 'contributor' });
      await world.event({ title: other, status: 'draft' }, { as: 'administrator' });
      const { key } = await keyOf(world, 'contributor');
      const { administrator } = world.people;
      await changePassword(world.store, administrator.name, 'correct horse battery');
      const session = await world.ask('POST /session', {
        body: { user: administrator.name, password: 'correct horse battery' },
      });
      const cookie = session.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
      for (const headers of [{ authorization: basic(administrator) }, { cookie }]) {
        const titles = await titlesIn(world, `GET /events.ndjson?status=draft&key=${key}`, { headers });
        expect([titles.includes(own), titles.includes(other)]).toEqual([true, false]);
        expectRefusal(await world.ask(`GET /events.ics?key=${wrongKey}`, { headers }), refusedKey);
      }
      const wrong = { authorization: basic({ name: administrator.name, password: 'wrong' }) };
      expect((await world.ask(`GET /events.ics?key=${key}`, { headers: wrong })).statusCode).toBe(401);
    });

    test('shows when its key was last used', async () => {
      const { id, key } = await keyOf(world, 'author');
      await world.ask(`GET /events.ics?key=${key}`);
      const { feed_keys: keys } = await world.get('/users/me/feed-keys', { as: 'author' });
      expect(keys.find((one: { id: number }) => one.id === id).last_used_utc).toBe(world.clock.now);
    });
  });

  describe('a feed key', () => {
    const world = useWorld(engine, { settings: { ALMANAC_METRICS_TOKEN: '' } });

    test('opens no other route of any API', async () => {
      const draft = await world.event({ status: 'draft', slug: word('draft') }, { as: 'editor' });
      const { id: keyId, key } = await keyOf(world, 'administrator');
      const addressOf = (path: string) =>
        path
          .replace(/\(\^[^/]*$|\([^/]*\)/g, '')
          .replace(':user', 'me')
          .replace(':slug', String(draft.slug))
          .replace(':date', '2027-01-01')
          .replace(/:[a-z_]+/g, String(draft.id));
      const opened: string[] = [];
      let count = 0;
      for (const facade of facadesOf(world.config)) {
        for (const endpoint of endpointsOf(facade, siteOf(world.config, baseUrl, ''))) {
          if (endpoint.actions.GET === 'feed') continue;
          for (const method of methodsOf(endpoint)) {
            const url = `/${facade.prefix}${addressOf(endpoint.path)}`;
            for (const accept of method === 'GET' ? ['*/*', 'text/calendar'] : ['*/*']) {
              const ask = { headers: { accept }, ...(method !== 'GET' && { body: {} }) };
              const plain = await world.ask(`${method} ${url}`, ask);
              const keyed = await world.ask(`${method} ${url}?key=${key}`, ask);
              count++;
              const comparable = (text: string) => text.replaceAll(`?key=${key}`, '').replace(/UID:[\w-]+/, '');
              if (keyed.statusCode !== plain.statusCode || comparable(keyed.text) !== comparable(plain.text))
                opened.push(`${method} ${url} ${accept}: ${keyed.statusCode}`);
            }
          }
        }
      }
      expect(opened).toEqual([]);
      expect(count).toBeGreaterThan(120);
      const pages = [
        '/session',
        '/',
        `/event/${draft.slug}/`,
        `/?post_type=tribe_events&p=${draft.id}`,
        '/admin',
        '/embed',
      ];
      for (const page of pages) {
        const url = page === '/session' ? 'GET /session' : `GET /${page}`;
        const [plain, keyed] = [
          await world.ask(url),
          await world.ask(`${url}${url.includes('?') ? '&' : '?'}key=${key}`),
        ];
        expect([page, keyed.statusCode]).toEqual([page, plain.statusCode]);
        expect(keyed.text).not.toContain(String(draft.title));
      }
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
        expect((await world.ask(`${method} /events.ics?key=${key}`)).statusCode).toBe(405);
      const { feed_keys: keys } = await world.get('/users/me/feed-keys', { as: 'administrator' });
      expect(keys.find((one: { id: number }) => one.id === keyId).last_used_utc).toBeNull();
    });

    test('is not in the metrics', async () => {
      const { key } = await keyOf(world, 'editor');
      for (const path of ['/events.ics', '/events.unknown', '/events/1.ics', '//nowhere'])
        await world.ask(`GET ${path}?key=${key}`);
      const { statusCode, text } = await world.ask('GET //metrics');
      expect([statusCode, text.includes('almanac_requests_total')]).toEqual([200, true]);
      expect(text).not.toContain(key);
    });

    test('is redacted in every log line', async () => {
      const { key } = await keyOf(world, 'editor');
      const service = createService(
        { ...world.config, logLevel: 'debug' },
        world.store,
        await openLiveSite(world.store, siteOf(world.config, baseUrl, '')),
      );
      const app = buildServer({
        ...service,
        plugins: [
          (server) => {
            server.get('/broken', ({ url, log, raw }) => {
              log.warn({ url, req: raw }, `reading ${url}`);
              throw new Error(`cannot read ${url}`);
            });
          },
        ],
      });
      const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
      try {
        const { statusCode } = await app.inject(`/broken?a=1&key=${key}&b=2`);
        expect(statusCode).toBe(500);
        const lines = written.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('/broken'));
        expect(lines.length).toBeGreaterThan(1);
        expect(lines.join('')).not.toContain(key);
        expect(lines.join('')).toContain('/broken?a=1&key=[redacted]&b=2');
      } finally {
        written.mockRestore();
        await app.close();
      }
    });
  });

  describe('wrong feed keys', () => {
    const world = useWorld(engine, { settings: { ALMANAC_RATE_LIMIT: 'on' } });

    test('are limited by IP, and a valid key still opens its feed', async () => {
      holdDate();
      const { key } = await keyOf(world, 'author');
      const outcomes: number[] = [];
      for (let count = 0; count < 12; count++)
        outcomes.push((await world.ask(`GET /events.ics?key=${wrongKey}`)).statusCode);
      expect(outcomes).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
      const throttled = await world.ask(`GET /events.ics?key=${wrongKey}`);
      expectRefusal(throttled, { statusCode: 429, code: 'rest_too_many_requests' });
      expect(Number(throttled.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await world.ask(`GET /events.ics?key=${key}`)).statusCode).toBe(200);
      expect((await world.ask('GET /events.ics')).statusCode).toBe(200);
    });
  });
});
