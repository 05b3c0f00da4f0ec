// Shared by the change logs of both engines: encoding of entries and how many are kept.
import { type Cell, jsonColumn } from '../../core/column.js';
import type { Change } from '../../core/store.js';

/** Entries kept. A process that falls further behind clears its caches. */
export const maxLogged = 2_000;

/** Old entries are deleted every 200 transactions. */
export const clearsAt = (seq: number): boolean => seq % 200 === 0;

const changesColumn = jsonColumn<readonly Change[]>([]);
export const encodeChanges = (changes: readonly Change[]): Cell => changesColumn.encode(changes);
export const decodeChanges = (text: Cell = null): readonly Change[] => changesColumn.decode(text);
