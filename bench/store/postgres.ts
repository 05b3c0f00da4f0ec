// PostgreSQL on a folder that is kept: as durable as people run it, or as quick as it goes while it is filled.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { findPostgres } from '../../tests/harness/postgres/binaries.js';
import { freePort } from '../../tests/harness/postgres/server.js';

export interface PostgresServer {
  readonly url: string;
  /** Of the process that all others of the server descend from. */
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

const keeper = fileURLToPath(new URL('keep-postgres.mjs', import.meta.url));

/** Every change waits for the disk, as on the embedded engine. */
export const durable = ['max_connections=100', 'shared_buffers=256MB', 'effective_cache_size=1GB', 'max_wal_size=2GB'];
export const hasty = [
  ...durable,
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=16GB',
  'maintenance_work_mem=1GB',
  'autovacuum=off',
];

export async function startPostgres(folder: string, settings: readonly string[]): Promise<PostgresServer> {
  const port = await freePort();
  const child = spawn(process.execPath, [keeper, findPostgres(), folder, String(port), ...settings], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(([code]) => Promise.reject(new Error(`PostgreSQL ended with ${code}`))),
  ])) as [string];
  const url = `postgres://almanac@127.0.0.1:${port}/postgres`;
  await answers(url);
  return {
    url,
    pid: Number(line),
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** A server that listens may still be starting. */
async function answers(url: string): Promise<void> {
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
