// Image files in a local folder, which several processes may share: `<first two characters>/<name>`.
import { randomBytes } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { watchDisk } from '../core/disk.js';
import { codeOf } from '../core/error.js';
import type { MediaStore, StoredFile } from './store.js';

/** In the same folder, because a rename is atomic only within one file system. */
const unfinished = 'unfinished';

/** The readiness probe writes about as much as one image. */
const probeBytes = 1_048_576;

const unlessMissing = (error: unknown): undefined => {
  if (codeOf(error) === 'ENOENT') return undefined;
  throw error;
};

export function openFolder(root: string): MediaStore {
  const filePath = (name: string) =>
    join(root, name.startsWith(`${unfinished}-`) ? unfinished : name.slice(0, 2), name);
  /** Folders whose names this process has synced: another one may have made them a moment ago, and not synced them yet. */
  const durableFolders = new Set<string>();

  async function makeFolder(folder: string): Promise<void> {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!made && durableFolders.has(folder)) return;
    await syncFolder(root);
    await syncFolder(dirname(root));
    durableFolders.add(folder);
  }

  const draftPath = () => filePath(`${unfinished}-${randomBytes(12).toString('hex')}`);

  async function put(name: string, bytes: Buffer): Promise<void> {
    const [draft, path] = [draftPath(), filePath(name)];
    await makeFolder(dirname(draft));
    await makeFolder(dirname(path));
    try {
      await writeDurably(draft, bytes);
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    await syncFolder(dirname(path));
  }

  const disk = watchDisk(async () => {
    const draft = draftPath();
    await makeFolder(dirname(draft));
    try {
      await writeDurably(draft, Buffer.alloc(probeBytes));
    } finally {
      await rm(draft, { force: true });
    }
  });

  return {
    put: (name, bytes) => disk.change(() => put(name, bytes)),
    ready: disk.ready,
    has: async (name) => (await stat(filePath(name)).catch(unlessMissing)) !== undefined,
    get: async (name) => {
      const file = await open(filePath(name)).catch(unlessMissing);
      if (!file) return undefined;
      const { size } = await file.stat();
      return { length: size, stream: file.createReadStream() };
    },
    remove: (name) => rm(filePath(name), { force: true }),
    list: () => filesIn(root),
  };
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A new file name is durable only after an fsync of its folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* filesIn(folder: string): AsyncGenerator<StoredFile> {
  const entries = await opendir(folder).catch(unlessMissing);
  if (!entries) return;
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else {
      const found = await stat(path).catch(unlessMissing);
      if (found) yield { name: entry.name, modifiedMs: found.mtimeMs };
    }
  }
}
