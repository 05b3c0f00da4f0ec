// What is measured every ten seconds: memory, files and connections of the service, its log and its response times.
import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../../bench/measure/numbers.js';
import { cpuOf, memoryOf } from '../../bench/measure/process.js';
import type { Limit, Point } from './trend.js';

export interface Quantity {
  readonly name: string;
  readonly unit: string;
  readonly limit: Limit;
  /** Share of the run before it is judged; a sixth by default. */
  readonly warmUp?: number;
}

const memory = { share: 0.05, floor: 0.5 };
/** Of response times and CPU time: other work on the machine changes them. */
const time = { share: 0.2, floor: 0.5 };

export const quantities = {
  used: { name: 'memory in use', unit: 'MB', limit: memory },
  native: { name: 'native memory in use', unit: 'MB', limit: memory },
  /** Without files that are mapped: the pages of a database that grows belong to the system, which takes them back. The allocator keeps
   * the most that was in use at one moment, which rises for half an hour, less and less. */
  resident: { name: 'resident memory without files', unit: 'MB', limit: memory, warmUp: 1 / 2 },
  files: { name: 'open files', unit: '', limit: { share: 0, floor: 1 } },
  sockets: { name: 'connections', unit: '', limit: { share: 0, floor: 2 } },
  temporary: { name: 'temporary files', unit: '', limit: { share: 0, floor: 1 } },
  log: { name: 'log of the database', unit: 'MB', limit: { share: 0.05, floor: 1 } },
  database: { name: 'database connections', unit: '', limit: { share: 0, floor: 1 } },
  cpu: { name: 'CPU time per second', unit: 'ms', limit: { share: 0.2, floor: 10 } },
  p50: { name: 'response time, p50', unit: 'ms', limit: time },
  p95: { name: 'response time, p95', unit: 'ms', limit: { share: 0.2, floor: 2 } },
} as const satisfies Readonly<Record<string, Quantity>>;
export type QuantityName = keyof typeof quantities;

const usualWarmUp = 1 / 6;

/** Minutes before a quantity is judged. */
export const warmUpOf = (name: QuantityName, minutes: number): number => {
  const { warmUp = usualWarmUp }: Quantity = quantities[name];
  return warmUp * minutes;
};

export interface Sampled {
  readonly pid: number;
  readonly address: string;
  /** Temporary folder of the service. */
  readonly temporary: string;
  /** One request of known cost; its number makes its URL new, so that it is not cached. */
  readonly probe: (number: number) => Promise<unknown>;
  /** Megabytes. */
  readonly logSize: () => Promise<number>;
  readonly databaseConnections?: () => Promise<number>;
  /** Bytes in use outside the JavaScript heap. */
  readonly nativeMemory?: (() => number) | undefined;
}

export interface Samples {
  readonly points: ReadonlyMap<QuantityName, readonly Point[]>;
  readonly take: () => Promise<void>;
  /** The last value of each as a line. */
  readonly line: () => string;
}

const megabyte = 2 ** 20;
const probes = 20;
const collectMs = 300;

export const sizeIn = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
export const megabytes = (bytes: number): number => bytes / megabyte;

function openFiles(pid: number): { readonly files: number; readonly sockets: number } {
  const targets = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      // Closed since.
      return [];
    }
  });
  const sockets = targets.filter((target) => target.startsWith('socket:')).length;
  return { files: targets.length - sockets, sockets };
}

async function metricsAt(address: string): Promise<(name: string) => number> {
  const text = await (await fetch(`${address}/metrics`)).text();
  return (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}

export function openSamples(sampled: Sampled): Samples {
  const { pid, address, temporary, probe, logSize, databaseConnections, nativeMemory } = sampled;
  const points = new Map<QuantityName, Point[]>();
  const begin = performance.now();
  let number = 0;
  let last = { ms: begin, cpu: cpuOf(pid), minute: -1 };

  const add = (name: QuantityName, value: number) => {
    const minute = (performance.now() - begin) / 60_000;
    points.set(name, [...(points.get(name) ?? []), { minute, value }]);
  };

  async function probeTimes(): Promise<readonly number[]> {
    const times: number[] = [];
    while (times.length < probes) {
      const from = performance.now();
      await probe(number++);
      times.push(performance.now() - from);
    }
    return times;
  }

  async function take(): Promise<void> {
    const times = await probeTimes();
    add('p50', quantile(times, 0.5));
    add('p95', quantile(times, 0.95));
    const [ms, cpu] = [performance.now(), cpuOf(pid)];
    add('cpu', ((cpu - last.cpu) * 1_000_000) / (ms - last.ms));
    const minute = Math.floor((ms - begin) / 60_000);
    // Once a minute: it stops the service for a moment.
    const collects = minute > last.minute;
    if (collects) {
      process.kill(pid, 'SIGUSR2');
      await sleep(collectMs);
    }
    last = { ms, cpu, minute };
    const metric = await metricsAt(address);
    if (collects)
      add('used', megabytes(metric('nodejs_heap_size_used_bytes') + metric('nodejs_external_memory_bytes')));
    if (nativeMemory) add('native', megabytes(nativeMemory()));
    add('resident', memoryOf(pid).own);
    const { files, sockets } = openFiles(pid);
    add('files', files);
    add('sockets', sockets);
    add('temporary', readdirSync(temporary, { recursive: true }).length);
    add('log', await logSize());
    if (databaseConnections) add('database', await databaseConnections());
  }

  return {
    points,
    take,
    line: () =>
      [...points]
        .map(([name, values]) => {
          const { value = 0 } = values.at(-1) ?? {};
          return `${name} ${Number(value.toFixed(1))}${quantities[name].unit && ` ${quantities[name].unit}`}`;
        })
        .join(', '),
  };
}
