// The fetch guard never connects to a private network, whatever the spelling, the resolver or a redirect (SSRF).
// Every connection attempt of this process is observed, whether or not the network has anybody who answers.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isPublic } from '../src/net/addresses.js';
import { guardedFetch, type Options, Unfetchable } from '../src/net/fetch.js';
import { spellings } from './harness/private-hosts.js';

const limits = { maxBytes: 1_000, seconds: 5, accept: '*/*' };

/** A private service that must not be reached. */
let secret: Server;
/** Plays the public network: the only address that may be connected to. */
let open: Server;
let connections = 0;
/** Addresses that a connection was attempted to: an unreachable one fails like a refused one, but it is listed here. */
let attempts: string[] = [];
let asked: string[] = [];
const watchSocket = (message: unknown): void => {
  const { socket } = message as { socket: Socket };
  socket.on('connectionAttempt', (address) => attempts.push(address));
};
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

const listen = (server: Server, host: string): Promise<void> =>
  new Promise((resolve) => server.listen(0, host, resolve));

beforeAll(async () => {
  subscribe('net.client.socket', watchSocket);
  secret = createServer((_, response) => response.end('secret'));
  secret.on('connection', () => connections++);
  // On all addresses of this machine, those of IPv6 too.
  await listen(secret, '::');
  open = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(`${request.headers.host} ${path}`);
    const to = new URL(path, 'http://open').searchParams.get('to');
    if (to !== null) return response.writeHead(302, { location: Buffer.from(to).toString('latin1') }).end();
    if (path === '/nowhere') return response.writeHead(302).end();
    if (path === '/missing') return response.writeHead(404).end();
    if (path === '/large') return response.end(Buffer.alloc(1_001));
    if (path === '/endless') {
      const more = setInterval(() => response.write(Buffer.alloc(100)), 1);
      return response.on('close', () => clearInterval(more));
    }
    if (path === '/silent') return undefined;
    return response.writeHead(200, { 'content-type': 'Text/Plain; charset=utf-8' }).end('hello');
  });
  await listen(open, '127.0.0.9');
});
afterAll(() => {
  unsubscribe('net.client.socket', watchSocket);
  for (const server of [secret, open]) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => {
  connections = 0;
  attempts = [];
  asked = [];
});

/** Public is what the real judgement says, and the one address that stands for it here. */
const allow = (address: string) => address === '127.0.0.9' || isPublic(address);
const resolving = (...answers: readonly string[][]): Options => {
  let turn = 0;
  return {
    allow,
    resolve: async () => {
      const answer = answers[Math.min(turn++, answers.length - 1)] ?? [];
      return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
  };
};

const names = ['user@127.0.0.1', 'user:secret@open.example', ''];
const schemes = [
  'file:///etc/passwd',
  'ftp://open.example/',
  'gopher://127.0.0.1/',
  'data:text/plain,x',
  'about:blank',
];

describe('no connection is made', () => {
  test('the table is long enough', () => {
    expect(new Set(spellings).size).toBeGreaterThanOrEqual(40);
  });

  test.each(spellings)('to %s', async (host) => {
    // The real resolver, as in service.
    const url = `http://${host}:${portOf(secret)}/`;
    await expect(guardedFetch()(url, limits)).rejects.toThrow(Unfetchable);
    expect([connections, attempts]).toEqual([0, []]);
  });

  test.each(spellings)('by a redirect to %s', async (host) => {
    const to = encodeURIComponent(`http://${host}:${portOf(secret)}/`);
    const own = await import('node:dns/promises');
    const resolve: Options['resolve'] = async (name) =>
      name === 'open.example' ? [{ address: '127.0.0.9', family: 4 }] : own.lookup(name, { all: true });
    const url = `http://open.example:${portOf(open)}/?to=${to}`;
    await expect(guardedFetch({ allow, resolve })(url, limits)).rejects.toThrow(Unfetchable);
    expect([connections, asked.length, attempts]).toEqual([0, 1, ['127.0.0.9']]);
  });

  test.each(spellings.filter((host) => /^[\d.]+$|^\[[^%]+\]$/.test(host) && host.length > 6))(
    'to a name that resolves to %s',
    async (host) => {
      const url = `http://named.example:${portOf(secret)}/`;
      const address = host.replace(/[[\]]|\.$/g, '');
      await expect(guardedFetch(resolving([address]))(url, limits)).rejects.toThrow(Unfetchable);
      expect([connections, attempts]).toEqual([0, []]);
    },
  );

  test('to a host with a private address among several', async () => {
    const url = `http://mixed.example:${portOf(secret)}/`;
    for (const answer of [
      ['93.184.216.34', '127.0.0.1'],
      ['127.0.0.1', '93.184.216.34'],
      ['2606:2800:220:1:248:1893:25c8:1946', '::1'],
    ]) {
      await expect(guardedFetch(resolving(answer))(url, limits)).rejects.toThrow(Unfetchable);
    }
    expect([connections, attempts]).toEqual([0, []]);
  });

  test('to a host whose address changes from public to private between lookups', async () => {
    // The redirect makes it ask again; what was judged once does not count for the next connection.
    const options = resolving(['127.0.0.9'], ['127.0.0.1']);
    const to = encodeURIComponent(`http://rebound.example:${portOf(secret)}/`);
    const url = `http://rebound.example:${portOf(open)}/?to=${to}`;
    await expect(guardedFetch(options)(url, limits)).rejects.toThrow(Unfetchable);
    expect([connections, asked.length, attempts]).toEqual([0, 1, ['127.0.0.9']]);
    // And within one fetch the connection goes where the judgement was made, not where a second answer leads.
    const { bytes } = await guardedFetch(resolving(['127.0.0.9'], ['127.0.0.1']))(
      `http://rebound.example:${portOf(open)}/`,
      limits,
    );
    expect([String(bytes), connections]).toEqual(['hello', 0]);
  });

  test.each(schemes)('for %s, given or redirected to', async (address) => {
    await expect(guardedFetch(resolving(['127.0.0.9']))(address, limits)).rejects.toThrow(Unfetchable);
    const url = `http://open.example:${portOf(open)}/?to=${encodeURIComponent(address)}`;
    await expect(guardedFetch(resolving(['127.0.0.9']))(url, limits)).rejects.toThrow(Unfetchable);
    expect([connections, attempts]).toEqual([0, ['127.0.0.9']]);
  });

  test.each(names)('for the host %j', async (host) => {
    const url = `http://${host}:${portOf(secret)}/`;
    await expect(guardedFetch(resolving(['127.0.0.9']))(url, limits)).rejects.toThrow(Unfetchable);
    expect([connections, attempts, asked]).toEqual([0, [], []]);
  });

  test('to a host without an address', async () => {
    await expect(guardedFetch(resolving([]))('http://none.example/', limits)).rejects.toThrow(Unfetchable);
  });
});

describe('addresses', () => {
  test.each(['8.8.8.8', '93.184.216.34', '1.1.1.1', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'])(
    '%s is public',
    (address) => expect(isPublic(address)).toBe(true),
  );
  test.each(['', 'localhost', '1.2.3', '::ffff:8.8.8.8', '64:ff9b::808:808', '2002:808:808::1', 'fe80::1%eth0'])(
    '%j is not',
    (address) => expect(isPublic(address)).toBe(false),
  );
});

describe('a fetched file', () => {
  const here = resolving(['127.0.0.9']);
  const at = (path: string) => `http://open.example:${portOf(open)}${path}`;

  test('has its type and its final URL', async () => {
    const { bytes, type, url } = await guardedFetch(here)(at('/?to=/found'), limits);
    expect([String(bytes), type, url.pathname]).toEqual(['hello', 'text/plain', '/found']);
    expect(asked).toEqual([`open.example:${portOf(open)} /?to=/found`, `open.example:${portOf(open)} /found`]);
  });

  test('is rejected beyond the size and time limits', async () => {
    for (const path of ['/large', '/endless', '/missing', '/nowhere']) {
      await expect(guardedFetch(here)(at(path), limits), path).rejects.toThrow(Unfetchable);
    }
    const stopped = guardedFetch(here)(at('/silent'), { ...limits, signal: AbortSignal.timeout(50) });
    await expect(stopped).rejects.toThrow('too long');
  });

  test('follows five redirects and no more', async () => {
    const hops = (count: number): string => (count === 0 ? '/' : `/?to=${encodeURIComponent(hops(count - 1))}`);
    expect(String((await guardedFetch(here)(at(hops(5)), limits)).bytes)).toBe('hello');
    asked = [];
    await expect(guardedFetch(here)(at(hops(6)), limits)).rejects.toThrow(Unfetchable);
    expect(asked).toHaveLength(6);
  });
});
