// One node: the compiled service on its own port, which can be killed with SIGKILL, stopped, and started again.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../tests/harness/postgres/server.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Kills the node with all its workers when standard input closes, so that it does not outlive this process, and sends it SIGTERM for
 * each line; passes on its exit code. */
const supervised = [
  'exec 3<&0',
  '"$@" </dev/null 3<&- & child=$!',
  '{ while read -r line <&3; do kill -TERM $child; done; kill -KILL 0; } & watch=$!',
  'wait $child; code=$?',
  'kill $watch 2>/dev/null; exit $code',
].join('\n');

export interface Node {
  readonly port: number;
  /** Resolves when it logs that it is ready. `tree`: the folder of another build. */
  readonly start: (tree?: string) => Promise<void>;
  readonly kill: () => Promise<void>;
  /** SIGTERM; resolves with its exit code. */
  readonly stop: () => Promise<number | null>;
  /** Number of exits without a kill. */
  readonly ends: () => number;
  /** Everything it wrote to standard error. */
  readonly log: () => string;
}

export async function prepareNode(settings: Readonly<Record<string, string>>, workers: number): Promise<Node> {
  const port = await freePort();
  const inherited = Object.entries(process.env).filter(([name]) => !/^(ALMANAC_|NODE_OPTIONS)/.test(name));
  const env = { ...Object.fromEntries(inherited), ...settings, ALMANAC_PORT: String(port) };
  let child: ChildProcessByStdio<Writable, Readable, Readable> | undefined;
  let killing = false;
  let ends = 0;
  let log = '';

  async function start(tree = root): Promise<void> {
    killing = false;
    const args = ['-c', supervised, 'sh', process.execPath, 'bin/almanac.js', 'serve', '--workers', String(workers)];
    const started = spawn('/bin/sh', args, { cwd: tree, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
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
      let output = '';
      started.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (/ready at http:\S+\n/.test(output)) resolve();
      });
    });
    await Promise.race([ready, ended]);
  }

  async function kill(): Promise<void> {
    if (!child) return;
    killing = true;
    const exited = once(child, 'exit');
    child.stdin.end();
    await exited;
  }

  async function stop(): Promise<number | null> {
    if (!child) return null;
    killing = true;
    const exited = once(child, 'exit');
    child.stdin.write('stop\n');
    const [code] = (await exited) as [number | null];
    return code;
  }

  return { port, start, kill, stop, ends: () => ends, log: () => log };
}
