// Memory that the service has allocated outside its JavaScript heap. What the process holds is more: the allocator keeps what was
// freed, as much as was ever in use at one moment.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { preloaded } from '../../bench/processes/preloaded.js';

export interface NativeMemory {
  /** For the environment of the service. */
  readonly variables: Readonly<Record<string, string>>;
  readonly bytes: () => number;
}

/** Undefined where the library cannot be made: it needs a compiler and the C library of GNU. */
export function openNativeMemory(folder: string): NativeMemory | undefined {
  const file = join(folder, 'native-memory');
  const variables = preloaded(new URL('native-memory.c', import.meta.url), folder);
  if (!variables) return undefined;
  return {
    variables: { ...variables, NATIVE_MEMORY_FILE: file },
    bytes: () => Number(readFileSync(file, 'latin1')),
  };
}
