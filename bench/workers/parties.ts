// The processes that take part: the compiled service with so many workers, and the clients.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Order, Result } from './load.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Service {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export async function startService(workers: number, settings: Readonly<Record<string, string>>): Promise<Service> {
  const child = spawn(process.execPath, ['bin/almanac.js', 'serve', '--workers', String(workers)], {
    cwd: root,
    env: { ...process.env, ALMANAC_HOST: '127.0.0.1', ALMANAC_PORT: '0', ALMANAC_RATE_LIMIT: 'off', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const ready = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const [line] = await Promise.race([
    ready,
    ended.then(([code]): never => {
      throw new Error(`the service ended with ${code}: is it built?`);
    }),
  ]);
  return {
    url: String(/https?:\/\/[^\s/]+/.exec(line)?.[0]),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export interface Clients {
  readonly play: (order: Order) => Promise<Result>;
  readonly stop: () => void;
}

export function startClients(): Clients {
  const child = fork(fileURLToPath(new URL('load.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] });
  const ended = once(child, 'exit');
  return {
    play: async (order) => {
      const answer = once(child, 'message') as Promise<[Result]>;
      child.send(order);
      const [result] = await Promise.race([
        answer,
        ended.then((): never => {
          throw new Error('the clients ended');
        }),
      ]);
      return result;
    },
    stop: () => child.kill(),
  };
}
