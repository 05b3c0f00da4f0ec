// Several processes on one port: the parent prepares the store and supervises, the workers serve.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { AggregatorRegistry } from 'prom-client';
import type { HealthPort } from '../http/health-port.js';
import type { NotReady } from '../http/readiness.js';
import { CommandError, exitCodes } from './command-error.js';
import { failureOf } from './error-messages.js';
import type { Terminal } from './terminal.js';

type WorkerMessage =
  | { readonly listening: string }
  | { readonly wants: 'metrics' }
  | { readonly notReady: NotReady | null }
  | { readonly failed: string; readonly exitCode: number };
interface ParentMessage {
  readonly metrics?: string;
}

const sendToParent = (message: WorkerMessage): void => {
  process.send?.(message);
};

export const reportReady = (listening: string): void => sendToParent({ listening });

/** What the health port shows of this worker. */
export const reportToParent = (reason: NotReady | undefined): void => sendToParent({ notReady: reason ?? null });

/** Each worker counts only its own requests; the parent adds them up. */
export const metricsOfAllWorkers = (): Promise<string> =>
  new Promise((resolve) => {
    const listen = ({ metrics }: ParentMessage) => {
      if (metrics === undefined) return;
      process.off('message', listen);
      resolve(metrics);
    };
    process.on('message', listen);
    sendToParent({ wants: 'metrics' });
  });

export const isWorker = (): boolean => cluster.isWorker;

/** Ends the worker when its parent is gone, and lets it end when its work is done. */
export async function runAsWorker(work: () => Promise<void>): Promise<void> {
  const end = () => process.exit(exitCodes.unavailable);
  process.on('disconnect', end);
  // The constructor subscribes to the parent's requests for this worker's metrics.
  new AggregatorRegistry();
  try {
    await work();
  } catch (error) {
    // The parent prints the message, so that the same error of several workers appears once.
    const { exitCode, message: failed = String(error) } = failureOf(error);
    process.exitCode = exitCode;
    if (process.connected) {
      await new Promise((resolve) =>
        process.send?.({ failed, exitCode } satisfies WorkerMessage, undefined, undefined, resolve),
      );
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

/** glibc keeps freed memory in up to eight arenas for each core, one for each thread that allocates. With two, a process in use for
 * an hour keeps about a quarter less; its threads seldom allocate at one moment. It reads the variable when a process starts. */
export const allocatorVariables = { MALLOC_ARENA_MAX: '2' };

const respawnDelayMs = 1_000;
/** Longer than a worker waits for its requests in flight. */
const stopTimeoutMs = 12_000;

/** Starts all workers at once, and stops them all if one cannot start. */
export async function startWorkers(
  count: number,
  { info, fromFile }: Terminal,
  health: HealthPort | undefined,
): Promise<Workers> {
  let stopping = false;
  const running = new Set<Worker>();
  const sums = new AggregatorRegistry();

  const report = (error: unknown): void => info(`A worker failed: ${String(error)}`);

  const sendMetrics = async (worker: Worker) => {
    const metrics = await sums.clusterMetrics().catch(() => '');
    if (worker.isConnected()) worker.send({ metrics } satisfies ParentMessage);
  };

  async function start(): Promise<string> {
    const worker = cluster.fork({ ...allocatorVariables, ...process.env, ...fromFile });
    running.add(worker);
    const { pid = worker.id } = worker.process;
    const ended = new Promise<number>((resolve) => {
      const end = (code: number | null) => {
        running.delete(worker);
        health?.forget(pid);
        const settle = () => resolve(code ?? exitCodes.failure);
        // Its last message may not have arrived yet.
        if (worker.isConnected()) worker.once('disconnect', settle);
        else settle();
      };
      worker.once('exit', end);
      // Either a message could not be sent or the process could not be started; only the latter ends the worker.
      worker.on('error', (error) => {
        report(error);
        if (worker.isDead()) end(null);
      });
    });
    let reason: CommandError | undefined;
    const ready = new Promise<string>((resolve) => {
      worker.on('message', (message: WorkerMessage) => {
        if ('listening' in message) resolve(message.listening);
        if ('wants' in message) sendMetrics(worker).catch(report);
        if ('notReady' in message) health?.report(pid, message.notReady ?? undefined);
        if ('failed' in message) reason = new CommandError(message.failed, message.exitCode);
      });
    });
    const listening = await Promise.race([
      ready,
      ended.then((code) => {
        throw reason ?? new CommandError(`A worker exited with code ${code} before it was ready.`, code);
      }),
    ]);
    ended
      .then((code) => {
        if (stopping) return;
        info(`A worker exited with code ${code}${reason ? ` (${reason.message})` : ''}. Starting another one.`);
        setTimeout(replace, respawnDelayMs);
      })
      .catch(report);
    return listening;
  }

  /** Printed once per reason: an unavailable database would fill the log. */
  let lastFailure = '';
  function replace(): void {
    if (stopping) return;
    start().then(
      () => {
        lastFailure = '';
      },
      ({ message }: Error) => {
        if (!stopping && message !== lastFailure) info(`Cannot start a worker: ${message} Retrying every second.`);
        lastFailure = message;
        setTimeout(replace, respawnDelayMs);
      },
    );
  }

  async function stop(): Promise<void> {
    stopping = true;
    const ended = [...running].map((worker) => once(worker, 'exit'));
    for (const worker of running) worker.kill('SIGTERM');
    const timer = setTimeout(() => {
      for (const worker of running) worker.kill('SIGKILL');
    }, stopTimeoutMs);
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
