// Background jobs. Every process runs all of them; locks ensure that each piece of work is done once.
import type { Call } from '../core/call.js';
import type { RequestContext } from '../core/context.js';
import type { Store } from '../core/store.js';
import { DAY, type Instant } from '../core/time/clock.js';

export interface JobContext extends Omit<RequestContext, 'store' | 'call'> {
  readonly store: Store;
  /** A call of the operator with the current time; call it again whenever the time matters. */
  readonly call: () => Call;
  /** Aborted when the service stops. */
  readonly signal: AbortSignal;
}

export interface Job {
  readonly name: string;
  /** From the end of one run to the start of the next. */
  readonly intervalSeconds: number;
  /** Opens its own transactions. An error is logged, and the job runs again after the interval. With an instant the job is idle:
   * a run before it would find nothing to do, unless a record is changed. */
  readonly run: (context: JobContext) => Promise<Instant | undefined> | Promise<void>;
}

/** Exponential backoff from a minute to a day. */
export const retryDelaySeconds = (attempts: number): number => Math.min(60 * 4 ** (attempts - 1), DAY);
