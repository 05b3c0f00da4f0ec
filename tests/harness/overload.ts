// Starts a process that overloads the service, and reads its report.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface OverloadReport {
  /** Number of responses by status code. */
  readonly responses: Readonly<Record<string, number>>;
  readonly rejections: readonly { readonly retryAfter?: string; readonly code: string }[];
  /** Status codes of /healthz during the overload, by URL. */
  readonly probes: readonly (readonly number[])[];
}

const client = fileURLToPath(new URL('overload-client.mjs', import.meta.url));

export async function overload(urls: readonly string[], path: string, connections: number): Promise<OverloadReport> {
  const { stdout } = await promisify(execFile)(process.execPath, [client, urls.join(), path, String(connections)]);
  return JSON.parse(stdout) as OverloadReport;
}
