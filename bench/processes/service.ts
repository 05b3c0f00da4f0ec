// Starts the compiled service as a child process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { allocatorVariables } from '../../src/cli/workers.js';
import type { Fixture } from '../store/fixtures.js';
import { requestFrom } from './child.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const delayMonitor = new URL('event-loop-delay.mjs', import.meta.url).href;

/** Delay of the event loop in milliseconds. */
export interface EventLoopDelay {
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

export interface Service {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Since the last reset; only for a service started with `monitored`. */
  readonly eventLoopDelay: { readonly reset: () => void; readonly read: () => Promise<EventLoopDelay> };
  readonly stop: () => Promise<void>;
}

export interface ServiceOptions {
  readonly cache: boolean;
  readonly workers?: number;
  readonly monitored?: boolean;
  /** Folder of another built tree. */
  readonly tree?: string;
}

export const mount = '/cal/events/v1';

export async function startService(
  { settings }: Pick<Fixture, 'settings'>,
  { cache, workers = 1, monitored = false, tree = root }: ServiceOptions,
): Promise<Service> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(ALMANAC_|NODE_OPTIONS)/.test(name));
  const options = monitored ? ['--import', delayMonitor] : [];
  const child = spawn(process.execPath, [...options, 'bin/almanac.js', 'serve'], {
    cwd: tree,
    env: {
      ...Object.fromEntries(inherited),
      NODE_ENV: 'production',
      // As for the workers of a service.
      ...allocatorVariables,
      ALMANAC_HOST: '127.0.0.1',
      ALMANAC_PORT: '0',
      ALMANAC_WORKERS: String(workers),
      ALMANAC_CACHE: cache ? 'on' : 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit', ...(monitored ? (['ipc'] as const) : [])],
  });
  const ended = once(child, 'exit');
  if (!child.stdout) throw new Error('the service has no output');
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(([code]) => Promise.reject(new Error(`the service ended with ${code}: is it built?`))),
  ])) as [string];
  const url = String(/https?:\/\/[^\s/]+/.exec(line)?.[0]);
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid as number,
    eventLoopDelay: {
      reset: () => {
        child.send('event loop delay: reset');
      },
      read: () => requestFrom<EventLoopDelay>(child, ended, 'event loop delay: read'),
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
