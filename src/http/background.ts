// Work that may outlive its response: bounded, stopped and awaited when the service stops, its failures logged.
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../core/problem.js';

/** Stops at a point from which it can be repeated when the signal aborts. */
export type Work<Result> = (signal: AbortSignal) => Promise<Result>;

export interface Answered<Result> {
  /** Absent if it takes longer: then it goes on, and its failure is logged. */
  readonly finished?: Result;
  readonly running: Promise<Result>;
}

export interface Background {
  /** Rejects with 503 if too much is running. */
  readonly run: <Result>(name: string, work: Work<Result>) => Promise<Result>;
  /** Waits a while for the result. */
  readonly answer: <Result>(name: string, work: Work<Result>, waitMs: number) => Promise<Answered<Result>>;
  readonly logWith: (log: (error: unknown, name: string) => void) => void;
  /** Stops all work and waits for it, up to a limit. */
  readonly close: () => Promise<void>;
}

const maxRunning = 40;
/** Shorter than the time that a process has to stop. */
const stopMs = 8_000;

export function openBackground(): Background {
  const running = new Map<Promise<unknown>, string>();
  const stopping = new AbortController();
  let log: (error: unknown, name: string) => void = () => undefined;

  function run<Result>(name: string, work: Work<Result>): Promise<Result> {
    if (running.size >= maxRunning || stopping.signal.aborted)
      return Promise.reject(new Problem('overloaded', { headers: { 'Retry-After': '30' } }));
    const promise = work(stopping.signal);
    running.set(promise, name);
    promise.catch(() => undefined).finally(() => running.delete(promise));
    return promise;
  }

  async function answer<Result>(name: string, work: Work<Result>, waitMs: number): Promise<Answered<Result>> {
    const promise = run(name, work);
    const done = promise.then((finished) => ({ finished, running: promise }));
    const waiting = new AbortController();
    const timeout = sleep(waitMs, undefined, { signal: waiting.signal }).catch(() => undefined);
    const first = await Promise.race([done, timeout]).finally(() => waiting.abort());
    if (first) return first;
    done.catch((error: unknown) => log(error, name));
    return { running: promise };
  }

  return {
    run,
    answer,
    logWith: (given) => {
      log = given;
    },
    close: async () => {
      stopping.abort(new Error('the service is stopping'));
      const timer = new AbortController();
      const late = sleep(stopMs, true, { signal: timer.signal }).catch(() => false);
      const isLate = await Promise.race([Promise.allSettled(running.keys()).then(() => false), late]);
      timer.abort();
      if (isLate) for (const name of running.values()) log(new Error('still running when the service stopped'), name);
    },
  };
}
