// The port to totals of lists that were counted before: storage asks for them, and says what it counted and what changed.
import type { Change, CountPlan } from './store.js';

export interface LoggedTransaction {
  /** A number that later transactions do not have. */
  readonly txid: number;
  readonly changes: readonly Change[];
}

/** Whether the read that a total comes from saw this transaction. */
export type Snapshot = (txid: number) => boolean;

export interface Totals {
  readonly find: (plan: CountPlan) => number | undefined;
  /** Called before a count begins; its result takes the total. */
  readonly begin: (plan: CountPlan) => (total: number, sees: Snapshot) => void;
  readonly apply: (transactions: readonly LoggedTransaction[]) => void;
  /** Anything may have changed. */
  readonly clear: () => void;
}
