// Starts the service for a try, and sends requests to it as an administrator.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { now, openDatabase } from '../../src/app.js';
import { addUser } from '../../src/auth/accounts.js';
import { readConfig } from '../../src/config.js';
import { basic } from '../../tests/harness/program.js';

const program = fileURLToPath(new URL('service.ts', import.meta.url));

export interface Site {
  readonly url: string;
  readonly pid: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Below the prefix of the native API. */
  readonly send: (method: string, path: string, body?: object) => Promise<Answer>;
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each try knows the body that it asks for
  readonly body: any;
}

type Settings = Readonly<Record<string, string>> & { readonly ALMANAC_DATA: string };

export async function addAdministrator(settings: Settings): Promise<Readonly<Record<string, string>>> {
  const store = await openDatabase(readConfig(settings));
  const { password } = await addUser(store, {
    name: 'keeper',
    role: 'administrator',
    now: now(),
    signIn: signInPassword,
  });
  await store.close();
  return basic('keeper', password);
}

/** For the console. */
export const signInPassword = 'a long password for the console';

/** `environment`: variables of the process that are no settings. */
export async function startSite(
  settings: Settings,
  headers: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
): Promise<Site> {
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    env: { ...process.env, ALMANAC_PORT: '0', ALMANAC_RATE_LIMIT: 'off', ...settings, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (text) => {
    log += text;
  });
  const ended = once(child, 'exit');
  let url = '';
  for await (const line of createInterface({ input: child.stdout })) {
    url = /ready at (\S+)\/$/.exec(line)?.[1] ?? '';
    if (url !== '') break;
    log += `${line}\n`;
  }
  if (url === '') throw new Error(`the service did not start: ${log}`);
  child.stdout.on('data', (text) => {
    log += text;
  });
  child.stdout.resume();
  return {
    url,
    pid: child.pid ?? 0,
    headers,
    log: () => log,
    send: async (method, path, body) => {
      const response = await fetch(`${url}/cal/events/v1${path}`, {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text };
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

export const residentMegabytes = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024);
