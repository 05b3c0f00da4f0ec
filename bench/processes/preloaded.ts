// Libraries in C that are loaded into a process before its own.
import { execFileSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The environment of a process with this library; undefined where there is no compiler that can make it, or the platform is not
 * Linux. */
export function preloaded(source: URL, folder: string): Readonly<Record<string, string>> | undefined {
  if (process.platform !== 'linux') return undefined;
  const library = join(folder, `${basename(source.pathname, '.c')}.so`);
  try {
    execFileSync('cc', ['-O2', '-shared', '-fPIC', '-o', library, fileURLToPath(source), '-ldl', '-lpthread']);
  } catch {
    return undefined;
  }
  return { LD_PRELOAD: library };
}
