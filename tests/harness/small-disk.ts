// The program on a disk of a few megabytes: a tmpfs in its own mount namespace, where the system permits that.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Person } from './client.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [diskMegabytes, ballastMegabytes] = [32, 16];
const ballast = 'ballast';

const mounting = (folder: string): string => `mount -t tmpfs -o size=${diskMegabytes}m none '${folder}'`;
const inNamespace = ['-r', '-m', 'sh', '-e', '-c'];

export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-disk-'));
  const { status } = spawnSync('unshare', [...inNamespace, mounting(folder)], { stdio: 'ignore' });
  rmSync(folder, { recursive: true, force: true });
  return status === 0;
}

export interface SmallDisk {
  readonly url: string;
  readonly editor: Person;
  /** Removes what takes up half of the disk. */
  readonly makeRoom: () => void;
  readonly stop: () => Promise<void>;
}

export async function serveOnSmallDisk(): Promise<SmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-disk-'));
  const script = [
    mounting(folder),
    `dd if=/dev/zero of='${folder}/${ballast}' bs=1M count=${ballastMegabytes} 2>/dev/null`,
    'node bin/almanac.js users add ada --role editor --json',
    'exec node bin/almanac.js serve',
  ].join('; ');
  const inherited = Object.entries(process.env).filter(([name]) => !/^(ALMANAC_|NODE_OPTIONS|VITEST)/.test(name));
  const child = spawn('unshare', [...inNamespace, script], {
    cwd: root,
    env: {
      ...Object.fromEntries(inherited),
      ALMANAC_DATA: folder,
      ALMANAC_PORT: '0',
      ALMANAC_WORKERS: '1',
      ALMANAC_LOG_LEVEL: 'silent',
    },
  });
  let output = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [, found] = /ready at (http:\S+)\/\n/.exec(output) ?? [];
      if (found) resolve(found);
    });
    child.once('close', () => reject(new Error(`it ended before it was ready: ${output}`)));
  });
  const [, user] = /^(\{"user".*\})$/m.exec(output) ?? [];
  const { password } = JSON.parse(user ?? '{}') as { password: string };
  return {
    url,
    editor: { id: 1, name: 'ada', password },
    // The mount is seen by that process alone, and through it by us.
    makeRoom: () => rmSync(`/proc/${child.pid}/root${folder}/${ballast}`),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
