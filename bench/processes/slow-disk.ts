// The environment of a process whose syncs take longer, as on a slower disk.
import { home } from '../store/fixtures.js';
import { preloaded } from './preloaded.js';

/** Undefined where the library cannot be made. */
export function onSlowDisk(milliseconds: number): Readonly<Record<string, string>> | undefined {
  const variables = preloaded(new URL('slow-sync.c', import.meta.url), home);
  return variables && { ...variables, SYNC_MILLISECONDS: String(milliseconds) };
}
