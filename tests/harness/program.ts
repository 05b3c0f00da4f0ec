// Runs the CLI on a data folder, in this process or in a child process: output and exit code.
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { openDatabase, startServer } from '../../src/app.js';
import { run as runCommand } from '../../src/cli/run.js';
import { readConfig } from '../../src/config.js';
import { lowCostVariable } from '../../src/core/work-factors.js';

const harness = fileURLToPath(new URL('.', import.meta.url));
const program = fileURLToPath(new URL('../../bin/almanac.js', import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Setting {
  readonly data: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
}

interface ProcessSetting extends Setting {
  /** Working directory; default: a folder without a `.env`. */
  readonly cwd?: string;
}

const folders = new Set<string>();

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-program-'));
  folders.add(folder);
  return folder;
}

function variablesOf({ data, environment = {} }: Setting): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => name === lowCostVariable || !/^(ALMANAC_|NODE_OPTIONS|VITEST)/.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    ALMANAC_DATA: data,
    ALMANAC_PORT: '0',
    ALMANAC_WORKERS: '1',
    ...environment,
  };
}

/** What a process prints, and how it ends. */
export function outputOf(child: ChildProcessByStdio<Writable | null, Readable, Readable>) {
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const ended = new Promise<Ran>((resolve) => child.once('close', (code) => resolve({ code, ...output })));
  return { output, ended };
}

function launch(args: readonly string[], setting: ProcessSetting) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: setting.cwd ?? harness,
    env: variablesOf(setting),
  });
  return { child, ...outputOf(child) };
}

/** Starts a command in a child process, for tests that kill it. */
export const launchProcess = (args: readonly string[], setting: ProcessSetting): ChildProcess =>
  launch(args, setting).child;

/** Runs a command in a child process. */
export function runProcess(args: readonly string[], setting: ProcessSetting): Promise<Ran> {
  const { child, ended } = launch(args, setting);
  child.stdin.end(setting.input ?? '');
  return ended;
}

/** Runs a command in this process, which saves the second that a process takes to start. */
export async function run(args: readonly string[], setting: Setting): Promise<Ran> {
  const written = { stdout: '', stderr: '' };
  const streamTo = (name: keyof typeof written) =>
    new Writable({
      decodeStrings: false,
      write: (text, _encoding, done) => {
        written[name] += text;
        done();
      },
    });
  const code = await runCommand([process.execPath, program, ...args], {
    env: variablesOf(setting),
    envFile: join(harness, '.env'),
    stdin: Readable.from([setting.input ?? '']),
    stdout: streamTo('stdout'),
    stderr: streamTo('stderr'),
  });
  return { code, ...written };
}

export interface Served {
  readonly url: string;
  readonly output: { readonly stdout: string; readonly stderr: string };
  readonly pid: number;
  /** The started process is still running. */
  readonly isRunning: () => boolean;
  readonly stop: (signal?: NodeJS.Signals) => Promise<Ran>;
}

const running = new Set<ChildProcess>();

/** Starts the service and waits for the line with its address. */
export async function serve(args: readonly string[], setting: ProcessSetting): Promise<Served> {
  const { child, output, ended } = launch(['serve', ...args], setting);
  running.add(child);
  ended.then(() => running.delete(child)).catch(() => undefined);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const found = /ready at (http:\S+)\/\n/.exec(output.stdout);
      if (found?.[1]) resolve(found[1]);
    });
    ended.then(({ stderr }) => reject(new Error(`it ended before it was ready: ${stderr}`))).catch(reject);
  });
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return ended;
  };
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return { url, output, pid: child.pid as number, isRunning, stop };
}

export interface ServedHere extends Pick<Served, 'url'> {
  /** Runs all due background jobs once. */
  readonly runDue: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const stopsHere = new Set<() => Promise<void>>();

/** Starts the service in this process, which saves the second that a process takes to start. */
export async function serveHere({ data, environment }: Setting): Promise<ServedHere> {
  const config = readConfig({ ALMANAC_DATA: data, ALMANAC_PORT: '0', ...environment });
  const store = await openDatabase(config);
  const running = await startServer(config, store);
  const stop = async () => {
    stopsHere.delete(stop);
    await running.stop();
    await store.close();
  };
  stopsHere.add(stop);
  return { url: running.listening, runDue: running.jobs.runDue, stop };
}

/** Stops all processes and removes all folders; for the end of a test. */
export async function cleanUp(): Promise<void> {
  for (const stop of stopsHere) await stop();
  const ends = [...running].map((child) => new Promise((resolve) => child.once('close', resolve)));
  for (const child of running) child.kill('SIGKILL');
  await Promise.all(ends);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
}

export const basic = (user: string, password: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

export const eventsOf = (url: string): string => `${url}/cal/events/v1/events`;

export const addEvent = (url: string, headers: Record<string, string>, title: string): Promise<Response> =>
  fetch(eventsOf(url), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      title,
      start_date: '2031-05-01 10:00:00',
      end_date: '2031-05-01 12:00:00',
      categories: ['Music'],
      tags: ['test'],
    }),
  });
