// A command whose operator allows a host in a private network reaches that host alone, also by redirects.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allowNamedHost } from '../src/net/named-host.js';
import { cleanUp, newFolder, run } from './harness/program.js';

const calendar = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n';

describe('the host that was named', () => {
  test.each([
    ['http://127.0.0.1:8080/a.ics', '127.0.0.1'],
    ['http://[::1]/', '::1'],
    ['https://10.1.2.3/', '10.1.2.3'],
  ])('%s is allowed, beside public addresses', async (url, own) => {
    const { allow } = await allowNamedHost(url);
    expect(allow?.(own)).toBe(true);
    expect(allow?.('8.8.8.8')).toBe(true);
    const others = [
      '127.0.0.1',
      '127.0.0.2',
      '::1',
      '10.1.2.3',
      '10.0.0.1',
      '192.168.1.1',
      '169.254.169.254',
      'fd00::1',
    ];
    for (const other of others.filter((address) => address !== own)) expect(allow?.(other), other).toBe(false);
  });

  test('is allowed by no name that is unknown', async () => {
    const { allow } = await allowNamedHost('http://unknown.invalid/');
    expect(allow?.('127.0.0.1')).toBe(false);
  });
});

describe('import ical --allow-private', () => {
  const asked: string[] = [];
  let named: Server;
  let other: Server;
  const portOf = (server: Server): number => (server.address() as AddressInfo).port;
  const start = async (host: string, location: () => string | undefined): Promise<Server> => {
    const server = createServer((request, response) => {
      asked.push(`${host} ${request.url}`);
      const to = request.url === '/moved.ics' ? location() : undefined;
      if (to === undefined) response.end(calendar);
      else response.writeHead(302, { location: to }).end();
    });
    await once(server.listen(0, host), 'listening');
    return server;
  };
  beforeAll(async () => {
    other = await start('127.0.0.2', () => undefined);
    named = await start('127.0.0.1', () => `http://127.0.0.2:${portOf(other)}/secret.ics`);
  });
  afterAll(async () => {
    for (const server of [named, other]) server.close();
    await cleanUp();
  });

  test('reads from the host, and does not follow a redirect to another private address', async () => {
    const data = newFolder();
    const importFrom = (path: string) =>
      run(['import', 'ical', `http://127.0.0.1:${portOf(named)}${path}`, '--allow-private', '--dry-run'], { data });
    expect(await importFrom('/plain.ics')).toMatchObject({ code: 0 });
    expect(await importFrom('/moved.ics')).toMatchObject({ code: 1 });
    expect(asked).toEqual(['127.0.0.1 /plain.ics', '127.0.0.1 /moved.ics']);
  });
});
