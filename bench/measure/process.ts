// CPU time and memory of a process, from /proc.
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

interface Stat {
  readonly parent: number;
  /** CPU seconds of the process itself, and of its children that have ended. */
  readonly own: number;
  readonly ended: number;
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (at) => fields[at],
    );
    return { parent, own: (user + system) / ticksPerSecond, ended: (endedUser + endedSystem) / ticksPerSecond };
  } catch {
    return undefined;
  }
}

/** CPU seconds of one process. */
export const cpuOf = (pid: number): number => statOf(pid)?.own ?? 0;

/** CPU seconds of a process and its children: PostgreSQL has a process for each connection. */
export function cpuOfAll(pid: number): number {
  const first = statOf(pid);
  const others = readdirSync('/proc').map(Number).filter(Number.isInteger).map(statOf);
  const below = others.filter((stat) => stat?.parent === pid);
  return (first?.own ?? 0) + (first?.ended ?? 0) + below.reduce((sum, stat) => sum + (stat?.own ?? 0), 0);
}

export interface Memory {
  /** Megabytes of resident memory: all, anonymous, and mapped from files. */
  readonly all: number;
  readonly own: number;
  readonly files: number;
}

export function memoryOf(pid: number): Memory {
  const text = readFileSync(`/proc/${pid}/status`, 'latin1');
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) / 1_024;
  return { all: megabytes('VmRSS'), own: megabytes('RssAnon'), files: megabytes('RssFile') };
}

/** The maximum during the work, sampled every 100 ms. */
export async function maxMemory<Result>(pid: number, work: () => Promise<Result>): Promise<[Result, Memory]> {
  let max = memoryOf(pid);
  const timer = setInterval(() => {
    const seen = memoryOf(pid);
    max = {
      all: Math.max(max.all, seen.all),
      own: Math.max(max.own, seen.own),
      files: Math.max(max.files, seen.files),
    };
  }, 100);
  try {
    const result = await work();
    return [result, max];
  } finally {
    clearInterval(timer);
  }
}
