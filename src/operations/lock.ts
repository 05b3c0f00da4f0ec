// Locks a record before it is changed: a concurrent change of the same record commits first.
import type { Locked } from '../core/locked.js';
import type { Model } from '../core/model.js';
import { lockRecord, type Row, type Writer } from '../core/store.js';

type LockedOrMissing<Found> = Found extends Row ? Locked<Found> : Found;

/** Reads after the lock. A row that another record's lock protects is read again under that lock. */
export async function readLocked<Found extends Row | undefined>(
  store: Writer,
  model: Model,
  id: number,
  read: () => Promise<Found>,
): Promise<LockedOrMissing<Found>> {
  const locked = new Set<number>();
  for (let next = id; ; ) {
    await lockRecord(store, model, next);
    locked.add(next);
    const row = await read();
    next = (row && model.lockedBy?.(row)) ?? id;
    if (locked.has(next)) return row as LockedOrMissing<Found>;
  }
}
