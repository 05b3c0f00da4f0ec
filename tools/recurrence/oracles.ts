// Other programs that compute the dates of recurrence rules: dateutil (Python) and rrule-temporal (npm).
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

export interface OracleCase {
  readonly rule: string;
  readonly start: string;
  readonly to: string;
  readonly limit: number;
}

/** Undefined if the program failed or took too long. */
export type OracleDates = readonly string[] | undefined;

const fileNamed = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export const hasDateutil = (): boolean => spawnSync('python3', ['-c', 'import dateutil.rrule']).status === 0;

const datesIn = (value: unknown): OracleDates => (Array.isArray(value) ? (value as readonly string[]) : undefined);

export async function byDateutil(cases: readonly OracleCase[]): Promise<readonly OracleDates[]> {
  const python = spawn('python3', [fileNamed('dateutil_dates.py')], { stdio: ['pipe', 'pipe', 'inherit'] });
  const results: OracleDates[] = [];
  createInterface(python.stdout).on('line', (line) => results.push(datesIn(JSON.parse(line))));
  python.stdin.end(cases.map((one) => `${JSON.stringify(one)}\n`).join(''));
  await once(python, 'close');
  if (results.length !== cases.length) throw new Error(`dateutil answered ${results.length} of ${cases.length} rules.`);
  return results;
}

/** Per rule. */
const timeoutMs = 10_000;

/** Starts a new worker after a rule that takes too long. */
export async function byRruleTemporal(cases: readonly OracleCase[]): Promise<readonly OracleDates[]> {
  const results: OracleDates[] = [];
  while (results.length < cases.length) {
    const worker = new Worker(fileNamed('rrule-temporal-worker.mjs'), { execArgv: [] });
    await new Promise<void>((resolve, reject) => {
      const expire = () => {
        results.push(undefined);
        resolve();
      };
      let timer = setTimeout(expire, timeoutMs * 3);
      worker.on('error', reject);
      worker.on('message', (value: unknown) => {
        clearTimeout(timer);
        results.push(datesIn(value));
        if (results.length === cases.length) resolve();
        else timer = setTimeout(expire, timeoutMs);
      });
      worker.postMessage(cases.slice(results.length));
    });
    await worker.terminate();
  }
  return results;
}
