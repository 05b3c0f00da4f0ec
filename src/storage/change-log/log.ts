// What both engines' feeds share: changes as text, and clearing away old ones.
import type { Change } from '../../core/change.js';

/** Whoever looks less often than that begins anew. */
export const mostLogged = 2_000;

/** Old ones are cleared away in one go, now and then. */
export const clearsAt = (seq: number): boolean => seq % 200 === 0;

export const textOf = (changes: readonly Change[]): string => JSON.stringify(changes);
export const changesOf = (text: unknown): readonly Change[] => JSON.parse(String(text)) as readonly Change[];
