// The path before routing, over real connections: what fails there ends in the normal path, and clients that are gone are
// left alone.
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fastPath } from './early-response.js';
import type { Found, Shelf } from './public-lookup.js';
import { openRequests } from './requests.js';

let server: Server;
let find: Shelf['find'];
let logged: string[];
let normal: string[];
let responses: ServerResponse[];

const found = (headers: string[] = ['Content-Length', '6']): Found => ({
  route: '/x',
  http: 200,
  wire: { body: Buffer.from('cached'), etag: '', headers, bare: [] },
  isUnchanged: false,
});

beforeEach(async () => {
  [logged, normal, responses] = [[], [], []];
  const shelf: Shelf = {
    wishOf: ({ url = '' }) => ({ key: url, acceptEncoding: undefined, ifNoneMatch: undefined }),
    find: (wish) => find(wish),
  };
  server = createServer();
  server.on('request', (_, response) => responses.push(response));
  server.on(
    'request',
    fastPath({
      shelf,
      requests: openRequests(),
      otherwise: ({ url }, response) => {
        normal.push(String(url));
        response.end('normal');
      },
      logError: (error) => logged.push((error as Error).message),
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const port = () => (server.address() as AddressInfo).port;
const get = async () => (await fetch(`http://127.0.0.1:${port()}/x`)).text();

test('a cached response is sent, also one that has to be waited for', async () => {
  find = () => found();
  expect(await get()).toBe('cached');
  find = async () => found();
  expect(await get()).toBe('cached');
  expect([logged, normal]).toEqual([[], []]);
});

test('a store that fails, at once or later, leaves the request to the normal path', async () => {
  find = () => {
    throw new Error('at once');
  };
  expect(await get()).toBe('normal');
  find = () => Promise.reject(new Error('later'));
  expect(await get()).toBe('normal');
  expect(logged).toEqual(['at once', 'later']);
});

test('a cached response that cannot be sent leaves the request to the normal path', async () => {
  const broken = found(['X-Broken', 'line\nbreak', 'Content-Length', '6']);
  find = () => broken;
  expect(await get()).toBe('normal');
  find = async () => broken;
  expect(await get()).toBe('normal');
  expect(logged).toHaveLength(2);
});

test.each([
  ['a response', async () => found()],
  ['nothing', async () => undefined],
  ['a failure', () => Promise.reject(new Error('away'))],
])('a client that closes while %s is waited for is left alone', async (_, outcome) => {
  let finish = () => undefined as unknown;
  find = () =>
    new Promise((resolve, reject) => {
      finish = () => outcome().then(resolve, reject);
    });
  const socket = connect(port(), '127.0.0.1');
  socket.write('GET /x HTTP/1.1\r\nHost: here\r\n\r\n');
  await expect.poll(() => responses.length).toBe(1);
  const [response] = responses as [ServerResponse];
  const closed = once(response, 'close');
  socket.resetAndDestroy();
  await closed;
  finish();
  // Another request is answered after it, by the same process.
  find = () => found();
  expect(await get()).toBe('cached');
  expect(response.headersSent).toBe(false);
  expect(normal).toEqual([]);
});
