// What both engines' change logs share: changes as text, and clearing away old ones.
import { type Cell, jsonColumn } from '../../core/column.js';
import type { Change } from '../../core/store.js';

/** Whoever looks less often than that begins anew. */
export const maxLogged = 2_000;

/** Old ones are cleared away in one go, now and then. */
export const clearsAt = (seq: number): boolean => seq % 200 === 0;

const changesColumn = jsonColumn<readonly Change[]>([]);
export const textOf = (changes: readonly Change[]): Cell => changesColumn.encode(changes);
export const changesOf = (text: Cell = null): readonly Change[] => changesColumn.decode(text);
