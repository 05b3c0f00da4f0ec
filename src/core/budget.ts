// A bound on the work of one task, shared by all functions that take part in it.

export interface Budget {
  /** Units that may still be spent. */
  left: number;
  /** For people: what there is too much of. */
  readonly message: string;
}

/** No fault of a single value: readers that report faults and go on must not catch it. */
export class BudgetExceeded extends Error {}

export function spend(budget: Budget | undefined, units: number): void {
  if (!budget) return;
  budget.left -= units;
  if (budget.left < 0) throw new BudgetExceeded(budget.message);
}
