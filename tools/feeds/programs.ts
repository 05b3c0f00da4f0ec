// Runs the programs of others that read feeds, and finds out which of them are installed.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const fileNamed = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Standard output. Throws with standard error if the program fails. */
export async function run(
  command: string,
  args: readonly string[],
  options: {
    readonly input?: string;
    readonly env?: Readonly<Record<string, string>>;
    /** Also returns standard error. */
    readonly mergeErrors?: true;
  } = {},
): Promise<string> {
  const child = spawn(command, args, { env: { ...process.env, ...options.env } });
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (child.exitCode !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${child.exitCode}: ${errors.slice(-2_000)}`);
  return options.mergeErrors ? output + errors : output;
}

export const hasProgram = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** The Python that has all modules: Debian's packages belong to its own Python, which may not be the first in PATH. */
export const pythonWith = (...modules: readonly string[]): string | undefined =>
  ['python3', '/usr/bin/python3'].find((python) => hasProgram(python, '-c', `import ${modules.join(',')}`));

/** Compiles a C program against libical; undefined if the compiler or the library is missing. */
export async function compiled(source: string, target: string): Promise<string | undefined> {
  if (!hasProgram('cc', '--version') || !hasProgram('pkg-config', '--exists', 'libical')) return undefined;
  const flags = (await run('pkg-config', ['--cflags', '--libs', 'libical'])).trim().split(/\s+/);
  await run('cc', ['-O1', '-o', target, fileNamed(source), ...flags]);
  return target;
}

export const jsonLines = <T>(output: string): readonly T[] =>
  output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
