// Requests to other sites: any status, bounded bodies, and secrets that stay with the site they belong to.
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { guardedRequest, openGuardedClient } from '../src/net/fetch.js';

const limits = { maxBytes: 10_000, seconds: 20 };
const text = 'hello '.repeat(500);
const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  gzip: gzipSync,
  br: brotliCompressSync,
  deflate: deflateSync,
};

let server: Server;
let asked: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly port: number | undefined }[] = [];
let closed = 0;
const port = (): number => (server.address() as AddressInfo).port;
const at = (path: string, host = 'one.example'): string => `http://${host}:${port()}${path}`;
const request = guardedRequest({
  allow: () => true,
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
});

function respond(path: string, response: ServerResponse): unknown {
  const { searchParams, pathname } = new URL(path, 'http://site');
  const to = searchParams.get('to');
  if (to !== null) return response.writeHead(302, { location: to }).end();
  const [, kind = '', name = ''] = pathname.split('/');
  if (kind === 'encoded') return response.writeHead(200, { 'content-encoding': name }).end(encodings[name]?.(text));
  if (kind === 'unknown') return response.writeHead(200, { 'content-encoding': 'zstd' }).end('x');
  if (kind === 'broken') return response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip');
  if (kind === 'cut')
    return response.writeHead(200, { 'content-length': '500' }).write('half', () => response.destroy());
  if (kind === 'bomb') return sendBomb(response);
  return response
    .writeHead(Number(kind), { 'X-Total': '7', link: ['<a>', '<b>'] })
    .end(kind === '304' ? undefined : `status ${kind}`);
}

/** Zeros without end, of which gzip makes a thousandth. */
function sendBomb(response: ServerResponse): void {
  response.writeHead(200, { 'content-encoding': 'gzip' });
  const gzip = createGzip();
  gzip.pipe(response);
  const more = () => {
    while (!response.destroyed && gzip.write(Buffer.alloc(65_536)));
  };
  gzip.on('drain', more);
  response.on('close', () => {
    closed++;
    gzip.destroy();
  });
  more();
}

beforeAll(async () => {
  server = createServer((received, response) => {
    asked.push({ path: received.url ?? '', headers: received.headers, port: received.socket.remotePort });
    respond(received.url ?? '', response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
  closed = 0;
});

test.each([200, 201, 304, 400, 404, 429, 500, 503])('returns the response with status %i', async (status) => {
  const { status: got, headers, bytes } = await request(at(`/${status}`), limits);
  expect([got, headers['x-total'], headers.link]).toEqual([status, '7', '<a>, <b>']);
  expect(String(bytes)).toBe(status === 304 ? '' : `status ${status}`);
});

test.each(Object.keys(encodings))('decodes a body in %s', async (name) => {
  expect(String((await request(at(`/encoded/${name}`), limits)).bytes)).toBe(text);
});

test('rejects a body that exceeds the limit only after decompression', async () => {
  for (const name of Object.keys(encodings)) {
    expect(encodings[name]?.(text).length).toBeLessThan(1_000);
    const refused = request(at(`/encoded/${name}`), { ...limits, maxBytes: 1_000 });
    await expect(refused, name).rejects.toMatchObject({ reason: 'size' });
  }
});

test('stops a decompression bomb at the limit and closes its connection', async () => {
  await expect(request(at('/bomb'), limits)).rejects.toMatchObject({ reason: 'size' });
  await expect.poll(() => closed).toBe(1);
});

test('rejects bodies that cannot be read, with a reason', async () => {
  await expect(request(at('/unknown'), limits)).rejects.toMatchObject({ reason: 'response' });
  await expect(request(at('/broken'), limits)).rejects.toMatchObject({ reason: 'network' });
  await expect(request(at('/cut'), limits)).rejects.toMatchObject({ reason: 'network' });
});

test('sends its own headers', async () => {
  await request(at('/200'), { ...limits, headers: { 'if-none-match': '"a"', 'user-agent': 'Reader' } });
  expect(asked[0]?.headers).toMatchObject({
    'if-none-match': '"a"',
    'user-agent': 'Reader',
    'accept-encoding': 'gzip, br',
  });
});

test('keeps secrets on redirects within the site and drops them on the way to another one', async () => {
  const headers = { authorization: 'Basic YTpi', cookie: 'a=b', 'x-other': 'kept' };
  const back = at(`/?to=${encodeURIComponent(at('/200'))}`, 'two.example');
  await request(at(`/?to=${encodeURIComponent(`/?to=${encodeURIComponent(back)}`)}`), { ...limits, headers });
  expect(asked.map(({ headers: sent }) => [sent.host?.split(':')[0], sent.authorization, sent.cookie])).toEqual([
    ['one.example', 'Basic YTpi', 'a=b'],
    ['one.example', 'Basic YTpi', 'a=b'],
    ['two.example', undefined, undefined],
    // Back at the first site: the other one chose the address, so the secrets are not sent there either.
    ['one.example', undefined, undefined],
  ]);
  expect(asked.map(({ headers: sent }) => sent['x-other'])).toEqual(['kept', 'kept', 'kept', 'kept']);
});

test('returns a redirect as it is if none is to be followed', async () => {
  const { status, headers } = await request(at('/?to=/200'), { ...limits, redirects: 0 });
  expect([status, headers.location, asked.length]).toEqual([302, '/200', 1]);
});

test('uses a connection again only if asked to', async () => {
  const client = openGuardedClient(1, {
    allow: () => true,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  });
  for (let count = 0; count < 3; count++) await client.request(at('/200'), limits);
  await client.close();
  expect(new Set(asked.map(({ port: from }) => from)).size).toBe(1);
  asked = [];
  for (let count = 0; count < 3; count++) await request(at('/200'), limits);
  expect(new Set(asked.map(({ port: from }) => from)).size).toBe(3);
});

test('does not follow a redirect into a private network, not even for an allowed host', async () => {
  const guarded = guardedRequest({
    allow: (address) => address === '127.0.0.1',
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  });
  const to = encodeURIComponent('http://169.254.169.254/latest/meta-data/');
  await expect(guarded(at(`/?to=${to}`), limits)).rejects.toMatchObject({ reason: 'address' });
});
