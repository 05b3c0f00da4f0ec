// The folder for everything that tests write: in memory where there is room, since every commit waits for a real disk.
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { clearAway, isAlive } from './postgres/server.js';

const memory = '/dev/shm';
const prefix = 'almanac-tests-';
const minBytes = 2 * 2 ** 30;

function hasRoom(): boolean {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= minBytes;
}

/** Makes it the temporary folder of this process and of those that it starts. Returns how to remove it. */
export function useScratchFolder(): () => void {
  if (process.env.TMPDIR || !hasRoom()) return () => undefined;
  for (const name of readdirSync(memory).filter((entry) => entry.startsWith(prefix))) {
    if (isAlive(Number(name.slice(prefix.length)))) continue;
    clearAway(join(memory, name));
    rmSync(join(memory, name), { recursive: true, force: true });
  }
  const folder = join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder);
  // PostgreSQL may run as another user, who passes through but reads nothing.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return () => {
    delete process.env.TMPDIR;
    rmSync(folder, { recursive: true, force: true });
  };
}
