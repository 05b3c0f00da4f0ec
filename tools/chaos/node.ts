// One node: the compiled program on a port of its own, killed without mercy and started again.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../tests/harness/postgres/server.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The end of the input is `kill -9`, so that no node outlives this process; the end of the node is passed on. */
const watched = [
  'exec 3<&0',
  '"$@" </dev/null 3<&- & child=$!',
  '{ read -r end <&3; kill -KILL $child; } & watch=$!',
  'wait $child; code=$?',
  'kill $watch 2>/dev/null; exit $code',
].join('\n');

export interface Node {
  readonly port: number;
  /** Waits until it says that it is ready. */
  readonly start: () => Promise<void>;
  readonly kill: () => Promise<void>;
  /** How often it ended without having been killed. */
  readonly ends: () => number;
  /** Everything it wrote to standard error. */
  readonly log: () => string;
}

export async function prepareNode(settings: Readonly<Record<string, string>>): Promise<Node> {
  const port = await freePort();
  const inherited = Object.entries(process.env).filter(([name]) => !/^(ALMANAC_|NODE_OPTIONS)/.test(name));
  const env = { ...Object.fromEntries(inherited), ...settings, ALMANAC_PORT: String(port) };
  let child: ChildProcessByStdio<Writable, Readable, Readable> | undefined;
  let killing = false;
  let ends = 0;
  let log = '';

  async function start(): Promise<void> {
    killing = false;
    const args = ['-c', watched, 'sh', process.execPath, 'bin/almanac.js', 'serve', '--workers', '1'];
    const started = spawn('/bin/sh', args, { cwd: root, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    child = started;
    started.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
    const ended = once(started, 'exit').then(([code]) => {
      if (!killing) ends++;
      child = undefined;
      throw new Error(`A node ended with ${code}: ${log}`);
    });
    ended.catch(() => undefined);
    const ready = new Promise<void>((resolve) => {
      let said = '';
      started.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (/ready at http:\S+\n/.test(said)) resolve();
      });
    });
    await Promise.race([ready, ended]);
  }

  async function kill(): Promise<void> {
    if (!child) return;
    killing = true;
    const gone = once(child, 'exit');
    child.stdin.end();
    await gone;
  }

  return { port, start, kill, ends: () => ends, log: () => log };
}
