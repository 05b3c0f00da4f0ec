// Cached responses before routing, over real connections: framing, fallback to the routed path after any failure, and
// clients that disconnect.
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openResponseCache } from '../cache/responses.js';
import { openCacheStats } from '../cache/stats.js';
import type { Store } from '../core/store.js';
import { registry } from '../models/registry.js';
import { publicKey } from './cache-key.js';
import { type CachedResponse, cachedResponse } from './cached-response.js';
import { earlyResponses } from './early-response.js';
import { openRequestMetrics } from './request-metrics.js';
import type { Service } from './service.js';
import { openUsage } from './usage.js';

let server: Server;
let pollChanges: Store['pollChanges'];
let deliverChanges: Store['deliverChanges'];
let logged: string[];
/** In order: requests received, polls of the change log, and requests on the routed path. */
let events: string[];
let responses: ServerResponse[];
let put: (url: string, body: string, headers?: Record<string, string>) => void;

beforeEach(async () => {
  [logged, events, responses] = [[], [], []];
  pollChanges = async () => undefined;
  deliverChanges = () => 'exact';
  const cache = openResponseCache<CachedResponse>(
    { subscribe: () => undefined, onLaggingRead: () => undefined },
    registry,
    1_000_000,
  );
  const settings: Pick<Service, 'corsOrigins' | 'trustsForwardedHost'> = {
    corsOrigins: ['*'],
    trustsForwardedHost: false,
  };
  const service = {
    ...settings,
    liveSite: { current: () => ({ baseUrl: 'http://own.example' }) } as Service['liveSite'],
    store: {
      pollChanges: () => pollChanges(),
      deliverChanges: () => {
        events.push('looked');
        return deliverChanges();
      },
    },
    cacheStats: openCacheStats(),
    requestMetrics: openRequestMetrics(),
    usage: openUsage([]),
    trustProxy: false,
    now: () => '2026-01-01T00:00:00Z',
  };
  put = (url, body, headers = {}) => {
    const rendered = { statusCode: 200, headers, bytes: Buffer.from(body), tag: body };
    const entry = cache.open({} as Store);
    const key = publicKey(service, { method: 'GET', url, headers: {} });
    entry.put(String(key), cachedResponse({ rendered, validity: undefined, metricLabel: url, route: url }));
    entry.end();
  };
  put('/x', 'cached');
  server = createServer();
  server.on('request', ({ method, url }, response) => {
    events.push(`${method} ${url}`);
    responses.push(response);
  });
  const otherwise = ({ url }: { url?: string | undefined }, response: ServerResponse) => {
    events.push(`normal ${url}`);
    response.end('normal');
  };
  server.on(
    'request',
    earlyResponses(service, cache, otherwise, (error) => logged.push((error as Error).message)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const port = () => (server.address() as AddressInfo).port;
const get = async () => (await fetch(`http://127.0.0.1:${port()}/x`)).text();

/** Everything received on one connection until the server closes it. */
async function exchange(sent: string): Promise<string> {
  const socket = connect(port(), '127.0.0.1');
  socket.write(sent);
  return (await text(socket)).replaceAll(/^(?:Date|Keep-Alive): .*\r\n/gm, '').replaceAll('\r\n', '\n');
}

const head = 'ETag: "cached"\n';
const full = `HTTP/1.1 200 OK\n${head}X-Cache: hit\nContent-Length: 6\n`;

test('sends a cached response, also after an asynchronous poll of the change log', async () => {
  expect(await get()).toBe('cached');
  pollChanges = () => new Promise((resolve) => setTimeout(resolve, 1));
  expect(await get()).toBe('cached');
  expect(logged).toEqual([]);
});

test('answers pipelined requests in order, cached or not', async () => {
  put('/y', 'other');
  const sent = ['GET /x', 'GET /normal', 'HEAD /x', 'GET /y'].map((line) => `${line} HTTP/1.1\r\nHost: here\r\n\r\n`);
  const received = await exchange(`${sent.join('')}GET /x HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n`);
  expect(received).toBe(
    [
      `${full}Connection: keep-alive\n\ncached`,
      'HTTP/1.1 200 OK\nConnection: keep-alive\nContent-Length: 6\n\nnormal',
      `${full}Connection: keep-alive\n\n`,
      'HTTP/1.1 200 OK\nETag: "other"\nX-Cache: hit\nContent-Length: 5\nConnection: keep-alive\n\nother',
      `${full}Connection: close\n\ncached`,
    ].join(''),
  );
});

test('polls the change log once per tick, after the last request of the tick was received', async () => {
  const sent = 'GET /x HTTP/1.1\r\nHost: here\r\n\r\n'.repeat(2);
  await exchange(`${sent}GET /x HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n`);
  expect(events).toEqual(['GET /x', 'GET /x', 'GET /x', 'looked']);
});

test.each([
  ['HTTP/1.0 without keep-alive', 'GET /x HTTP/1.0\r\n\r\n', `${full}Connection: close\n\ncached`],
  ['HTTP/1.0 HEAD', 'HEAD /x HTTP/1.0\r\n\r\n', `${full}Connection: close\n\n`],
  [
    'a matching If-None-Match',
    'GET /x HTTP/1.1\r\nHost: here\r\nIf-None-Match: "a"\r\nIf-None-Match: W/"cached"\r\nConnection: close\r\n\r\n',
    `HTTP/1.1 304 Not Modified\n${head}Connection: close\n\n`,
  ],
  [
    'a matching If-None-Match with HEAD',
    'HEAD /x HTTP/1.1\r\nHost: here\r\nIf-None-Match: *\r\nConnection: close\r\n\r\n',
    `HTTP/1.1 304 Not Modified\n${head}Connection: close\n\n`,
  ],
])('frames the cached response to %s', async (_, sent, received) => {
  expect(await exchange(sent)).toBe(received);
  expect(events).not.toContain('normal /x');
});

test.each(['Authorization: Basic eDp5', 'Cookie: a=b', 'X-WP-Nonce: 1', 'Authorization:'])(
  'routes a request with %s',
  async (header) => {
    await exchange(`GET /x HTTP/1.1\r\nHost: here\r\n${header}\r\nConnection: close\r\n\r\n`);
    expect(events).toEqual(['GET /x', 'normal /x']);
  },
);

test('routes the request when the change log fails or its state is unknown', async () => {
  pollChanges = () => Promise.reject(new Error('later'));
  expect(await get()).toBe('normal');
  pollChanges = async () => undefined;
  deliverChanges = () => {
    throw new Error('at once');
  };
  expect(await get()).toBe('normal');
  deliverChanges = () => 'unknown';
  expect(await get()).toBe('normal');
  expect(logged).toEqual(['later', 'at once']);
});

test('routes the request when the cached response cannot be sent', async () => {
  put('/x', 'cached', { 'X-Broken': 'line\nbreak' });
  expect(await get()).toBe('normal');
  expect(logged).toHaveLength(1);
});

test.each([
  ['succeeds', () => Promise.resolve()],
  ['fails', () => Promise.reject(new Error('away'))],
])('sends nothing to a client that disconnected before the poll %s', async (_, outcome) => {
  let finish = () => undefined as unknown;
  pollChanges = () =>
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
  // The same process still answers other requests.
  pollChanges = async () => undefined;
  expect(await get()).toBe('cached');
  expect(response.headersSent).toBe(false);
  expect(events).not.toContain('normal /x');
});
