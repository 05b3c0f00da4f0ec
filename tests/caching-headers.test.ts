// The service sends the Cache-Control headers that docs/operations.md lists.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
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
