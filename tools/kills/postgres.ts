// A PostgreSQL server whose processes are all killed with SIGKILL, and which starts again on its data.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPostgres } from '../../tests/harness/postgres/binaries.js';
import { freePort, isAlive } from '../../tests/harness/postgres/server.js';

export interface KillablePostgres {
  readonly url: string;
  readonly start: () => Promise<void>;
  /** Returns when the last process is gone. */
  readonly kill: () => Promise<void>;
}

/** PostgreSQL refuses to run as root, so root starts it as the user nobody. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** The parent first: it would see the end of a child, and end the others in order. */
async function killAll(postmaster: number): Promise<void> {
  process.kill(postmaster, 'SIGSTOP');
  const pids = [postmaster, ...childrenOf(postmaster)];
  for (const pid of pids) killOne(pid);
  while (pids.some(isAlive)) await sleep(5);
}

/** The process of an earlier run that was killed itself. */
function leftOver(cluster: string): number | undefined {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster ? pid : undefined;
  } catch {
    return undefined;
  }
}

async function untilAnswering(url: string): Promise<void> {
  for (;;) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      return;
    } catch {
      await sleep(20);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

export async function openPostgres(folder: string): Promise<KillablePostgres> {
  const [bin, cluster] = [findPostgres(), join(folder, 'cluster')];
  const isNew = !existsSync(cluster);
  if (isNew) {
    mkdirSync(cluster, { mode: 0o700 });
    if (nobody.uid) chownSync(cluster, nobody.uid, nobody.gid);
    const options = ['-D', cluster, '-U', 'almanac', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-instructions'];
    execFileSync(join(bin, 'initdb'), options, { ...nobody, cwd: cluster, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  const before = leftOver(cluster);
  if (before) await killAll(before);
  const port = await freePort();
  const url = `postgres://almanac@127.0.0.1:${port}`;
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${cluster}`, 'shared_buffers=64MB'];
  const options = ['-D', cluster, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  let postmaster = 0;
  const start = async () => {
    const child = spawn(join(bin, 'postgres'), options, { ...nobody, cwd: cluster, stdio: 'ignore' });
    await once(child, 'spawn');
    postmaster = child.pid ?? 0;
    await untilAnswering(`${url}/postgres`);
  };
  await start();
  if (isNew) {
    const client = new pg.Client(`${url}/postgres`);
    await client.connect();
    await client.query('create database kills');
    await client.end();
  }
  return { url: `${url}/kills`, start, kill: () => killAll(postmaster) };
}
