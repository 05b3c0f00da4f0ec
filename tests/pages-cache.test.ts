// Calendar pages in the response cache: served from it for five seconds or until a change, and never for requests with
// credentials.
import { describe, expect, test } from 'vitest';
import { basic } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { stored } from './harness/pictures.js';
import { useWorld, type World } from './harness/world.js';

/** Cache hits and misses of event pages. */
async function countsOf(world: World): Promise<{ readonly hit: number; readonly miss: number }> {
  const { text } = await world.ask('GET //metrics');
  const count = (outcome: string) =>
    Number(
      new RegExp(`^almanac_cache_total\\{route="/event/:part",outcome="${outcome}"\\} (\\d+)`, 'm').exec(text)?.[1] ??
        0,
    );
  return { hit: count('hit'), miss: count('miss') };
}

onOneEngine((engine) => {
  describe('a page', () => {
    const world = useWorld(engine, { settings: { ALMANAC_CACHE: 'on' } });
    const page = async (slug: string, headers: Record<string, string> = {}) =>
      world.ask(`GET //event/${slug}`, { headers });
    const during = async (work: () => Promise<unknown>) => {
      const before = await countsOf(world);
      await work();
      const after = await countsOf(world);
      return { hit: after.hit - before.hit, miss: after.miss - before.miss };
    };

    test('is rendered once for many requests, with one ETag', async () => {
      const { slug } = await world.event({ title: 'Seen often' });
      const seen: string[] = [];
      const counts = await during(async () => {
        for (let n = 0; n < 4; n++) {
          const { statusCode, headers, text } = await page(slug);
          expect([statusCode, text.includes('Seen often')]).toEqual([200, true]);
          seen.push(String(headers.get('etag')));
        }
      });
      expect(counts).toEqual({ hit: 3, miss: 1 });
      expect(new Set(seen).size).toBe(1);
      expect((await page(slug, { 'if-none-match': seen[0] as string })).statusCode).toBe(304);
    });

    test('shows changes of its record and of linked records immediately, and is gone with its event', async () => {
      const venue = await world.venue({ venue: 'Old barn' });
      const { id, slug } = await world.event({ title: 'First title', venue: venue.id });
      expect((await page(slug)).text).toContain('First title');
      await world.send(`PATCH /events/${id}`, { title: 'Second title' });
      const changed = (await page(slug)).text;
      expect([changed.includes('First title'), changed.includes('Second title')]).toEqual([false, true]);
      expect(changed).toContain('Old barn');
      await world.send(`PATCH /venues/${venue.id}`, { venue: 'New barn' });
      expect((await page(slug)).text).toContain('New barn');
      await world.send(`PATCH /events/${id}`, { password: 'now secret', description: 'hiddenword' });
      expect((await page(slug)).text).not.toContain('hiddenword');
      await world.send(`PATCH /events/${id}`, { status: 'draft' });
      expect((await page(slug)).statusCode).toBe(404);
    });

    test('shows the alternative text of its image, else its name, and a change of it immediately', async () => {
      const image = await stored(world);
      const { slug } = await world.event({ title: 'Lantern walk', image: image.id });
      const alt = async () => /<div class="record-image"><img [^>]*alt="([^"]*)"/.exec((await page(slug)).text)?.[1];
      expect(await alt()).toBe('Lantern walk');
      await world.send(`PATCH /media/${image.id}`, { alt_text: 'Lights on water' });
      expect(await alt()).toBe('Lights on water');
    });

    test('is rendered again after five seconds, since it depends on the time', async () => {
      const { slug } = await world.event();
      await page(slug);
      world.clock.now = '2027-06-15 15:30:04';
      expect(await during(() => page(slug))).toEqual({ hit: 1, miss: 0 });
      world.clock.now = '2027-06-15 15:30:05';
      expect(await during(() => page(slug))).toEqual({ hit: 0, miss: 1 });
      world.clock.now = '2027-06-15 15:30:00';
    });

    test('is not cached for requests with credentials, however the header is spelled', async () => {
      const { slug } = await world.event({ password: 'right', description: 'hiddenword' });
      const { people } = world;
      const counts = await during(async () => {
        for (let n = 0; n < 2; n++) {
          await page(slug, { authorization: basic(people.editor) });
          await page(slug, { cookie: 'theme=dark; almanac_session=abc' });
          await page(`${slug}?password=right`);
          await page(`${slug}?%70assword=right`);
          await page(`${slug}?PASSWORD[]=right`);
          expect((await world.ask(`POST //event/${slug}`, { raw: 'password=right' })).text).toContain('hiddenword');
        }
      });
      expect(counts).toEqual({ hit: 0, miss: 0 });
      expect((await page(slug)).text).not.toContain('hiddenword');
    });

    test('of the list shows new events', async () => {
      await world.ask('GET //calendar/list');
      const { title } = await world.event({ title: 'Newly listed', start_date: '2027-06-16', end_date: '2027-06-17' });
      expect((await world.ask('GET //calendar/list')).text).toContain(title);
    });
  });

  describe('the cache key of a page', () => {
    const world = useWorld(engine, {
      settings: {
        ALMANAC_CACHE: 'on',
        ALMANAC_LANGUAGES: 'en,fr',
        ALMANAC_TRUST_PROXY: 'on',
        ALMANAC_BASE_URL: '',
      },
    });

    test('contains the language and the host', async () => {
      const { slug } = await world.event();
      const ask = async (language: string, host: string) => {
        const headers = { 'accept-language': language, 'x-forwarded-host': host, 'x-forwarded-proto': 'https' };
        const { text, headers: got } = await world.ask(`GET //event/${slug}`, { headers });
        return { language: got.get('content-language'), hosts: new Set(text.match(/https:\/\/[ab]\.example/g)) };
      };
      for (let n = 0; n < 2; n++) {
        for (const language of ['en', 'fr']) {
          for (const host of ['a.example', 'b.example'])
            expect(await ask(language, host)).toEqual({ language, hosts: new Set([`https://${host}`]) });
        }
      }
    });
  });
});
