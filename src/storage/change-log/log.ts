// Shared by the change logs of both engines: encoding of entries and how many are kept.
import { type Cell, jsonColumn } from '../../core/column.js';
import type { Change } from '../../core/store.js';

/** Entries kept. */
export const maxLogged = 2_000;

/** Entries that a process may have missed since its last poll. With more it clears its caches, because some of them may be
 * deleted. Half of those kept, as PostgreSQL may commit an entry later than others with higher numbers. */
export const maxMissed = maxLogged / 2;

/** Old entries are deleted every 200 transactions. */
export const clearsAt = (seq: number): boolean => seq % 200 === 0;

const changesColumn = jsonColumn<readonly Change[]>([]);
export const encodeChanges = (changes: readonly Change[]): Cell => changesColumn.encode(changes);
export const decodeChanges = (text: Cell = null): readonly Change[] => changesColumn.decode(text);
