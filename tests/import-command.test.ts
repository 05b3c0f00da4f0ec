// `almanac import <file or URL>`: the format is recognized, and the command of that format does the rest.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOldSite } from './harness/old-site/server.js';
import { cleanUp, newFolder, run } from './harness/program.js';

const calendar = [
  ...[
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Test//EN',
    'BEGIN:VEVENT',
    'UID:fair@test',
    'DTSTAMP:20270101T000000Z',
  ],
  ...['DTSTART:20270601T100000Z', 'DTEND:20270601T110000Z', 'SUMMARY:Fair', 'END:VEVENT', 'END:VCALENDAR', ''],
].join('\r\n');
const csv = 'title,start\nMarket,2027-07-01\n';
const lines = `${JSON.stringify({ title: 'Walk', start_date: '2027-08-01 10:00', end_date: '2027-08-01 11:00' })}\n`;

describe('almanac import', () => {
  let data = '';
  let server: Server;
  let address = '';
  const answers: Readonly<Record<string, readonly [string, string]>> = {
    '/calendar': ['text/plain', calendar],
    '/calendar.ics': ['text/html', calendar],
    '/list.csv': ['application/octet-stream', csv],
    '/table': ['text/csv; charset=utf-8', csv],
    '/lines': ['application/x-ndjson', lines],
    '/page': ['text/html', '<!doctype html><title>A site</title>'],
  };
  beforeAll(async () => {
    data = newFolder();
    server = createServer((request, response) => {
      const [type, body] = answers[request.url ?? ''] ?? [];
      if (type === undefined) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': type }).end(body);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.close();
    await cleanUp();
  });
  const fileWith = (name: string, text: string | Buffer): string => {
    const path = join(data, name);
    writeFileSync(path, text);
    return path;
  };
  const imports = (...args: readonly string[]) => run(['import', ...args], { data });

  test.each([
    ['events.ics', calendar],
    ['calendar.txt', `\uFEFF${calendar}`],
    ['events.csv', csv],
    ['table.txt', csv],
  ])('recognizes %s by its name or content, with the options of its format', async (name, text) => {
    const { stdout, code, stderr } = await imports(fileWith(name, text), '--source', 'mixed', '--dry-run', '--json');
    expect([code, JSON.parse(stdout).counts.event.created], stderr).toEqual([0, 1]);
  });

  test.each(['events.ndjson', 'events.txt'])('recognizes lines of JSON in %s', async (name) => {
    const { stdout, code } = await imports(fileWith(name, lines), '--dry-run', '--batch', '10');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/event +1/)]);
  });

  test('recognizes an archive by its content, and imports it into an empty calendar', async () => {
    const [from, to] = [newFolder(), newFolder()];
    expect((await run(['import', fileWith('fair.ics', calendar)], { data: from })).code).toBe(0);
    const archive = join(data, 'archive');
    expect((await run(['export', '--all', '--media', '--output', archive], { data: from })).code).toBe(0);
    const { code, stderr } = await run(['import', archive], { data: to });
    expect([code, stderr]).toEqual([0, expect.stringContaining('Imported archive')]);
    const again = await run(['import', archive], { data: to });
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('The calendar is not empty.')]);
  });

  test.each(['/calendar', '/calendar.ics', '/list.csv', '/table'])('recognizes the URL %s', async (path) => {
    const { stdout, code, stderr } = await imports(`${address}${path}`, '--dry-run', '--json', '--allow-private');
    expect([code, JSON.parse(stdout).counts.event.created], stderr).toEqual([0, 1]);
  });

  test('takes any other URL for a site', async () => {
    const site = await startOldSite({ events: 30 });
    const quick = ['--allow-private', '--rate', '1000', '--limit', '5', '--images', 'none', '--dry-run', '--json'];
    const { stdout, stderr } = await imports(site.url, ...quick);
    await site.stop();
    expect(JSON.parse(stdout || stderr)).toMatchObject({ state: 'finished', report: { counts: { event: {} } } });
    for (const path of ['/page', '/absent']) {
      const none = await imports(`${address}${path}`, '--allow-private', '--rate', '1000', '--dry-run');
      expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('No REST API of WordPress was found')]);
    }
  });

  test('connects to no private host that was not allowed, and shows no secret of a URL', async () => {
    const { code, stderr } = await imports(`${address}/secret-key`);
    expect([code, stderr]).toEqual([1, expect.stringContaining('127.0.0.1')]);
    expect(stderr).not.toContain('secret-key');
  });

  test.each([
    ['an absent file', ['absent.csv'], 'There is no file or command absent.csv.'],
    ['an unknown command', ['tce', 'https://old.example'], 'There is no file or command tce.'],
    ['options before the file', ['--source', 'a', 'events.csv'], 'Give the file or URL before the options.'],
    ['lines of JSON at a URL', ['http://127.0.0.1:1/all.ndjson'], 'Download the file first'],
    ['a broken URL', ['https://'], 'This is not a valid URL.'],
  ])('refuses %s as a usage error', async (_, args, text) => {
    const { code, stderr } = await imports(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(text)]);
  });

  test('refuses options that the format does not have, and names its help', async () => {
    const { code, stderr } = await imports(fileWith('a.csv', csv), '--venue', '3');
    expect([code, stderr]).toEqual([2, expect.stringContaining("unknown option '--venue'")]);
    expect(stderr).toContain('almanac import csv --help');
    const lined = await imports(`${address}/lines`, '--allow-private');
    expect([lined.code, lined.stderr]).toEqual([2, expect.stringContaining('Download the file first')]);
  });

  test('shows its help with and without --help', async () => {
    const { code, stdout } = await imports('--help');
    expect([code, stdout]).toEqual([0, expect.stringContaining('almanac import <file or URL>')]);
    expect(stdout).not.toContain('recognize ');
    expect((await imports()).stderr).toContain('Usage: almanac import <file or URL>');
  });
});
