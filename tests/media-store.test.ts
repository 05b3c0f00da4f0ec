// Media storage: equal behaviour of a folder and of a bucket on a real S3 server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { contextWithSettings, openFiles } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { operator } from '../src/core/actor.js';
import type { RequestContext } from '../src/core/context.js';
import { fileNames, Upload } from '../src/core/picture.js';
import { Problem } from '../src/core/problem.js';
import type { Store } from '../src/core/store.js';
import { type FileLimits, openBucket } from '../src/media/s3.js';
import { parseS3Url } from '../src/media/s3-url.js';
import type { MediaStore, StoredFile } from '../src/media/store.js';
import { prepareUpload } from '../src/models/media/prepare.js';
import { removeUnusedFiles } from '../src/models/media/remove-unused-files.js';
import { withPreparation } from '../src/operations/prepare.js';
import { type Bucket, openTestBucket } from './harness/bucket.js';
import { expectRefusal } from './harness/client.js';
import { engines } from './harness/engines.js';
import { asFile, bytesAt, fetchFile, keptNames, png, stored, upload } from './harness/pictures.js';
import { freePort } from './harness/postgres/server.js';
import { submitPicture } from './harness/submissions.js';
import { startWorld, type World } from './harness/world.js';

const all = async (store: MediaStore): Promise<readonly StoredFile[]> => {
  const files: StoredFile[] = [];
  for await (const file of store.list()) files.push(file);
  return files;
};
const contentOf = async (store: MediaStore, name: string): Promise<string | undefined> => {
  const content = await store.get(name);
  if (!content) return undefined;
  const bytes = await buffer(content.stream);
  expect(content.length).toBe(bytes.length);
  return String(bytes);
};

const connectionsTo = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));

const hash = (letter: string) => letter.repeat(40);

let folder: string;
let bucket: Bucket;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-files-'));
  bucket = await openTestBucket();
});
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

const places = {
  'the folder': () => openFiles(readConfig({ ALMANAC_DATA: join(folder, 'data') })),
  'a bucket': () => openFiles(readConfig({ ALMANAC_MEDIA_URL: bucket.url() })),
  'a part of a bucket': () => openFiles(readConfig({ ALMANAC_MEDIA_URL: bucket.url('/almanac/pictures') })),
};

describe.each(Object.entries(places))('%s', (_, open) => {
  test('has nothing at first', async () => {
    const store = open();
    expect(await store.has(`${hash('0')}.png`)).toBe(false);
    expect(await store.get(`${hash('0')}.png`)).toBeUndefined();
    await store.remove(`${hash('0')}.png`);
  });

  test('stores, returns, lists and removes files', async () => {
    const store = open();
    const name = `${hash('a')}-300x225.png`;
    await store.put(name, Buffer.from('first'), 'image/png');
    await store.put(`${hash('b')}.jpg`, Buffer.from('second'), 'image/jpeg');
    expect([await store.has(name), await contentOf(store, name)]).toEqual([true, 'first']);
    // Another process sees the same.
    expect(await contentOf(open(), name)).toBe('first');
    const listed = await all(store);
    expect(listed.map((file) => file.name)).toEqual(expect.arrayContaining([name, `${hash('b')}.jpg`]));
    for (const { modifiedMs } of listed) expect(Math.abs(Date.now() - modifiedMs)).toBeLessThan(600_000);
    await store.remove(name);
    expect([await store.has(name), await contentOf(store, name)]).toEqual([false, undefined]);
    expect((await all(store)).map((file) => file.name)).not.toContain(name);
    await store.remove(name);
  });

  test('keeps one complete file under concurrent writes', async () => {
    const store = open();
    const name = `${hash('c')}.png`;
    const bytes = Buffer.alloc(200_000, 'x');
    await Promise.all([1, 2, 3, 4, 5].map(() => store.put(name, bytes, 'image/png')));
    expect(await contentOf(store, name)).toBe(String(bytes));
    expect((await all(store)).filter((file) => file.name === name)).toHaveLength(1);
  });
});

test('lists more files than fit on one page of a bucket', async () => {
  const store = openFiles(readConfig({ ALMANAC_MEDIA_URL: bucket.url('/many') }));
  const names = Array.from({ length: 1_010 }, (_, at) => `${String(at).padStart(40, '0')}.png`);
  for (let at = 0; at < names.length; at += 50) {
    await Promise.all(names.slice(at, at + 50).map((name) => store.put(name, Buffer.from('x'), 'image/png')));
  }
  expect((await all(store)).map(({ name }) => name).sort()).toEqual(names);
});

test('the folder is private and has no partial files', async () => {
  const data = join(folder, 'modes');
  const store = openFiles(readConfig({ ALMANAC_DATA: data }));
  await store.put(`${hash('d')}.png`, Buffer.from('x'), 'image/png');
  const media = join(data, 'media');
  expect(await readdir(media)).toEqual(['dd', 'unfinished']);
  expect(await readdir(join(media, 'unfinished'))).toEqual([]);
  expect((await stat(join(media, 'dd'))).mode & 0o777).toBe(0o700);
  expect((await stat(join(media, 'dd', `${hash('d')}.png`))).mode & 0o777).toBe(0o600);
});

test('several processes share a folder', async () => {
  const data = join(folder, 'shared');
  const script = `
    const { openFolder } = await import('./src/media/folder.ts');
    const store = openFolder(${JSON.stringify(join(data, 'media'))});
    for (let round = 0; round < 20; round++) {
      await store.put('${hash('e')}.png', Buffer.alloc(50_000, 'y'), 'image/png');
      await store.put(process.argv[1].repeat(40) + '.png', Buffer.from(process.argv[1]), 'image/png');
    }`;
  const run = (letter: string) =>
    new Promise<number | null>((resolve) =>
      spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, letter], {
        stdio: 'inherit',
      }).once('exit', resolve),
    );
  expect(await Promise.all(['1', '2', '3'].map(run))).toEqual([0, 0, 0]);
  expect(await readFile(join(data, 'media', 'ee', `${hash('e')}.png`), 'utf8')).toBe('y'.repeat(50_000));
  expect((await readdir(join(data, 'media'))).sort()).toEqual(['11', '22', '33', 'ee', 'unfinished']);
});

describe('the address of a bucket', () => {
  test('has all options', () => {
    expect(parseS3Url('s3://k%2Fey:s%40cret@s3.example:9000/pictures/a/b?region=eu-west-1')).toEqual({
      key: 'k/ey',
      secret: 's@cret',
      endpoint: 'https://s3.example:9000/pictures',
      region: 'eu-west-1',
      prefix: 'a/b/',
    });
    expect(parseS3Url('s3://k:s@s3.example/pictures?insecure=1')).toMatchObject({
      endpoint: 'http://s3.example/pictures',
      region: 'auto',
      prefix: '',
    });
  });

  test.each(['x', 'http://k:s@a/b', 's3://a/b', 's3://k@a/b', 's3://k:s@a', 's3://k:s@a/b?regoin=x'])(
    '%s is refused, and the secret is not repeated',
    (url) => {
      const read = () => readConfig({ ALMANAC_MEDIA_URL: url });
      expect(read).toThrow(/^ALMANAC_MEDIA_URL (must|knows)/);
      expect(read).not.toThrow(/k:s@a/);
    },
  );
});

test.each(engines)('the service on the $name store stores, serves and removes images in a bucket', async (engine) => {
  const settings = { ALMANAC_MEDIA_URL: bucket.url(`/${engine.name}`) };
  const world = await startWorld(engine, { settings });
  try {
    const made = await stored(world, await png(400, 300));
    expect(await keptNames(world)).toHaveLength(3);
    expect((await bytesAt(world, made.url)).length).toBe(made.filesize);
    expect((await fetchFile(world, made.url, { method: 'HEAD' })).headers.get('content-length')).toBe(
      String(made.filesize),
    );
    await world.send(`DELETE /media/${made.id}`, {});
    expect(await keptNames(world)).toEqual([]);
    expect((await fetchFile(world, made.url)).status).toBe(404);
    // The picture of a submission comes to the bucket when it is approved.
    await world.send('PATCH /settings', { submitters: 'anyone' });
    await submitPicture(world, asFile(await png(400, 300), 'fair.png'));
    expect(await keptNames(world)).toEqual([]);
    const { items } = await world.get('/review', { as: 'editor' });
    await world.ask(`POST /events/${items[0].event.id}/approve`, { as: 'editor', body: {} });
    const { image } = await world.get(`/events/${items[0].event.id}`);
    expect((await bytesAt(world, image.url)).length).toBe(image.filesize);
  } finally {
    await world.stop();
  }
});

test('an unreachable bucket answers 503 and leaves no record', async () => {
  const [engine] = engines;
  if (!engine) return;
  const nowhere = `s3://k:s@127.0.0.1:${await freePort()}/pictures?insecure=1`;
  const world = await startWorld(engine, { settings: { ALMANAC_MEDIA_URL: nowhere } });
  try {
    const sent = await upload(world, await png(20, 20));
    expectRefusal(sent, { statusCode: 503, code: 'rest_unavailable' });
    expect((await world.get('/media', { as: 'editor' })).total).toBe(0);
    const asked = await fetchFile(world, `http://here/media/${hash('a')}.png`);
    expect([asked.status, asked.headers.get('retry-after')]).toEqual([503, '5']);
  } finally {
    await world.stop();
  }
});

test('a bucket that answers with pages instead of images is not believed', async () => {
  const [engine] = engines;
  if (!engine) return;
  const pages = createServer((_, response) => void response.setHeader('content-type', 'text/html').end('<p>Hello</p>'));
  await once(pages.listen(0, '127.0.0.1'), 'listening');
  const { port } = pages.address() as AddressInfo;
  const setting = `s3://k:s@127.0.0.1:${port}/pictures?insecure=1`;
  const world = await startWorld(engine, { settings: { ALMANAC_MEDIA_URL: setting } });
  try {
    expectRefusal(await upload(world, await png(20, 20)), { statusCode: 503, code: 'rest_unavailable' });
    expect((await fetchFile(world, `http://here/media/${hash('a')}.png`)).status).toBe(503);
  } finally {
    await world.stop();
    pages.closeAllConnections();
    pages.close();
  }
});

test('a file that does not end or does not go on is not read further', async () => {
  const endless = createServer((request, response) => {
    response.setHeader('content-type', 'image/png').write('x'.repeat(1_000));
    if (request.url?.includes(hash('a'))) return;
    const timer = setInterval(() => response.write('x'.repeat(1_000)), 1);
    response.on('close', () => clearInterval(timer));
  });
  await once(endless.listen(0, '127.0.0.1'), 'listening');
  const { port } = endless.address() as AddressInfo;
  const location = parseS3Url(`s3://k:s@127.0.0.1:${port}/pictures?insecure=1`);
  const readWith = async (name: string, limits: FileLimits) => {
    const content = await openBucket(location, limits).get(name);
    return content && buffer(content.stream);
  };
  try {
    const silent = readWith(`${hash('a')}.png`, { maxBytes: 1_000_000, maxWaitMs: 50 });
    await expect(silent).rejects.toThrow(Problem);
    const long = readWith(`${hash('b')}.png`, { maxBytes: 10_000, maxWaitMs: 60_000 });
    await expect(long).rejects.toThrow(Problem);
    await vi.waitUntil(async () => (await connectionsTo(endless)) === 0, { timeout: 20_000 });
  } finally {
    endless.closeAllConnections();
    endless.close();
  }
});

test('writes do not wait for a bucket that does not respond to a removal', async () => {
  const [engine] = engines;
  if (!engine) return;
  const world = await startWorld(engine);
  try {
    let answer = (_: readonly string[]): void => undefined;
    const existing = () =>
      new Promise<readonly string[]>((resolve) => {
        answer = resolve;
      });
    const removed: string[] = [];
    let end = (): void => undefined;
    const remove = async (names: readonly string[]) => {
      removed.push(...names);
      await new Promise<void>((resolve) => {
        end = resolve;
      });
    };
    const write = () => world.store.transact((writer) => writer.setMeta('meanwhile', 'written'));
    const removing = removeUnusedFiles(world.store, { existing, remove }, hash('a'), ['one', 'two']);
    await write();
    expect(removed).toEqual([]);
    answer(['two']);
    await vi.waitUntil(() => removed.length > 0);
    await write();
    end();
    await removing;
    expect(removed).toEqual(['two']);
  } finally {
    await world.stop();
  }
});

describe('files that a change prepares to use', () => {
  let world: World;
  let context: RequestContext;
  let file: Upload;
  const [engine] = engines;

  beforeAll(async () => {
    if (!engine) return;
    world = await startWorld(engine);
    context = await contextWithSettings(world.config, world.store, operator);
    file = new Upload(await png(30, 20), 'fair.png');
  });
  afterAll(() => world?.stop());

  const preparing = (store: Store, work: (names: readonly string[]) => Promise<void>): Promise<void> =>
    withPreparation(store, context, 30_000, async (ready) => {
      const { picture } = await prepareUpload(file, ready);
      if (!picture) throw new TypeError('a record has the files');
      await work(fileNames(picture));
    });
  const hashOfFile = () => context.pictures.hashOf(file.bytes);

  test('are not removed meanwhile, and removed after it if no record has them', async () => {
    const { pictures } = context;
    let names: readonly string[] = [];
    await preparing(world.store, async (given) => {
      names = given;
      await preparing(world.store, async () => undefined);
      await removeUnusedFiles(world.store, pictures, hashOfFile(), names);
      expect(await pictures.existing(names)).toEqual(names);
    });
    expect(await pictures.existing(names)).toEqual([]);
  });

  test('are waited for while they are being removed', async () => {
    const log: string[] = [];
    let attempts = 0;
    const store: Store = {
      ...world.store,
      transact: (...given) => {
        attempts++;
        return world.store.transact(...given);
      },
    };
    const pictures = {
      existing: async (names: readonly string[]) => names,
      remove: async () => {
        log.push('removing');
        await vi.waitUntil(() => attempts >= 2);
        log.push('removed');
      },
    };
    const removing = removeUnusedFiles(world.store, pictures, hashOfFile(), ['x']);
    await vi.waitUntil(() => log.length > 0);
    await preparing(store, async () => void log.push('ready'));
    await removing;
    expect(log).toEqual(['removing', 'removed', 'ready']);
  });

  test('stay if a record gets them while they are looked for', async () => {
    let removed: readonly string[] = [];
    const pictures = {
      existing: async (names: readonly string[]) => {
        expect((await upload(world, file.bytes)).statusCode).toBe(201);
        return names;
      },
      remove: async (names: readonly string[]) => {
        removed = names;
      },
    };
    await removeUnusedFiles(world.store, pictures, hashOfFile(), ['x']);
    expect(removed).toEqual([]);
  });
});
