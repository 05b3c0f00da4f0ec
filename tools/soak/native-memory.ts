// Memory that the service has allocated outside its JavaScript heap. What the process holds is more: the allocator keeps what was
// freed, as much as was ever in use at one moment.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('native-memory.c', import.meta.url));

export interface NativeMemory {
  /** For the environment of the service. */
  readonly variables: Readonly<Record<string, string>>;
  readonly bytes: () => number;
}

/** Undefined where there is no compiler, or the C library is not that of GNU. */
export function openNativeMemory(folder: string): NativeMemory | undefined {
  const [library, file] = [join(folder, 'native-memory.so'), join(folder, 'native-memory')];
  try {
    execFileSync('cc', ['-O2', '-shared', '-fPIC', '-o', library, source, '-lpthread'], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return {
    variables: { LD_PRELOAD: library, NATIVE_MEMORY_FILE: file },
    bytes: () => Number(readFileSync(file, 'latin1')),
  };
}
