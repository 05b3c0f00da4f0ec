// Starts the thread of the health port and passes on the reports of the processes that serve requests.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { healthServer } from '../core/shipped.js';
import type { NotReady } from './readiness.js';

export interface HealthPortOptions {
  readonly host: string;
  readonly port: number;
  /** A process without a report for this long hangs. */
  readonly hungAfterMs: number;
}

export type HealthMessage =
  | { readonly process: number; readonly reason: NotReady | undefined }
  | { readonly process: number; readonly ended: true };

export interface HealthPort {
  readonly port: number;
  /** The process works on requests, and its store is ready, or why it is not. */
  readonly report: (process: number, reason: NotReady | undefined) => void;
  readonly forget: (process: number) => void;
  readonly close: () => Promise<void>;
}

const memoryMb = 16;

/** Rejects if the port cannot be opened. */
export async function openHealthPort(
  options: Omit<HealthPortOptions, 'hungAfterMs'> & Partial<HealthPortOptions>,
  onError: (error: unknown) => void,
): Promise<HealthPort> {
  const workerData: HealthPortOptions = { hungAfterMs: 10_000, ...options };
  const worker = new Worker(healthServer, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    execArgv: [],
  });
  const [port] = (await once(worker, 'message')) as [number];
  worker.on('error', onError);
  // It must not keep the process running.
  worker.unref();
  const send = (message: HealthMessage): void => worker.postMessage(message);
  return {
    port,
    report: (process, reason) => send({ process, reason }),
    forget: (process) => send({ process, ended: true }),
    close: async () => {
      await worker.terminate();
    },
  };
}
