// Several processes on one port: the first prepares the store and watches, the others serve.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { type Exit, exits, Refusal } from './refusal.js';
import type { Terminal } from './terminal.js';

interface Ready {
  readonly listening: string;
}

/** Told by a worker to the process that watches it. */
export const tellReady = (listening: string): void => {
  process.send?.({ listening } satisfies Ready);
};

export const isWorker = (): boolean => cluster.isWorker;

/** A worker whose watcher is gone must not go on alone; and the line to it must not keep a finished one alive. */
export async function watched(work: () => Promise<void>): Promise<void> {
  const end = () => process.exit(exits.unavailable);
  process.on('disconnect', end);
  try {
    await work();
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

/** The first worker shows whether the service can start at all; only then come the others. */
export async function startWorkers(count: number, { say }: Terminal): Promise<Workers> {
  let stopping = false;
  const running = new Set<Worker>();

  async function start(): Promise<string> {
    const worker = cluster.fork();
    running.add(worker);
    const ended = once(worker, 'exit').then(([code]) => {
      running.delete(worker);
      return Number(code ?? exits.failure);
    });
    const ready = once(worker, 'message').then(([message]) => (message as Ready).listening);
    const listening = await Promise.race([
      ready,
      ended.then((code) => {
        throw new Refusal('A worker ended before it was ready.', code as Exit);
      }),
    ]);
    void ended.then((code) => {
      if (stopping) return;
      say(`A worker ended with ${code}; another one takes its place.`);
      setTimeout(() => void replace(), respawnAfter);
    });
    return listening;
  }

  async function replace(): Promise<void> {
    if (stopping) return;
    await start().catch(() => setTimeout(() => void replace(), respawnAfter));
  }

  const listening = await start();
  await Promise.all(Array.from({ length: count - 1 }, start));
  return {
    listening,
    stop: async () => {
      stopping = true;
      const ended = [...running].map((worker) => once(worker, 'exit'));
      for (const worker of running) worker.kill('SIGTERM');
      const timer = setTimeout(() => {
        for (const worker of running) worker.kill('SIGKILL');
      }, patience);
      await Promise.all(ended);
      clearTimeout(timer);
    },
  };
}
