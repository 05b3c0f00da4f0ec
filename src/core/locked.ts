// Rows that were read under the lock of their record. The writes take no others, so that no write is based on a row that a
// concurrent transaction has changed since.
import type { Row } from './store.js';

declare const isLocked: unique symbol;

/** Read after the lock of its record was acquired, in the transaction that writes it: see `readLocked`. */
export type Locked<R extends Row = Row> = R & { readonly [isLocked]: true };

/** The part of a model that says which record's lock protects a row. */
interface LockRule {
  readonly name: string;
  lockedBy?(row: Row): number;
}

const lockOf = (model: LockRule, row: Row): number => model.lockedBy?.(row) ?? row.id;

/** A row under a lock that is held already: the same record read again, or one that the same lock protects, such as a date
 * of a series. */
export function lockedWith<R extends Row>(model: LockRule, held: Locked<Row>, row: R): Locked<R> {
  if (row.id !== held.id && lockOf(model, row) !== lockOf(model, held))
    throw new TypeError(`${model.name} ${row.id} is not locked by ${model.name} ${held.id}`);
  return row as Locked<R>;
}

/** A row that this transaction inserted: no other one can see it yet. */
export const justCreated = <R extends Row>(row: R): Locked<R> => row as Locked<R>;
