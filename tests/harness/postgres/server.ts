// One throwaway PostgreSQL server, and clearing away those that a killed machine may have left behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findPostgres } from './binaries.js';

const prefix = 'almanac-postgres-';
const supervisor = fileURLToPath(new URL('supervise.mjs', import.meta.url));

export interface PostgresServer {
  /** Address of the server without a database name. */
  readonly url: string;
  readonly port: number;
  readonly data: string;
  readonly stop: () => Promise<void>;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

export async function startPostgres(settings: readonly string[] = ['fsync=off']): Promise<PostgresServer> {
  clearAway();
  const data = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  const port = await freePort();
  const child = spawn(process.execPath, [supervisor, findPostgres(), data, String(port), ...settings], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const ready = once(createInterface(child.stdout), 'line');
  await Promise.race([ready, ended.then(([code]) => Promise.reject(new Error(`PostgreSQL did not start (${code})`)))]);
  return {
    url: `postgres://almanac@127.0.0.1:${port}`,
    port,
    data,
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Only when even the supervisor was killed is anything left: its server is ended and its folder removed. */
function clearAway(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    if (isAlive(Number(name.slice(prefix.length).split('-')[0]))) continue;
    const folder = join(tmpdir(), name);
    const file = join(folder, 'cluster/postmaster.pid');
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
    if (pid > 0 && isAlive(pid)) process.kill(pid, 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true });
  }
}
