// Guards one transaction. Statements may be sent in parallel; after one fails no other may run, because the engine may
// already have rolled back and would commit later statements on their own.

export interface TransactionGuard {
  /** Throws the first failure. */
  readonly check: () => void;
  /** Records a failure and returns the first one. */
  readonly fail: (error: unknown) => unknown;
  /** Before the commit: throws the first failure, and rejects later statements. */
  readonly close: () => void;
  /** After a rollback: rejects later statements. */
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
