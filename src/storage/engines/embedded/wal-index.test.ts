// Two engines one after the other on the same file, as when a command opens the store before it serves: the second one's
// locks must outlive whatever the first one leaves, or another process takes the file for unused and cuts it short.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEmbedded } from './engine.js';
import { watchWalIndex } from './wal-index.js';

const isLocked = (file: string): boolean => {
  const { ino } = statSync(file);
  const lines = readFileSync('/proc/locks', 'utf8').split('\n');
  return lines.some((line) => line.includes(`:${ino} `) && line.includes(` ${process.pid} `));
};

test.runIf(process.platform === 'linux')('what is closed leaves the locks of what is open', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-locks-'));
  const file = join(folder, 'almanac.db');
  const use = async () => {
    const engine = openEmbedded(file);
    await engine.reading.all({ sql: 'select 1 from sqlite_master', values: [] });
    return engine;
  };
  try {
    const [first, index] = [await use(), watchWalIndex(file)];
    expect(index.hasMoved()).toBe(true);
    await first.close();
    index.close();
    const second = await use();
    expect(isLocked(`${file}-shm`)).toBe(true);
    await second.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
