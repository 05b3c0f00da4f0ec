import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Problem } from '../core/problem.js';
import { type FeedFiles, type Generate, openFeedFiles } from './feed-files.js';

const limits = { maxGenerating: 2, maxQueued: 1, maxFiles: 4, maxTotalBytes: 1_000_000, idleMs: 60_000 };

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

async function started(files: FeedFiles, key: string, feed: ReturnType<typeof controlled>): Promise<Readable> {
  const before = feed.runs();
  const reading = files.read(key, feed.generate);
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
    const other = await files.read('a', feed.generate);
    const texts = Promise.all([text(one), text(other)]);
    await feed.write('second é');
    feed.finish();
    expect(await texts).toEqual(['first second é', 'first second é']);
    expect(await text(await files.read('a', feed.generate))).toBe('first second é');
    expect(feed.runs()).toBe(1);
    await files.close();
  });

  test('a reader who starts reading after the end gets everything', async () => {
    const files = openFeedFiles(limits);
    const long = 'x'.repeat(200_000);
    const stream = await files.read('a', fixed(long, long));
    expect(await text(stream)).toBe(long + long);
    await files.close();
  });

  test('generation stops when the last reader leaves, and starts again for the next one', async () => {
    const files = openFeedFiles(limits);
    const feed = controlled();
    const one = await started(files, 'a', feed);
    const other = await files.read('a', feed.generate);
    one.destroy();
    await once(one, 'close');
    expect(feed.aborted).toEqual([]);
    other.destroy();
    await once(other, 'close');
    expect(feed.aborted).toEqual(['the readers have disconnected']);
    expect(await text(await files.read('a', fixed('again')))).toBe('again');
    await files.close();
  });

  test('a failure before the first byte rejects, a later one breaks the stream off', async () => {
    const files = openFeedFiles(limits);
    const broken = async () => {
      throw new Error('no database');
    };
    await expect(files.read('a', broken)).rejects.toThrow('no database');
    const feed = controlled();
    const stream = await started(files, 'a', feed);
    feed.finish(new Error('lost connection'));
    await expect(text(stream)).rejects.toThrow('lost connection');
    expect(await text(await files.read('a', fixed('again')))).toBe('again');
    await files.close();
  });

  test('a third generation waits for one of the first two, a fourth is rejected', async () => {
    const files = openFeedFiles(limits);
    const [one, two, three] = [controlled(), controlled(), controlled()];
    const first = await started(files, 'a', one);
    const second = await started(files, 'b', two);
    const waiting = files.read('c', three.generate);
    await expect(files.read('d', fixed('d'))).rejects.toMatchObject({
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
    await text(await many.read('a', fixed('a')));
    await expect(many.read('b', fixed('b'))).rejects.toBeInstanceOf(Problem);
    expect(await text(await many.read('a', fixed('other')))).toBe('a');
    const large = openFeedFiles({ ...limits, maxTotalBytes: 3 });
    await text(await large.read('a', fixed('aaa')));
    await expect(large.read('b', fixed('b'))).rejects.toBeInstanceOf(Problem);
    await Promise.all([many.close(), large.close()]);
  });
});
