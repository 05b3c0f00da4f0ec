// The compiled service as a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Ground } from '../store/ground.js';
import { askOf } from './child.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const watcher = new URL('stalls.mjs', import.meta.url).href;

/** Milliseconds for which the event loop was held up. */
export interface Stalls {
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly most: number;
}

export interface Service {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** What happened since the last beginning; only of a service that was started to be watched. */
  readonly stalls: { readonly begin: () => void; readonly tell: () => Promise<Stalls> };
  readonly stop: () => Promise<void>;
}

export interface ServiceOptions {
  readonly cache: boolean;
  readonly workers?: number;
  readonly watched?: boolean;
}

export const mount = '/cal/events/v1';

export async function startService(
  { settings }: Pick<Ground, 'settings'>,
  { cache, workers = 1, watched = false }: ServiceOptions,
): Promise<Service> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(ALMANAC_|NODE_OPTIONS)/.test(name));
  const options = watched ? ['--import', watcher] : [];
  const child = spawn(process.execPath, [...options, 'bin/almanac.js', 'serve'], {
    cwd: root,
    env: {
      ...Object.fromEntries(inherited),
      NODE_ENV: 'production',
      ALMANAC_HOST: '127.0.0.1',
      ALMANAC_PORT: '0',
      ALMANAC_WORKERS: String(workers),
      ALMANAC_CACHE: cache ? 'on' : 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit', ...(watched ? (['ipc'] as const) : [])],
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
    stalls: {
      begin: () => {
        child.send('stalls: begin');
      },
      tell: () => askOf<Stalls>(child, ended, 'stalls: tell'),
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
