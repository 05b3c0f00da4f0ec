import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openLoadShedder } from './admission.js';

test('refuses reads that wait in the queue while none is answered', async () => {
  const refusal = { statusCode: 503, headers: { 'Retry-After': '1' }, body: { code: 'busy' } };
  let shed = 0;
  const { admit } = openLoadShedder(
    () => undefined,
    refusal,
    () => void shed++,
  );
  const server = createServer(admit).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const first = new Promise<IncomingMessage>((resolve) => {
    // 50 take all slots, and 20 may wait for longer.
    for (let count = 0; count < 100; count++) get({ port }, resolve).on('error', () => undefined);
  });
  const { statusCode, headers } = await first;
  expect([statusCode, headers['retry-after']]).toEqual([503, '1']);
  expect(shed).toBeGreaterThan(0);
  server.closeAllConnections();
  server.close();
});
