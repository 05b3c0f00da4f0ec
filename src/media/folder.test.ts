import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openFolder } from './folder.js';

const synced = vi.hoisted(() => [] as string[]);

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const open: typeof real.open = async (path, ...rest) => {
    const handle = await real.open(path, ...rest);
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      await sync();
      synced.push(String(path));
    };
    return handle;
  };
  return { ...real, open };
});

const name = (letter: string) => `${letter.repeat(40)}.png`;

test('the names of new folders are synced, also of those that another process has just made', async () => {
  const data = await mkdtemp(join(tmpdir(), 'almanac-folder-'));
  try {
    const root = join(data, 'media');
    const needed = (letter: string) => expect.arrayContaining([data, root, join(root, letter.repeat(2))]);
    await openFolder(root).put(name('a'), Buffer.from('first'), 'image/png');
    expect(synced).toEqual(needed('a'));
    synced.length = 0;
    const second = openFolder(root);
    await second.put(name('a'), Buffer.from('second'), 'image/png');
    expect(synced).toEqual(needed('a'));
    synced.length = 0;
    await second.put(name('a'), Buffer.from('third'), 'image/png');
    expect(synced).not.toContain(data);
  } finally {
    await rm(data, { recursive: true });
  }
});
