// Preview links: an unpublished event for anyone who has the link, until it expires.
import { describe, expect, test } from 'vitest';
import { plusSeconds } from '../src/core/time/clock.js';
import { expectRefusal, outcomeOf, type Who } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { baseUrl, startOfWorld, startWorld, useWorld, word } from './harness/world.js';

const html = { headers: { accept: 'text/html' } };

onOneEngine((engine) => {
  describe('a preview link', () => {
    const world = useWorld(engine);
    const link = (id: number, body: object = {}, as: Who = 'administrator') =>
      world.ask(`POST /events/${id}/preview-link`, { as, body });
    const pathOf = (url: string) => `/${url.slice(baseUrl.length)}`;
    const open = (url: string) => world.ask(`GET ${pathOf(url)}`, html);

    test('shows a draft to anyone, with a banner and without any caching', async () => {
      const title = word('Secret fair ');
      const { id } = await world.event({ title, status: 'draft', description: '<p>Not yet announced</p>' });
      const { statusCode, body } = await link(id);
      expect(statusCode).toBe(201);
      const page = await open(body.url);
      expect(page.statusCode).toBe(200);
      expect(page.text).toContain(title);
      expect(page.text).toContain('Not yet announced');
      expect(page.text).toContain('class="preview-note"');
      expect(page.text).toContain('<meta name="robots" content="noindex, nofollow">');
      expect(page.headers.get('cache-control')).toBe('private, no-store');
      expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow');
      expect(page.headers.get('etag')).toBeNull();
      await world.send(`PATCH /events/${id}`, { title: `${title} again` });
      expect((await open(body.url)).text).toContain(`${title} again`);
    });

    test('shows private, scheduled and password-protected events, and only public linked records', async () => {
      const hidden = await world.venue({ venue: word('Hidden venue '), status: 'draft' });
      const all = [
        { status: 'private', venue: hidden.id },
        { status: 'publish', date: '2028-01-01 10:00:00' },
        { status: 'draft', password: 'open sesame' },
      ];
      for (const given of all) {
        const event = await world.event({ title: word('Fair '), ...given });
        const page = await open((await link(event.id)).body.url);
        expect([page.statusCode, page.text.includes(event.title)]).toEqual([200, true]);
        expect(page.text).not.toContain(hidden.venue);
      }
    });

    test('redirects to the event once it is published', async () => {
      const { id } = await world.event({ status: 'draft' });
      const { body } = await link(id);
      const { url } = await world.send(`PATCH /events/${id}`, { status: 'publish' });
      const reply = await open(body.url);
      expect([reply.statusCode, reply.headers.get('location')]).toEqual([302, url.slice(baseUrl.length)]);
    });

    test('lasts 7 days by default and at most 30', async () => {
      const { id } = await world.event({ status: 'draft' });
      const [week, month] = [await link(id), await link(id, { days: 30 })];
      const daysLater = (days: number) => plusSeconds(startOfWorld, days * 86_400);
      expect([week.body.expires_utc, month.body.expires_utc]).toEqual([daysLater(7), daysLater(30)]);
      for (const days of [0, 31, -1, 'soon', 1.5])
        expectRefusal(await link(id, { days }), { statusCode: 400, code: 'rest_invalid_param', params: ['days'] });
      try {
        world.clock.now = plusSeconds(daysLater(7), -1);
        expect((await open(week.body.url)).statusCode).toBe(200);
        world.clock.now = daysLater(7);
        expect([(await open(week.body.url)).statusCode, (await open(month.body.url)).statusCode]).toEqual([404, 200]);
      } finally {
        world.clock.now = startOfWorld;
      }
    });

    test('is 404 with the same page if it is altered, foreign, or the event is unknown or in the trash', async () => {
      const title = word('Secret fair ');
      const { id } = await world.event({ title, status: 'draft' });
      const { url } = (await link(id)).body;
      const key = url.split('key=')[1];
      const bytes = Buffer.from(key, 'base64url');
      const flipped = (at: number) => {
        const copy = Buffer.from(bytes);
        copy[at] = (copy[at] ?? 0) ^ 1;
        return copy.toString('base64url');
      };
      const otherId = Buffer.concat([
        bytes.subarray(0, 16),
        Buffer.from(
          bytes
            .subarray(16)
            .toString()
            .replace(String(id), String(id + 1)),
        ),
      ]);
      const other = await startWorld(engine);
      const foreign = await other.event({ status: 'draft' });
      const foreignUrl = (await other.ask(`POST /events/${foreign.id}/preview-link`, { as: 'editor', body: {} })).body
        .url;
      await other.stop();
      const trashed = await world.event({ title, status: 'draft' });
      const trashedUrl = (await link(trashed.id)).body.url;
      await world.send(`DELETE /events/${trashed.id}`, {});
      const erased = await world.event({ title, status: 'draft' });
      const erasedUrl = (await link(erased.id)).body.url;
      await world.send(`DELETE /events/${erased.id}`, {});
      await world.send(`DELETE /events/${erased.id}?force=true`, {});
      const altered = [...bytes.keys()].map(flipped);
      const keys = [
        ...altered,
        otherId.toString('base64url'),
        `${key}=`,
        `${key}A`,
        ` ${key}`,
        key.slice(0, -1),
        'x',
        'A'.repeat(5_000),
      ];
      const urls = [
        ...keys.map((one) => `${baseUrl}/preview?key=${one}`),
        `${baseUrl}/preview`,
        `${baseUrl}/preview?key[]=${key}`,
        foreignUrl,
        trashedUrl,
        erasedUrl,
      ];
      const missing = (await open(`${baseUrl}/preview`)).text;
      for (const one of urls) {
        const reply = await open(one);
        expect([one, reply.statusCode, reply.text === missing]).toEqual([one, 404, true]);
      }
      expect(missing).not.toContain(title);
      expect((await open(url)).statusCode).toBe(200);
    });

    test('is created by those who may edit the event', async () => {
      const { administrator, contributor } = world.people;
      const foreign = await world.event({ author: administrator.id, status: 'draft' });
      const open = await world.event({ author: administrator.id });
      const own = await world.event({ author: contributor.id, status: 'draft' });
      const outcomes = async (who: Who) => {
        const replies = [];
        for (const { id } of [foreign, open, own]) replies.push(outcomeOf(await link(id, {}, who)));
        return replies;
      };
      const missing = '404 rest-event-not-found';
      const forbidden = '403 rest_forbidden';
      expect(await outcomes('anonymous')).toEqual(Array(3).fill('401 rest_forbidden'));
      expect(await outcomes('subscriber')).toEqual(Array(3).fill(forbidden));
      expect(await outcomes('contributor')).toEqual([missing, forbidden, '201']);
      expect(await outcomes('author')).toEqual([missing, forbidden, missing]);
      expect(await outcomes('editor')).toEqual(['201', '201', '201']);
      await world.send(`DELETE /events/${own.id}`, {});
      expect(outcomeOf(await link(own.id, {}, 'contributor'))).toBe('410 event-no-longer-available');
    });

    test('works in every process of the store', async () => {
      const second = await startWorld(
        {
          ...engine,
          prepare: async () => ({ settings: world.settings, clean: async () => undefined }),
        } as typeof engine,
        { beside: world },
      );
      const { id, title } = await world.event({ title: word('Fair '), status: 'draft' });
      const { url } = (await link(id)).body;
      expect((await second.ask(`GET ${pathOf(url)}`, html)).text).toContain(title);
      await second.stop();
    });
  });
});
