// The service as a child process, for tests that kill it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A folder without a `.env`. */
const harness = fileURLToPath(new URL('.', import.meta.url));
const program = fileURLToPath(new URL('../../bin/almanac.js', import.meta.url));

export interface Child {
  readonly address: string;
  readonly pid: number;
  /** SIGKILL. */
  readonly kill: () => Promise<void>;
}

/** Starts `serve` and waits for the line with its address. */
export async function startChild(settings: Readonly<Record<string, string>>): Promise<Child> {
  const child = spawn(process.execPath, [program, 'serve'], {
    cwd: harness,
    env: { ...process.env, ALMANAC_PORT: '0', ALMANAC_WORKERS: '1', ALMANAC_RATE_LIMIT: 'off', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const address = await readyAddress(child, () => errors);
  return {
    address,
    pid: child.pid ?? 0,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function readyAddress(child: ChildProcess, errors: () => string): Promise<string> {
  if (!child.stdout) throw new Error('the child has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /https?:\/\/[^\s/]+/.exec(line)?.[0];
    if (address) return address;
  }
  throw new Error(`the service did not start: ${errors()}`);
}
