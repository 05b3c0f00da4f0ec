// The load shedder of the service in front of a handler that never answers: once its queue is full, every request is refused.
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLoadShedder, overloaded } from '../../src/http/admission.js';

/** More than may wait for the database and in the queue. */
const waitingRequests = 100;
/** Longer than a read may wait. */
const waitMs = 1_000;

async function start(): Promise<number> {
  const { statusCode, message } = overloaded;
  const refusal = { statusCode, headers: { 'Retry-After': '1' }, body: { code: 'rest_unavailable', message } };
  const shedder = openLoadShedder(
    () => undefined,
    refusal,
    () => undefined,
  );
  const server = createServer(shedder.admit);
  server.keepAliveTimeout = 72_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  for (let count = 0; count < waitingRequests; count++) get({ port }).on('error', () => undefined);
  await sleep(waitMs);
  return port;
}

process.on('message', () => {
  start().then(
    (port) => process.send?.(port),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
