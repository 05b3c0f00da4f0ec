// A receiver of webhooks for the tests of a file.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { openReceiver } from './open-receiver.js';

export function useReceiver(): ReturnType<typeof openReceiver> {
  const receiver = openReceiver();
  afterAll(receiver.close);
  return receiver;
}

/** A URL that nothing listens on. */
export async function closedUrl(): Promise<string> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/`;
}
