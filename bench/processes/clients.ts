// Starts the load generator and sends it jobs.
import type { LoadJob, Result } from '../client/load-job.js';
import { startChild } from './child.js';

export interface Clients {
  readonly run: (job: LoadJob) => Promise<Result>;
  readonly stop: () => Promise<void>;
}

export function startClients(): Clients {
  const child = startChild(new URL('../client/client.ts', import.meta.url));
  return { run: (job) => child.request<Result>(job), stop: child.stop };
}
