// What reaches the parser, and what is answered before it.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginnings, speak } from '../../../tests/harness/wire.js';
import { answerFamiliar } from './familiar.js';
import type { Shelf } from './shelf.js';

let server: Server;
let parsed: string[];
let current: () => boolean | Promise<boolean>;
let written: () => Promise<unknown>;
let found: number;

/** More than a socket takes at once. */
const large = Buffer.alloc(50_000_000);

const shelf: Shelf = {
  wishOf: ({ url = '', headers }) =>
    headers.authorization ? undefined : { key: url, acceptEncoding: undefined, ifNoneMatch: undefined },
  find: ({ key }) => {
    if (!key.startsWith('/kept')) return undefined;
    const take = (isCurrent: boolean) => {
      if (!isCurrent) return undefined;
      found++;
      const body = key === '/kept/large' ? large : Buffer.from(`kept ${key}`);
      const wire = { body, etag: '', headers: ['Content-Length', String(body.length)], bare: [] };
      return { http: 200, wire, isUnchanged: false };
    };
    const is = current();
    return typeof is === 'boolean' ? take(is) : is.then(take);
  },
};

beforeEach(async () => {
  parsed = [];
  current = () => true;
  server = createServer((request, response) => {
    parsed.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => response.end(`parsed ${request.url}`));
  });
  found = 0;
  written = answerFamiliar(server, shelf);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const get = (url: string, header = 'X-Nothing: 1') => ({
  text: `GET ${url} HTTP/1.1\r\nHost: here\r\n${header}\r\n\r\n`,
});
/** Each request when the one before it was answered. */
const inTurn = async (...requests: { text: string }[]) => {
  return (await speak(address(), requests, beginnings(requests))).map(({ body }) => body);
};

test('a request that was parsed before is answered without the parser', async () => {
  expect(await inTurn(get('/kept'), get('/kept'), get('/kept'))).toEqual(['parsed /kept', 'kept /kept', 'kept /kept']);
  expect(await inTurn(get('/kept'), get('/kept'))).toEqual(['parsed /kept', 'kept /kept']);
  expect(parsed).toEqual(['GET /kept', 'GET /kept']);
});

test('also when what is kept is asked about first, and not when it is not current', async () => {
  current = () => Promise.resolve(true);
  expect(await inTurn(get('/kept'), get('/kept'))).toEqual(['parsed /kept', 'kept /kept']);
  current = () => Promise.resolve(false);
  expect(await inTurn(get('/kept'), get('/kept'))).toEqual(['parsed /kept', 'parsed /kept']);
});

test('every other request is parsed, and the connection stays good', async () => {
  const signedIn = get('/kept', 'Authorization: Basic eA==');
  const closing = get('/kept', 'Connection: close');
  expect(await inTurn(get('/kept'), signedIn, signedIn, get('/other'), get('/other'), get('/kept'), closing)).toEqual([
    'parsed /kept',
    'parsed /kept',
    'parsed /kept',
    'parsed /other',
    'parsed /other',
    'kept /kept',
    'parsed /kept',
  ]);
});

test('bytes that are part of another request are never taken for one', async () => {
  const familiar = get('/kept');
  await inTurn(familiar, familiar);
  const begun = `GET /other HTTP/1.1\r\nHost: here\r\nX-Rest: `;
  const [swallowed] = await speak(
    address(),
    [familiar, { text: begun + familiar.text }],
    [familiar.text.length, familiar.text.length + begun.length],
  ).then((answers) => answers.slice(1));
  expect(swallowed?.body).toBe('parsed /other');
  const post = `POST /other HTTP/1.1\r\nHost: here\r\nContent-Length: ${familiar.text.length}\r\n\r\n`;
  const answers = await speak(
    address(),
    [familiar, { text: post + familiar.text }, familiar],
    [familiar.text.length, familiar.text.length + post.length, familiar.text.length * 2 + post.length],
  );
  expect(answers.map(({ body }) => body)).toEqual(['parsed /kept', 'parsed /other', 'parsed /kept']);
});

test('what a slow client has not taken yet can be waited for', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const { text } = get('/kept/large');
  socket.write(text);
  await once(socket, 'data');
  socket.pause().write(text);
  await expect.poll(() => socket.bytesWritten).toBe(text.length * 2);
  await expect.poll(() => found).toBe(1);
  let isWritten = false;
  const waiting = written().then(() => {
    isWritten = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isWritten).toBe(false);
  socket.resume();
  await waiting;
});
