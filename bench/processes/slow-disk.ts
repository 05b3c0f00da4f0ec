// The environment of a process whose syncs take longer, as on a slower disk.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { home } from '../store/fixtures.js';

const source = fileURLToPath(new URL('slow-sync.c', import.meta.url));

/** Undefined where there is no compiler, or the platform is not Linux. */
export function onSlowDisk(milliseconds: number): Readonly<Record<string, string>> | undefined {
  const library = join(home, 'slow-sync.so');
  try {
    execFileSync('cc', ['-O2', '-shared', '-fPIC', '-o', library, source, '-ldl']);
  } catch {
    return undefined;
  }
  return process.platform === 'linux' ? { LD_PRELOAD: library, SYNC_MILLISECONDS: String(milliseconds) } : undefined;
}
