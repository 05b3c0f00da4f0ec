// Images that an import cannot fetch, or that are none: the record is imported without it, and the report says so.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextWithSettings } from '../src/app.js';
import { operator } from '../src/core/actor.js';
import type { IncomingPage } from '../src/imports/incoming.js';
import { runImport } from '../src/imports/run.js';
import { engines } from './harness/engines.js';
import { importFile, lines } from './harness/import-files.js';
import { png } from './harness/pictures.js';
import { cleanUp, newFolder, run } from './harness/program.js';
import { useWorld } from './harness/world.js';

const [engine] = engines;
const allow = (address: string) => address === '127.0.0.1';

describe.skipIf(!engine)('images of an import', () => {
  if (!engine) return;
  const world = useWorld(engine, { reach: { allow } });
  let images: Server;
  let address: string;
  let picture: Buffer;

  beforeAll(async () => {
    picture = await png(40, 30);
    images = createServer((request, response) => {
      if (request.url === '/good.png') response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
      else if (request.url === '/text.png') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
      else if (request.url === '/broken.png') response.writeHead(200, { 'content-type': 'image/png' }).end('broken');
      else if (request.url === '/large.png')
        response.writeHead(200, { 'content-type': 'image/png', 'content-length': 11 * 1_048_576 }).end();
      else if (request.url === '/private.png') response.writeHead(302, { location: 'http://10.0.0.1/a.png' }).end();
      else if (request.url === '/cut.png') request.socket.destroy();
      else if (request.url !== '/silent.png') response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(images, 'listening');
    address = `http://127.0.0.1:${(images.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    images?.closeAllConnections();
    images?.close();
    await cleanUp();
  });

  const broken = ['missing', 'text', 'broken', 'large', 'private', 'cut'];
  const file = (names: readonly string[]) =>
    lines('title,start,image', ...names.map((name) => `${name},2027-07-01 10:00,${address}/${name}.png`));

  test('from a CSV file are left out and reported, and all records are imported', async () => {
    const { statusCode, body } = await importFile(world, file(['good', ...broken]), {
      fields: { source: 'csv-images', images: 'true' },
    });
    expect(statusCode).toBe(201);
    expect(body).toMatchObject({ state: 'finished', report: { counts: { events: { created: 7, failed: 0 } } } });
    const { count, examples } = body.report.warnings['image left out'];
    expect(count).toBe(broken.length);
    expect(examples.map(({ place }: { place: string }) => place)).toEqual(broken.map((_, at) => `line ${at + 3}`));
    const { events } = await world.get('/events?status=any&start_date=2027-01-01&per_page=50', { as: 'editor' });
    const withImage = events.filter(({ image }: { image: unknown }) => image !== false);
    expect(withImage.map(({ title }: { title: string }) => title)).toEqual(['good']);
  });

  test('are left out of an update, which keeps the image that the record has', async () => {
    const given = (title: string, name: string) =>
      lines('title,start,external_id,image', `${title},2027-07-01 10:00,one,${address}/${name}.png`);
    const fields = { source: 'csv-updates', images: 'true', match: 'external_id' };
    expect((await importFile(world, given('Before', 'good'), { fields })).statusCode).toBe(201);
    const { statusCode, body } = await importFile(world, given('After', 'missing'), { fields });
    expect([statusCode, body.report.counts.events.updated]).toEqual([201, 1]);
    const event = await world.get('/events/by-external/csv-updates/one', { as: 'editor' });
    expect(event).toMatchObject({ title: 'After', image: { width: 40 } });
  });

  test('from lines of JSON are left out and reported', async () => {
    const times = { start_date: '2027-07-01 10:00', end_date: '2027-07-01 12:00' };
    const line = (name: string) =>
      JSON.stringify({
        ...{ resource: 'event', source: 'lines', external_id: name, title: name, ...times },
        image: name === 'odd' ? 'javascript:alert(1)' : `${address}/${name}.png`,
      });
    const reply = await world.ask('POST /import.ndjson', {
      as: 'administrator',
      raw: ['good', 'odd', ...broken].map(line).join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    const [result, last] = reply.text.split('\n').map((text) => JSON.parse(text || '{}'));
    expect(result).toMatchObject({ created: 8, failed: 0 });
    expect(result.failures.map(({ place }: { place: string }) => place)).toEqual(
      [2, 3, 4, 5, 6, 7, 8].map((at) => `line ${at}`),
    );
    expect(last).toMatchObject({ done: true });
  });

  test('from the command line are left out and reported', async () => {
    const data = newFolder();
    const path = join(data, 'images.csv');
    writeFileSync(path, file(['good', 'missing']));
    const { stdout, stderr } = await run(['import', 'csv', path, '--images', '--source', 'box', '--json'], { data });
    expect(stderr).not.toContain('Internal');
    expect(JSON.parse(stdout)).toMatchObject({
      counts: { event: { created: 2 } },
      warnings: { 'image left out': { count: 2 } },
    });
  });

  test('that are slower than the time of a page are left out and reported', async () => {
    const context = await contextWithSettings(world.config, world.store, operator);
    const { pictures } = context;
    const never = (_: string, signal: AbortSignal) => sleep(3_600_000, undefined, { signal }) as Promise<never>;
    async function* read(): AsyncGenerator<IncomingPage> {
      const fields = { title: 'Slow', start_date: '2027-07-01 10:00', end_date: '2027-07-01 12:00' };
      const record = (id: string, image: string) => ({
        ...{ resource: 'event', externalId: id, place: id, fields: { ...fields, image } },
      });
      const records = [record('slow 1', `${address}/silent.png`), record('slow 2', `${address}/silent2.png`)];
      yield { records, warnings: [], position: {} };
    }
    const row = await runImport(
      { ...context, pictures: { ...pictures, fetch: never } },
      world.store,
      { kind: 'csv', name: 'slow', source: 'slow', options: {}, prepareTimeoutMs: 50 },
      read,
    );
    expect(row).toMatchObject({ state: 'finished', report: { counts: { event: { created: 2 } } } });
    expect(row.report.warnings['image left out']?.examples).toMatchObject([{ place: 'slow 1' }, { place: 'slow 2' }]);
  });
});
