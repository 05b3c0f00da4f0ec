import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Problem } from '../core/problem.js';
import type { SlotClient } from '../core/slots.js';
import { type FeedFiles, type Generate, openFeedFiles } from './feed-files.js';

const limits = {
  maxGenerating: 2,
  maxQueued: 1,
  maxFiles: 4,
  perClient: { generating: 2, queued: 1, files: 4 },
  maxTotalBytes: 1_000_000,
  maxWaitMs: 60_000,
  idleMs: 60_000,
};

/** A reader who stays. */
const by = (client: string): SlotClient => ({ client, signal: new AbortController().signal });
const reader = by('a');

/** A generation that writes what the test sends. */
function controlled() {
  let write: (text: string) => Promise<void> = async () => undefined;
  let finish: (error?: Error) => void = () => undefined;
  let runs = 0;
  const aborted: string[] = [];
  const generate: Generate = (to, signal) => {
    runs++;
    write = to;
    signal.addEventListener('abort', () => {
      aborted.push(String(signal.reason.message));
      finish(signal.reason);
    });
    return new Promise((resolve, reject) => {
      finish = (error) => (error ? reject(error) : resolve());
    });
  };
  return {
    generate,
    aborted,
    write: (part: string) => write(part),
    finish: (error?: Error) => finish(error),
    runs: () => runs,
  };
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await nextTick();
}

async function started(
  files: FeedFiles,
  key: string,
  feed: ReturnType<typeof controlled>,
  from = reader,
): Promise<Readable> {
  const before = feed.runs();
  const reading = files.read(key, feed.generate, from);
  await Promise.race([reading, until(() => feed.runs() > before)]);
  await feed.write('first ');
  return reading;
}

const fixed =
  (...parts: readonly string[]): Generate =>
  async (write) => {
    for (const part of parts) await write(part);
  };

describe('feed files', () => {
  test('readers of the same version share one generation and get the same bytes', async () => {
    const files = openFeedFiles(limits);
    const feed = controlled();
    const one = await started(files, 'a', feed);
    const other = await files.read('a', feed.generate, reader);
    const texts = Promise.all([text(one), text(other)]);
    await feed.write('second é');
    feed.finish();
    expect(await texts).toEqual(['first second é', 'first second é']);
    expect(await text(await files.read('a', feed.generate, reader))).toBe('first second é');
    expect(feed.runs()).toBe(1);
    await files.close();
  });

  test('a reader who starts reading after the end gets everything', async () => {
    const files = openFeedFiles(limits);
    const long = 'x'.repeat(200_000);
    const stream = await files.read('a', fixed(long, long), reader);
    expect(await text(stream)).toBe(long + long);
    await files.close();
  });

  test('generation stops when the last reader leaves, and starts again for the next one', async () => {
    const files = openFeedFiles(limits);
    const feed = controlled();
    const one = await started(files, 'a', feed);
    const other = await files.read('a', feed.generate, reader);
    one.destroy();
    await once(one, 'close');
    expect(feed.aborted).toEqual([]);
    other.destroy();
    await once(other, 'close');
    expect(feed.aborted).toEqual(['the readers have disconnected']);
    expect(await text(await files.read('a', fixed('again'), reader))).toBe('again');
    await files.close();
  });

  test('a failure before the first byte rejects, a later one breaks the stream off', async () => {
    const files = openFeedFiles(limits);
    const broken = async () => {
      throw new Error('no database');
    };
    await expect(files.read('a', broken, reader)).rejects.toThrow('no database');
    const feed = controlled();
    const stream = await started(files, 'a', feed);
    feed.finish(new Error('lost connection'));
    await expect(text(stream)).rejects.toThrow('lost connection');
    expect(await text(await files.read('a', fixed('again'), reader))).toBe('again');
    await files.close();
  });

  test('a third generation waits for one of the first two, a fourth is rejected', async () => {
    const files = openFeedFiles(limits);
    const [one, two, three] = [controlled(), controlled(), controlled()];
    const first = await started(files, 'a', one);
    const second = await started(files, 'b', two);
    const waiting = files.read('c', three.generate, reader);
    await expect(files.read('d', fixed('d'), reader)).rejects.toMatchObject({
      problem: 'overloaded',
      details: { headers: { 'Retry-After': '5' } },
    });
    expect(three.runs()).toBe(0);
    one.finish();
    expect(await text(first)).toBe('first ');
    await Promise.race([waiting, until(() => three.runs() > 0)]);
    await three.write('third');
    three.finish();
    expect(await text(await waiting)).toBe('third');
    two.finish();
    await text(second);
    await files.close();
  });

  test('more files than the limit, or larger ones, are rejected before the first byte', async () => {
    const many = openFeedFiles({ ...limits, maxFiles: 1 });
    const unread = await many.read('a', fixed('a'), reader);
    await expect(many.read('b', fixed('b'), by('b'))).rejects.toBeInstanceOf(Problem);
    expect(await text(await many.read('a', fixed('other'), reader))).toBe('a');
    expect(await text(unread)).toBe('a');
    const large = openFeedFiles({ ...limits, maxTotalBytes: 3 });
    const long = await large.read('a', fixed('aaa'), reader);
    await expect(large.read('b', fixed('b'), by('b'))).rejects.toBeInstanceOf(Problem);
    long.destroy();
    await Promise.all([many.close(), large.close()]);
  });

  test('a file without readers gives way to a new one', async () => {
    const files = openFeedFiles({ ...limits, maxFiles: 1 });
    expect(await text(await files.read('a', fixed('a'), reader))).toBe('a');
    expect(await text(await files.read('b', fixed('b'), by('b')))).toBe('b');
    expect(await text(await files.read('a', fixed('again'), reader))).toBe('again');
    await files.close();
  });
});

describe('one client', () => {
  const shares = { ...limits, maxQueued: 4, perClient: { generating: 1, queued: 2, files: 3 } };

  test('cannot have all feeds generated: another one is generated beside it', async () => {
    const files = openFeedFiles(shares);
    const [one, two, other] = [controlled(), controlled(), controlled()];
    const first = await started(files, 'a', one);
    const second = files.read('b', two.generate, reader);
    const foreign = await started(files, 'c', other, by('b'));
    expect(two.runs()).toBe(0);
    one.finish();
    await Promise.race([second, until(() => two.runs() > 0)]);
    await two.write('second');
    for (const feed of [two, other]) feed.finish();
    expect(await Promise.all([text(first), text(await second), text(foreign)])).toEqual(['first ', 'second', 'first ']);
    await files.close();
  });

  test('cannot fill the queue, nor all files', async () => {
    const files = openFeedFiles({ ...shares, maxFiles: 9 });
    const feed = controlled();
    const first = await started(files, 'a', feed);
    const waiting = [files.read('b', fixed('b'), reader), files.read('c', fixed('c'), reader)];
    await expect(files.read('d', fixed('d'), reader)).rejects.toMatchObject({ problem: 'overloaded' });
    expect(await text(await files.read('e', fixed('e'), by('b')))).toBe('e');
    feed.finish();
    const streams = [first, ...(await Promise.all(waiting))];
    await expect(files.read('d', fixed('d'), reader)).rejects.toMatchObject({ problem: 'overloaded' });
    expect(await text(await files.read('f', fixed('f'), by('b')))).toBe('f');
    streams[0]?.destroy();
    await once(streams[0] as Readable, 'close');
    expect(await text(await files.read('d', fixed('d'), reader))).toBe('d');
    for (const stream of streams) stream.destroy();
    await files.close();
  });

  test('that disconnects while it waits frees its place at once', async () => {
    const files = openFeedFiles({ ...shares, maxGenerating: 1, maxQueued: 1 });
    const [one, two] = [controlled(), controlled()];
    const first = await started(files, 'a', one);
    const leaving = new AbortController();
    const waiting = files.read('b', two.generate, { client: 'b', signal: leaving.signal });
    await expect(files.read('c', fixed('c'), by('c'))).rejects.toMatchObject({ problem: 'overloaded' });
    leaving.abort();
    await expect(waiting).rejects.toMatchObject({ problem: 'overloaded' });
    const next = files.read('c', fixed('c'), by('c'));
    one.finish();
    expect(await text(await next)).toBe('c');
    expect(two.runs()).toBe(0);
    await text(first);
    await files.close();
  });

  test('that waits too long for the first bytes gets 503 with Retry-After', async () => {
    const files = openFeedFiles({ ...shares, maxGenerating: 1, maxWaitMs: 1_500 });
    const [one, two] = [controlled(), controlled()];
    const first = await started(files, 'a', one);
    await expect(files.read('b', two.generate, by('b'))).rejects.toMatchObject({
      statusCode: 503,
      details: { headers: { 'Retry-After': '5' } },
    });
    expect(two.runs()).toBe(0);
    one.finish();
    expect(await text(first)).toBe('first ');
    await files.close();
  });
});
