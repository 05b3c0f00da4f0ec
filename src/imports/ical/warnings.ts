// Warnings about lines of a calendar.
import type { Warning } from '../incoming.js';

export type Warn = (kind: string, line: number, text: string) => void;

/** Of one kind and file: a calendar can have a million wrong lines. */
const maxWarnings = 1_000;

export function collectWarnings(given: readonly Warning[] = []): { readonly warnings: Warning[]; readonly warn: Warn } {
  const warnings = [...given];
  const counts = new Map<string, number>();
  const warn: Warn = (kind, line, text) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count <= maxWarnings) warnings.push({ kind, place: `line ${line}`, text });
  };
  return { warnings, warn };
}
