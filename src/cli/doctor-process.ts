// Runs `almanac doctor` in a process of its own: the checks read the whole database, which would block a serving process.
import { execFile } from 'node:child_process';
import type { Finding } from '../core/finding.js';
import type { Terminal } from './terminal.js';

const timeoutMs = 120_000;
const maxOutputBytes = 4 * 1_048_576;

export const doctorProcess =
  ({ environment }: Pick<Terminal, 'environment'>) =>
  (): Promise<readonly Finding[]> =>
    new Promise((resolve, reject) => {
      const script = process.argv[1] ?? '';
      const options = { env: environment, timeout: timeoutMs, maxBuffer: maxOutputBytes };
      execFile(process.execPath, [script, 'doctor', '--json'], options, (error, output) => {
        try {
          // Faults make it exit with 1, with the findings on standard output.
          resolve((JSON.parse(output) as { readonly checks: readonly Finding[] }).checks);
        } catch {
          reject(error ?? new Error('doctor printed no result'));
        }
      });
    });
