// Several processes on one port: the first prepares the store and watches, the others serve.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { AggregatorRegistry } from 'prom-client';
import { outcomeOf } from './outcome.js';
import { exits, Refusal } from './refusal.js';
import type { Terminal } from './terminal.js';

/** What a worker tells the process that watches it, and what it hears back. */
type Told =
  | { readonly listening: string }
  | { readonly wants: 'measurements' }
  | { readonly failed: string; readonly exit: number };
interface Heard {
  readonly measurements?: string;
}

const tell = (told: Told): void => {
  process.send?.(told);
};

export const tellReady = (listening: string): void => tell({ listening });

/** Each worker has counted only its own requests: the watcher adds them up. */
export const gatherMeasurements = (): Promise<string> =>
  new Promise((resolve) => {
    const listen = ({ measurements }: Heard) => {
      if (measurements === undefined) return;
      process.off('message', listen);
      resolve(measurements);
    };
    process.on('message', listen);
    tell({ wants: 'measurements' });
  });

export const isWorker = (): boolean => cluster.isWorker;

/** A worker whose watcher is gone must not go on alone; and the line to it must not keep a finished one alive. */
export async function watched(work: () => Promise<void>): Promise<void> {
  const end = () => process.exit(exits.unavailable);
  process.on('disconnect', end);
  // Made for its listening: the watcher may ask for this worker's measurements.
  new AggregatorRegistry();
  try {
    await work();
  } catch (error) {
    // The parent prints it, so that the same fault of several workers is one message.
    const { exit, message: failed = String(error) } = outcomeOf(error);
    process.exitCode = exit;
    if (process.connected) {
      await new Promise((resolve) => process.send?.({ failed, exit } satisfies Told, undefined, undefined, resolve));
    }
  } finally {
    process.off('disconnect', end);
    process.channel?.unref();
  }
}

export interface Workers {
  readonly listening: string;
  readonly stop: () => Promise<void>;
}

const respawnAfter = 1_000;
const patience = 12_000;

/** All at once; when one cannot start, none stays. */
export async function startWorkers(count: number, { say, fromFile }: Terminal): Promise<Workers> {
  let stopping = false;
  const running = new Set<Worker>();
  const sums = new AggregatorRegistry();

  const report = (error: unknown): void => say(`A worker failed: ${String(error)}`);

  const answer = async (worker: Worker) => {
    const measurements = await sums.clusterMetrics().catch(() => '');
    if (worker.isConnected()) worker.send({ measurements } satisfies Heard);
  };

  async function start(): Promise<string> {
    const worker = cluster.fork(fromFile);
    running.add(worker);
    const ended = new Promise<number>((resolve) => {
      const end = (code: number | null) => {
        running.delete(worker);
        const settle = () => resolve(code ?? exits.failure);
        // What it said last may still be on the way.
        if (worker.isConnected()) worker.once('disconnect', settle);
        else settle();
      };
      worker.once('exit', end);
      // A message that could not be sent, or a process that could not be started: only the latter ends the worker.
      worker.on('error', (error) => {
        report(error);
        if (worker.isDead()) end(null);
      });
    });
    let reason: Refusal | undefined;
    const ready = new Promise<string>((resolve) => {
      worker.on('message', (told: Told) => {
        if ('listening' in told) resolve(told.listening);
        if ('wants' in told) answer(worker).catch(report);
        if ('failed' in told) reason = new Refusal(told.failed, told.exit);
      });
    });
    const listening = await Promise.race([
      ready,
      ended.then((code) => {
        throw reason ?? new Refusal(`A worker ended with ${code} before it was ready.`, code);
      }),
    ]);
    ended
      .then((code) => {
        if (stopping) return;
        say(`A worker ended with ${code}${reason ? ` (${reason.message})` : ''}; another one takes its place.`);
        setTimeout(replace, respawnAfter);
      })
      .catch(report);
    return listening;
  }

  /** Told once for each reason: a database that is away would fill the log. */
  let lastFailure = '';
  function replace(): void {
    if (stopping) return;
    start().then(
      () => {
        lastFailure = '';
      },
      ({ message }: Error) => {
        if (!stopping && message !== lastFailure)
          say(`A worker cannot start: ${message} It is tried again every second.`);
        lastFailure = message;
        setTimeout(replace, respawnAfter);
      },
    );
  }

  async function stop(): Promise<void> {
    stopping = true;
    const ended = [...running].map((worker) => once(worker, 'exit'));
    for (const worker of running) worker.kill('SIGTERM');
    const timer = setTimeout(() => {
      for (const worker of running) worker.kill('SIGKILL');
    }, patience);
    await Promise.all(ended);
    clearTimeout(timer);
  }

  try {
    const [listening = ''] = await Promise.all(Array.from({ length: count }, start));
    return { listening, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
