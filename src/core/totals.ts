// The port to cached totals of lists: storage looks them up, stores new counts and applies changes.
import type { Change, CountPlan } from './store.js';

export interface LoggedTransaction {
  /** Transaction id, never reused. */
  readonly txid: number;
  readonly changes: readonly Change[];
}

/** Whether the count included this transaction; undefined if that is unknown. */
export type Snapshot = (txid: number) => boolean | undefined;

export interface Totals {
  readonly find: (plan: CountPlan) => number | undefined;
  /** Call it before counting, and the returned function with the result. */
  readonly begin: (plan: CountPlan) => (total: number, sees: Snapshot) => void;
  /** Counts in progress are not stored: they may lack changes that were applied already. */
  readonly discardPending: () => void;
  readonly apply: (transactions: readonly LoggedTransaction[]) => void;
  /** For when anything may have changed. */
  readonly clear: () => void;
}
