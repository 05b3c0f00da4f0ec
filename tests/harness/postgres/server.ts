// Temporary PostgreSQL servers, and removal of leftovers of killed test runs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { findPostgres } from './binaries.js';

const prefix = 'almanac-postgres-';
const supervisor = fileURLToPath(new URL('supervise.mjs', import.meta.url));

export interface PostgresServer {
  /** Address of the server without a database name. */
  readonly url: string;
  readonly port: number;
  /** Crashes the server; it can be started again on its data. */
  readonly crash: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface PostgresOptions {
  readonly settings?: readonly string[];
  /** Makes it a streaming standby of this server. */
  readonly standbyOf?: PostgresServer;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

export async function startPostgres({
  settings = ['fsync=off'],
  standbyOf,
}: PostgresOptions = {}): Promise<PostgresServer> {
  clearAway();
  const data = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  const port = await freePort();
  const primary = standbyOf ? `${standbyOf.url}/postgres` : 'none';
  const child = spawn(process.execPath, [supervisor, findPostgres(), data, String(port), primary, ...settings], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const heard = async () => {
    const line = once(lines, 'line');
    await Promise.race([line, ended.then(([code]) => Promise.reject(new Error(`PostgreSQL ended with ${code}`)))]);
  };
  const tell = async (word: string) => {
    const answer = heard();
    child.stdin.write(`${word}\n`);
    await answer;
  };
  const url = `postgres://almanac@127.0.0.1:${port}`;
  await heard();
  await answers(url);
  return {
    url,
    port,
    crash: () => tell('crash'),
    start: () => tell('start'),
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** A server that listens may still be recovering what it had kept. */
async function answers(url: string): Promise<void> {
  for (;;) {
    const client = new pg.Client(`${url}/postgres`);
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

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Only when even the supervisor was killed is anything left: its server is ended and its folder removed. */
export function clearAway(parent: string = tmpdir()): void {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    if (isAlive(Number(name.slice(prefix.length).split('-')[0]))) continue;
    const folder = join(parent, name);
    const file = join(folder, 'cluster/postmaster.pid');
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
    if (pid > 0 && isAlive(pid)) process.kill(pid, 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true });
  }
}
