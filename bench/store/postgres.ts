// A PostgreSQL server on an existing data folder, with durable settings or with fast ones for the initial load.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { findPostgres } from '../../tests/harness/postgres/binaries.js';
import { freePort } from '../../tests/harness/postgres/server.js';

export interface PostgresServer {
  readonly url: string;
  /** Process id of the postmaster. */
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

const runner = fileURLToPath(new URL('run-postgres.mjs', import.meta.url));

/** Every commit waits for the disk, as on the embedded engine. */
export const durableSettings = [
  'max_connections=100',
  'shared_buffers=256MB',
  'effective_cache_size=1GB',
  'max_wal_size=2GB',
];
export const fastSettings = [
  ...durableSettings,
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=16GB',
  'maintenance_work_mem=1GB',
  'autovacuum=off',
];

/** Copies the server into `folder`, as a standby that follows it. */
export async function startStandby({ url }: PostgresServer, folder: string): Promise<PostgresServer> {
  const cluster = join(folder, 'cluster');
  execFileSync(join(findPostgres(), 'pg_basebackup'), ['-D', cluster, '-d', url, '-R', '-X', 'stream', '-c', 'fast']);
  // Root starts PostgreSQL as `nobody`.
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', '65534:65534', cluster]);
  return startPostgres(folder, durableSettings);
}

export async function startPostgres(folder: string, settings: readonly string[]): Promise<PostgresServer> {
  const port = await freePort();
  const child = spawn(process.execPath, [runner, findPostgres(), folder, String(port), ...settings], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(([code]) => Promise.reject(new Error(`PostgreSQL ended with ${code}`))),
  ])) as [string];
  const url = `postgres://almanac@127.0.0.1:${port}/postgres`;
  await waitUntilReady(url);
  return {
    url,
    pid: Number(line),
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** A server that listens may still be recovering. */
async function waitUntilReady(url: string): Promise<void> {
  for (;;) {
    const client = new pg.Client(url);
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch {
      await sleep(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
