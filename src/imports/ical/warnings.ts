// Warnings about lines of a calendar.
import type { Warning } from '../incoming.js';

export type Warn = (kind: string, line: number, text: string) => void;

/** Of one kind and file: a calendar can have a million wrong lines. */
const maxWarnings = 1_000;

/** Warnings of one file by kind, shared by all collectors of the file. */
export type WarningCounts = Map<string, number>;

export interface CollectedWarnings {
  readonly warnings: Warning[];
  readonly add: (warning: Warning) => void;
  readonly warn: Warn;
}

export function collectWarnings(counts: WarningCounts = new Map()): CollectedWarnings {
  const warnings: Warning[] = [];
  const add = (warning: Warning): void => {
    const count = (counts.get(warning.kind) ?? 0) + 1;
    counts.set(warning.kind, count);
    if (count <= maxWarnings) warnings.push(warning);
  };
  return { warnings, add, warn: (kind, line, text) => add({ kind, place: `line ${line}`, text }) };
}
