// The service sends the Cache-Control headers that docs/operations.md lists.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { changePassword } from '../src/auth/accounts.js';
import { basic } from './harness/client.js';
import { engines } from './harness/engines.js';
import { useWorld } from './harness/world.js';

const [engine] = engines;
if (!engine) throw new Error('there is no engine');
const world = useWorld(engine);

const guide = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8');
const rows = [...guide.matchAll(/^\| [^|]+ \| `(\/[^`]*)`( with credentials)? \| `([^`]+)` \|$/gm)].map(
  ([, address = '', signedIn, header = '']) => ({ address, signedIn: signedIn !== undefined, header }),
);

test('the table has rows for API, pages and files', () => expect(rows.length).toBeGreaterThanOrEqual(10));

test.each(rows.filter(({ address }) => !address.endsWith('…')))(
  '$address, signed in: $signedIn, is $header',
  async ({ address, signedIn, header }) => {
    const headers = signedIn ? { authorization: basic(world.people.editor) } : {};
    const answer = await fetch(world.address + address, { headers });
    expect(answer.headers.get('cache-control')).toBe(header);
  },
);

test('scripts and styles have the caching headers of the table', async () => {
  const [asset = ''] = /\/assets\/[^"]+/.exec(await (await fetch(`${world.address}/`)).text()) ?? [];
  const answer = await fetch(world.address + asset);
  const row = rows.find(({ address }) => address === '/assets/…');
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, row?.header]);
});

describe('every address that can be read', () => {
  const routes = readFileSync(new URL('../docs/routes.txt', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => /^\S+ +GET +(\S+)/.exec(line)?.[1] ?? []);
  let addresses: readonly string[] = [];

  beforeAll(async () => {
    const made = { venue: await world.venue(), organizer: await world.organizer(), tag: await world.tag() };
    const category = await world.category();
    const shown = await world.event({ venue: made.venue.id, recurrence: 'FREQ=WEEKLY;COUNT=3' });
    const draft = await world.event({ status: 'draft' });
    const draftVenue = await world.venue({ status: 'draft' });
    const owners: Readonly<Record<string, number>> = {
      ...{ venues: made.venue.id, organizers: made.organizer.id, tags: made.tag.id, categories: category.id },
      ...{ tribe_venue: made.venue.id, tribe_organizer: made.organizer.id, tribe_events_cat: category.id },
      users: world.people.editor.id,
    };
    const filled = (route: string, event: number, format: string): string =>
      route
        .replace(/:(?:format)/, format)
        .replace(/:(?:slug)/, /types/.test(route) ? 'tribe_events' : 'publish')
        .replace(
          /([a-z_]+)\/:(?:id|occurrence_of|venue|organizer|categories|tags|user)/,
          (_, owner: string) => `${owner}/${owners[owner] ?? event}`,
        );
    const pages = [
      ...['/', '/calendar/list', '/calendar/month', '/docs', '/sitemap.xml', '/admin', '/events.rss'],
      ...[shown, draft].flatMap(({ id }) => [`/?p=${id}`, `/?post_type=tribe_events&p=${id}`]),
      `/?post_type=tribe_venue&p=${draftVenue.id}`,
      `/oembed?url=${encodeURIComponent(shown.url)}`,
      new URL(shown.url).pathname,
    ];
    const api = routes.flatMap((route) => [filled(route, shown.id, 'ics'), filled(route, draft.id, 'csv')]);
    addresses = [...new Set([...api, ...pages])].filter((address) => !/[:]\w/.test(address.replace(/https?%3A/g, '')));
  });

  async function read(address: string, headers: Readonly<Record<string, string>> = {}) {
    const usual = { accept: '*/*', 'accept-encoding': 'identity', 'accept-language': '*', 'user-agent': 'test' };
    const reply = await fetch(world.address + address, { headers: { ...usual, ...headers }, redirect: 'manual' });
    const text = reply.headers.get('content-type')?.includes('event-stream') ? '' : await reply.text();
    return { status: reply.status, headers: reply.headers, text };
  }

  test('is private if it needs a right', async () => {
    const [user, password] = ['world-administrator', 'correct horse battery'];
    await changePassword(world.store, user, password);
    const signedIn = await world.ask('POST /session', { body: { user, password } });
    const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    const needing: string[] = [];
    for (const address of addresses) {
      const anyone = await read(address);
      for (const given of [{ authorization: basic(world.people.administrator) }, { cookie }]) {
        const own = await read(address, given);
        if (own.status !== 200 || anyone.status === 200) continue;
        needing.push(address);
        expect(own.headers.get('cache-control'), address).toMatch(/no-store|private/);
        expect(own.headers.get('cache-control'), address).not.toMatch(/public|s-maxage/);
      }
    }
    expect(needing.length).toBeGreaterThan(20);
    expect(needing.some((address) => address.startsWith('/?post_type'))).toBe(true);
  });

  test('names in Vary the headers that it varies by', async () => {
    const variations = {
      accept: 'text/calendar',
      'accept-language': 'de',
      'user-agent': 'WordPress/6.1.9; https://town.example',
      origin: 'https://other.example',
    };
    const varying = new Set<string>();
    for (const address of addresses) {
      const [first, again] = [await read(address), await read(address)];
      if (
        first.status !== 200 ||
        first.text !== again.text ||
        /no-store/.test(first.headers.get('cache-control') ?? '')
      )
        continue;
      for (const [name, value] of Object.entries(variations)) {
        const other = await read(address, { [name]: value });
        if (other.text === first.text && other.status === first.status) continue;
        varying.add(name);
        for (const { headers } of [first, other]) {
          const named = (headers.get('vary') ?? '').toLowerCase().split(/, */);
          expect(named, `${address} by ${name}`).toContain(name);
        }
      }
    }
    expect([...varying].sort()).toEqual(['accept', 'accept-language', 'user-agent']);
  });
});
