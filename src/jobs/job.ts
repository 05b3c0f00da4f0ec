// Work in the background: what is due is done once, by whichever process comes first.
import type { Call } from '../core/call.js';
import type { Context } from '../core/context.js';
import type { Store } from '../core/store.js';

export interface JobContext extends Pick<Context, 'registry' | 'secrets' | 'pictures'> {
  readonly store: Store;
  /** The operator at this moment; asked for anew whenever the time matters. */
  readonly call: () => Call;
  /** Aborted when the service stops. */
  readonly signal: AbortSignal;
}

export interface Job {
  readonly name: string;
  /** Seconds between two looks. */
  readonly intervalSeconds: number;
  /** Does what is due, in transactions of its own. An error is logged, and the job is tried again at its next turn. */
  readonly run: (context: JobContext) => Promise<void>;
}
