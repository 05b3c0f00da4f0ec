// A response cached for one caller is never sent to another, whatever headers or spellings of a password they use.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { basic, mounts, prefixes } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { repetitions } from './harness/repetitions.js';
import { sendRaw } from './harness/wire.js';
import { type Answered, useWorld, type World } from './harness/world.js';

const friend = 'https://app.example';

/** One request with any headers, also repeated and empty ones; its response as text. */
async function raw(world: World, path: string, headers: readonly (readonly [string, string])[]): Promise<string> {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const host = headers.some(([name]) => name === 'Host') ? [] : ['Host: calendar.example'];
  const text = [`GET ${path} HTTP/1.1`, ...host, ...lines, '', ''].join('\r\n');
  const [response] = await sendRaw(world.address, [{ text }], []);
  return `${response?.head}${response?.body}`;
}

async function cacheHits({ ask }: World): Promise<number> {
  const lines = (await ask('GET //metrics')).text
    .split('\n')
    .filter((line) => /^almanac_cache_total.*"hit"/.test(line));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

onOneEngine((engine) => {
  describe.each([
    ['a configured address', {}],
    ['the address that a trusted proxy tells', { ALMANAC_TRUST_PROXY: 'on', ALMANAC_BASE_URL: '' }],
  ])('responses that were cached for an editor, with %s', (_, settings) => {
    const world = useWorld(engine, { settings: { ALMANAC_CORS_ORIGINS: `${friend},https://b.example`, ...settings } });
    let paths: readonly string[];
    let tags: readonly string[];
    const credentials = () => ['Authorization', basic(world.people.editor)] as const;

    beforeAll(async () => {
      const { id } = await world.event({ title: 'Unannounced gala', status: 'draft' });
      await world.event({ title: 'Open day', description: 'for everyone' });
      paths = mounts.flatMap((on) => [
        `${prefixes[on]}/events?status=draft,publish&context=edit`,
        `${prefixes[on]}/events?status=any`,
        `${prefixes[on]}/events/${id}?context=edit`,
      ]);
      const before = await cacheHits(world);
      const seen: string[] = [];
      for (const path of paths) {
        for (const origin of [[], [['Origin', friend] as const]]) {
          for (let again = 0; again < 2; again++) seen.push(await raw(world, path, [credentials(), ...origin]));
        }
      }
      tags = seen.flatMap((text) => /\r\netag: (\S+)/i.exec(text)?.[1] ?? []);
      expect(seen.filter((text) => text.includes('Unannounced gala')).length).toBeGreaterThan(seen.length / 2);
      // On PostgreSQL signed-in callers never get cached responses.
      if (engine.name === 'embedded') expect(await cacheHits(world)).toBeGreaterThan(before);
    });

    test('reach no anonymous caller, whatever headers they send', async () => {
      const { id } = world.people.editor;
      const who = fc.constantFrom(
        `editor ${id}`,
        `editor:${id}`,
        `editor ${id} `,
        `["editor",${id}`,
        'editor',
        `${id}`,
      );
      const site = fc.constantFrom('', friend, 'https://b.example', 'http calendar.example', ' calendar.example', ' ');
      const lengths = fc.constantFrom('', ':0:0:', `:${friend.length}:0:`, ',"","",', ' ', '  ');
      const forged = fc.tuple(who, lengths, site, fc.constantFrom('', ...paths)).map((parts) => parts.join(''));
      const value = fc.oneof(
        forged,
        fc.tuple(who, site).map((two) => two.join(' ')),
        site,
        fc.constantFrom('', 'null', ...tags),
      );
      const name = fc.constantFrom(
        ...['Origin', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Forwarded-For', 'Forwarded', 'Host', 'Referer'],
        ...['X-Original-URL', 'X-Rewrite-URL', 'X-HTTP-Method-Override', 'X-CSRF-Token', 'X-WP-Nonce', 'If-None-Match'],
        ...['Accept-Language', 'Accept-Encoding', 'X-Cache-Key', 'X-User', 'Via'],
      );
      const headers = fc.uniqueArray(fc.tuple(name, value), { maxLength: 4, selector: ([first]) => first });
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...paths), headers, fc.boolean(), async (path, sent, twice) => {
          const host = sent.filter(([one]) => one === 'Host');
          const rest = sent.filter(([one]) => one !== 'Host');
          const response = await raw(world, path, [...host, ...rest, ...(twice ? rest : [])]);
          expect(response).not.toMatch(/Unannounced|_input|^HTTP\/1\.1 304/);
        }),
        {
          numRuns: repetitions(100),
          examples: paths.flatMap((path) =>
            [`editor ${id} ${friend}`, `editor:${id}:${friend.length}:0:${friend}`].map(
              (text): [string, [string, string][], boolean] => [path, [['Origin', text]], false],
            ),
          ),
        },
      );
    });
  });

  describe('behind a trusted proxy', () => {
    const world = useWorld(engine, { settings: { ALMANAC_TRUST_PROXY: 'on', ALMANAC_BASE_URL: '' } });
    const linksOf = (text: string) =>
      [...text.matchAll(/"rest_url":"(\w+:\\?\/\\?\/[^/\\]*)/g)].map(([, url = '']) => url);
    const path = `${prefixes.native}/events`;

    test('links follow the address of their own request, never that of another', async () => {
      await world.event();
      const requests = [
        [
          [
            ['Host', 'evil.example'],
            ['X-Forwarded-Host', ''],
          ],
          'http://evil.example',
        ],
        [
          [
            ['Host', 'calendar.example'],
            ['X-Forwarded-Host', ''],
          ],
          'http://calendar.example',
        ],
        [
          [
            ['Host', 'calendar.example'],
            ['X-Forwarded-Host', 'one.example'],
            ['X-Forwarded-Host', 'two.example'],
          ],
          'http://one.example',
        ],
        [
          [
            ['Host', 'calendar.example'],
            ['X-Forwarded-Host', 'one.example, two.example'],
          ],
          'http://one.example',
        ],
        [
          [
            ['Host', 'calendar.example'],
            ['X-Forwarded-Host', 'two.example'],
          ],
          'http://two.example',
        ],
        [
          [
            ['Host', 'calendar.example'],
            ['X-Forwarded-Host', 'evil.example/x'],
          ],
          world.address,
        ],
        [
          [
            ['Host', 'calendar.example'],
            ['X-Forwarded-Proto', 'https http://evil.example'],
          ],
          world.address,
        ],
        [
          [
            ['Host', 'calendar.example'],
            ['X-Forwarded-Proto', 'https'],
            ['X-Forwarded-Proto', 'http'],
          ],
          'https://calendar.example',
        ],
        [[['Host', 'calendar.example']], 'http://calendar.example'],
      ] as const;
      // Twice, and then in the other order: first computed, then from the cache.
      for (const [headers, url] of [...requests, ...requests, ...requests.toReversed()]) {
        const links = linksOf(await raw(world, path, headers));
        expect(links.length).toBeGreaterThan(0);
        expect([headers, [...new Set(links)]]).toEqual([headers, [url]]);
      }
    });
  });

  describe('a protected event', () => {
    const world = useWorld(engine);
    let event: Answered;
    beforeAll(async () => {
      event = await world.event({ title: 'Members evening', password: 'open sesame', description: 'hiddenword' });
    });

    test.each([
      'password=open%20sesame',
      '%70assword=open+sesame',
      'p%61ss%77ord=%6fpen%20sesame',
      'x=1&password=open+sesame&y=2',
      'password=wrong&password=open+sesame',
      '_fields=description&%70%61%73%73%77%6f%72%64=open%20sesame',
      '_envelope=1&password=open%20sesame',
    ])('opened by ?%s is private and cached nowhere', async (query) => {
      for (const on of mounts) {
        for (let again = 0; again < 3; again++) {
          const { statusCode, text, headers } = await world.ask(`GET /events/${event.id}?${query}`, { on });
          expect([statusCode, text.includes('hiddenword')]).toEqual([200, true]);
          expect(headers.get('cache-control')).toMatch(/no-store.*private/);
          expect(headers.get('cache-control')).not.toMatch(/public|s-maxage/);
          expect(headers.get('x-cache')).toBeNull();
        }
        const head = await world.ask(`HEAD /events/${event.id}?${query}`, { on });
        expect(head.headers.get('cache-control')).toMatch(/no-store.*private/);
      }
    });

    test('stays shut without the password, also after others have opened it', async () => {
      await world.get(`/events/${event.id}?password=open+sesame`);
      for (const query of [
        '',
        '?PASSWORD=open+sesame',
        '?Password=open+sesame',
        '?password[]=open+sesame',
        '?password',
      ]) {
        const { statusCode, text, headers } = await world.ask(`GET /events/${event.id}${query}`);
        expect([query, statusCode < 500, text.includes('hiddenword')]).toEqual([query, true, false]);
        expect(headers.get('cache-control')).not.toMatch(/public|s-maxage/);
      }
    });

    test('on its page is private, and so is any page whose address has a password', async () => {
      const opened = await world.ask('POST //event/members-evening/', { raw: 'password=open+sesame' });
      expect([opened.statusCode, opened.text.includes('hiddenword')]).toEqual([200, true]);
      expect(opened.headers.get('cache-control')).toBe('private, no-store');
      for (const query of ['password=open+sesame', '%70assword=open+sesame']) {
        const shut = await world.ask(`GET //event/members-evening/?${query}`);
        expect(shut.text).not.toContain('hiddenword');
        expect([query, shut.headers.get('cache-control')]).toEqual([query, 'private, no-store']);
      }
    });
  });
});
