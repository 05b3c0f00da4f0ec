// Guards one transaction. Statements may be asked for side by side, so one that fails takes the others with it: an
// engine may have undone everything by then, and what came behind would be kept by itself.

export interface TransactionGuard {
  /** Throws what went wrong before. */
  readonly check: () => void;
  /** A statement failed: tells what went wrong first. */
  readonly fail: (error: unknown) => unknown;
  /** Nothing more may be asked, and nothing may have gone wrong. */
  readonly close: () => void;
  /** Nothing more may be asked; all is undone. */
  readonly end: () => void;
}

export function openTransactionGuard(): TransactionGuard {
  let failure: unknown;
  const check = () => {
    if (failure) throw failure;
  };
  const fail = (error: unknown) => {
    failure ??= error;
    return failure;
  };
  const end = () => {
    fail(new Error('the transaction is over'));
  };
  return {
    check,
    fail,
    close: () => {
      check();
      end();
    },
    end,
  };
}
