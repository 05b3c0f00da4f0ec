// Starts a crowd beside the service and reads what it has to tell.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface Told {
  /** How many answers of each kind. */
  readonly answers: Readonly<Record<string, number>>;
  readonly refusals: readonly { readonly retryAfter?: string; readonly code: string }[];
  /** What the probe was answered, each time. */
  readonly probes: readonly number[];
}

const client = fileURLToPath(new URL('crowd-client.mjs', import.meta.url));

export async function besiege(url: string, path: string, connections: number): Promise<Told> {
  const { stdout } = await promisify(execFile)(process.execPath, [client, url, path, String(connections)]);
  return JSON.parse(stdout) as Told;
}
