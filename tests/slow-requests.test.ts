// Requests that arrive slowly, not at all or malformed: limited by progress, and refused in the error format of the service.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basic, prefixes } from './harness/client.js';
import { engines } from './harness/engines.js';
import { startWorld, type World } from './harness/world.js';

const [engine] = engines;

/** So short that the old limits of the whole request would be reached many times over. */
const timeouts = {
  headersMs: 1_000,
  checkMs: 50,
  idleMs: 2_000,
  graceMs: 2_500,
  minBytesPerSecond: 2_000,
  lingerMs: 300,
  answerMs: 10_000,
};

describe.skipIf(!engine)('slow requests', () => {
  let world: World;
  const opened: Socket[] = [];

  beforeAll(async () => {
    if (engine) world = await startWorld(engine, { timeouts, reach: { allow: () => true } });
  });
  afterAll(async () => {
    for (const socket of opened) socket.destroy();
    await world?.stop();
  });

  const dial = async (): Promise<Socket> => {
    const { hostname, port } = new URL(world.address);
    const socket = connect(Number(port), hostname)
      .setNoDelay(true)
      .setEncoding('latin1')
      .on('error', () => undefined);
    opened.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  /** Everything that the server sends until it closes the connection. */
  const untilClosed = (socket: Socket): Promise<string> =>
    new Promise((resolve) => {
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.once('close', () => resolve(text));
    });
  const parsed = (text: string) => {
    const [head = '', body = ''] = text.split('\r\n\r\n');
    return { statusCode: Number(head.split(' ')[1]), head, body: body === '' ? undefined : JSON.parse(body) };
  };
  const head = (first: string, ...more: readonly string[]): string =>
    [first, 'Host: calendar.example', ...more, '', ''].join('\r\n');
  const authorization = () => `Authorization: ${basic(world.people.administrator)}`;
  const upload = (path: string, ...more: readonly string[]): string =>
    head(`POST ${prefixes.native}${path} HTTP/1.1`, authorization(), ...more);
  const pace = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  /** In steps that are each shorter than the idle limit, and together longer than all limits. */
  const sendSlowly = async (socket: Socket, bytes: Buffer): Promise<void> => {
    const steps = 8;
    const size = Math.ceil(bytes.length / steps);
    for (let step = 0; step < steps; step++) {
      socket.write(bytes.subarray(step * size, (step + 1) * size));
      await pace(timeouts.idleMs / 4);
    }
  };

  test('an image that arrives slowly but steadily is stored', async () => {
    const raw = { width: 160, height: 160, channels: 3 } as const;
    const picture = await sharp(randomBytes(160 * 160 * 3), { raw })
      .png()
      .toBuffer();
    expect(picture.length).toBeGreaterThan(60_000);
    const socket = await dial();
    const type = ['Content-Type: image/png', 'Content-Disposition: attachment; filename="slow.png"'];
    const closed = untilClosed(socket);
    socket.write(upload('/media', ...type, 'Connection: close', `Content-Length: ${picture.length}`));
    await sendSlowly(socket, picture);
    expect(parsed(await closed)).toMatchObject({ statusCode: 201, body: { width: 160 } });
  });

  test('lines that arrive slowly but steadily are imported', async () => {
    const line = (n: number) => {
      const fields = {
        title: `Slow ${n}`,
        start_date: '2027-03-01 10:00',
        end_date: '2027-03-01 12:00',
        description: 'x'.repeat(8_000),
      };
      return `${JSON.stringify({ resource: 'event', source: 'slow', external_id: `s${n}`, ...fields })}\n`;
    };
    const body = Buffer.from([1, 2, 3, 4, 5, 6, 7, 8].map(line).join(''));
    const socket = await dial();
    const closed = untilClosed(socket);
    const type = 'Content-Type: application/x-ndjson';
    socket.write(upload('/import.ndjson', type, 'Connection: close', `Content-Length: ${body.length}`));
    await sendSlowly(socket, body);
    const text = await closed;
    expect(text).toMatch(/^HTTP\/1\.1 200/);
    expect(text).toContain('"created":8');
    expect(text).toContain('"done":true');
  });

  const stalling = [
    ['JSON', '/events', 'Content-Type: application/json', '{"title":'],
    ['an image', '/media', 'Content-Type: image/jpeg', 'ÿØÿ'],
    ['a form', '/imports', 'Content-Type: multipart/form-data; boundary=x', '--x\r\n'],
    ['lines', '/import.ndjson', 'Content-Type: application/x-ndjson', '{"resource":'],
  ] as const;
  test.concurrent.each(stalling)('a body of %s that stops is answered with 408', async (_, path, type, start) => {
    const socket = await dial();
    const closed = untilClosed(socket);
    socket.write(upload(path, type, 'Content-Length: 5000') + start, 'latin1');
    const { statusCode, head: received, body } = parsed(await closed);
    expect(statusCode).toBe(408);
    expect(received).toMatch(/connection: close/i);
    expect(body).toMatchObject({ code: 'rest_request_timeout', data: { status: 408 } });
  });

  test('a body below the minimum rate is answered with 408, though it never stops', async () => {
    const socket = await dial();
    const closed = untilClosed(socket);
    socket.write(upload('/events', 'Content-Type: application/json', 'Transfer-Encoding: chunked'));
    const timer = setInterval(() => socket.write('1\r\n \r\n'), timeouts.idleMs / 4);
    const text = await closed.finally(() => clearInterval(timer));
    expect(parsed(text)).toMatchObject({ statusCode: 408, body: { code: 'rest_request_timeout' } });
  });

  const elsewhere = [`${prefixes.dropin}/events`, '/admin/session', '/nowhere'];
  test.concurrent.each(elsewhere)('a body for %s that stops is answered with 408', async (path) => {
    const socket = await dial();
    const closed = untilClosed(socket);
    const type = 'Content-Type: application/json';
    socket.write(head(`POST ${path} HTTP/1.1`, authorization(), 'Content-Length: 50', type));
    expect(parsed(await closed)).toMatchObject({ statusCode: 408, body: { code: 'rest_request_timeout' } });
  });

  test('headers that stop are answered with 408', async () => {
    const socket = await dial();
    const closed = untilClosed(socket);
    socket.write(`GET ${prefixes.native}/events HTTP/1.1\r\nHost: calendar.example\r\nX-Slow: `);
    const { statusCode, body } = parsed(await closed);
    expect({ statusCode, body }).toMatchObject({ statusCode: 408, body: { code: 'rest_request_timeout' } });
  });

  test('headers over the limit are answered with 431', async () => {
    for (const before of ['', head(`GET ${prefixes.native}/events HTTP/1.1`)]) {
      const socket = await dial();
      const closed = untilClosed(socket);
      if (before !== '') {
        socket.write(before);
        await once(socket, 'data');
      }
      socket.write(head('GET / HTTP/1.1', `X-Large: ${'x'.repeat(20_000)}`));
      const text = await closed;
      const last = parsed(text.slice(text.lastIndexOf('HTTP/1.1 ')));
      expect(last).toMatchObject({ statusCode: 431, body: { code: 'rest_headers_too_large', data: { status: 431 } } });
    }
  });

  test.each([
    ['two Host headers', ['Host: calendar.example', 'hOSt: other.example']],
    ['the same Host header twice', ['Host: calendar.example', 'Host: calendar.example']],
    ['no Host header', []],
  ])('%s are answered with 400, also after a cached response on the same connection', async (_, hosts) => {
    const path = `${prefixes.native}/events?per_page=1`;
    const socket = await dial();
    const closed = untilClosed(socket);
    for (let n = 0; n < 3; n++) {
      socket.write(head(`GET ${path} HTTP/1.1`));
      await once(socket, 'data');
    }
    socket.write([`GET ${path} HTTP/1.1`, ...hosts, '', ''].join('\r\n'));
    const text = await closed;
    const last = parsed(text.slice(text.lastIndexOf('HTTP/1.1 ')));
    expect(last).toMatchObject({ statusCode: 400, body: { code: 'rest_bad_request', data: { status: 400 } } });
  });

  test('stalled uploads hold no slot that reads need', async () => {
    const sockets = await Promise.all(Array.from({ length: 60 }, dial));
    for (const socket of sockets)
      socket.write(upload('/events', 'Content-Type: application/json', 'Content-Length: 500'));
    expect((await world.ask('GET /events')).statusCode).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  test('work that takes longer than a connection may be idle is still answered', async () => {
    const images = createServer((_, response) => {
      setTimeout(() => response.writeHead(404).end(), timeouts.idleMs * 1.5);
    }).listen(0, '127.0.0.1');
    await once(images, 'listening');
    const image = `http://127.0.0.1:${(images.address() as AddressInfo).port}/slow.jpg`;
    const reply = await world.ask('POST /events', {
      as: 'administrator',
      body: { title: 'Waits', start_date: '2027-07-01 10:00', end_date: '2027-07-01 12:00', image },
    });
    images.close();
    expect(reply).toMatchObject({ statusCode: 400, body: { code: 'rest_invalid_param' } });
  });

  test('the rest of a body after its response does not hold the connection', async () => {
    const socket = await dial();
    const closed = untilClosed(socket);
    socket.write(head(`GET ${prefixes.native}/events HTTP/1.1`, 'Content-Length: 100000'));
    const timer = setInterval(() => socket.write('x'), timeouts.idleMs / 4);
    expect(await closed.finally(() => clearInterval(timer))).toMatch(/^HTTP\/1\.1 200/);
  });

  test('a connection without a request is closed', async () => {
    expect(await untilClosed(await dial())).toMatch(/^$|^HTTP\/1\.1 408/);
  });
});
