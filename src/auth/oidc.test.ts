// A provider that answers without an end is given up at once.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openOidcClient } from './oidc.js';

test('reads at most a megabyte of a response of the provider', async () => {
  const chunk = Buffer.alloc(65_536, ' ');
  let isGivenUp = false;
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more).on('close', () => {
      isGivenUp = true;
    });
    more();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = openOidcClient({ issuer, clientId: 'almanac', clientSecret: '', scopes: 'openid' });
  const failed = await client.authorizationUrl('http://here/callback', 'token').catch((error: unknown) => error);
  expect(failed).toMatchObject({ failure: 'unavailable', cause: { cause: { message: 'the response is too large' } } });
  while (!isGivenUp) await new Promise(setImmediate);
  server.close();
});
