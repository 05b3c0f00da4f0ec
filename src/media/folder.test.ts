import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openFolder } from './folder.js';

const name = (letter: string) => `${letter.repeat(40)}.png`;
const inode = async (folder: string): Promise<number> => (await stat(folder)).ino;

// A handle has no path, but says which inode it is of.
async function watchSyncs(folder: string) {
  const synced: number[] = [];
  const handle = await open(folder);
  const handles: typeof handle = Object.getPrototypeOf(handle);
  await handle.close();
  const { sync } = handles;
  const spy = vi.spyOn(handles, 'sync').mockImplementation(async function (this: typeof handle) {
    await sync.call(this);
    synced.push((await this.stat()).ino);
  });
  return { taken: () => synced.splice(0), stop: () => spy.mockRestore() };
}

test('the names of new folders are synced, also of those that another process has just made', async () => {
  const data = await mkdtemp(join(tmpdir(), 'almanac-folder-'));
  const syncs = await watchSyncs(data);
  try {
    const root = join(data, 'media');
    await openFolder(root).put(name('a'), Buffer.from('first'), 'image/png');
    const needed = await Promise.all([data, root, join(root, 'aa')].map(inode));
    expect(syncs.taken()).toEqual(expect.arrayContaining(needed));
    const second = openFolder(root);
    await second.put(name('a'), Buffer.from('second'), 'image/png');
    expect(syncs.taken()).toEqual(expect.arrayContaining(needed));
    await second.put(name('a'), Buffer.from('third'), 'image/png');
    expect(syncs.taken()).not.toContain(await inode(data));
  } finally {
    syncs.stop();
    await rm(data, { recursive: true });
  }
});
