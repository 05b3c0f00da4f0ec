// The report of an import: counts by resource, and warnings by kind with examples. Plain data, stored with the import.
import type { Applied, Outcome, Warning } from './incoming.js';
import type { Made } from './made.js';

export type Counts = Readonly<Record<Outcome, number>>;

export interface WarningGroup {
  readonly count: number;
  /** The first ones. */
  readonly examples: readonly { readonly place: string; readonly text: string }[];
}

export interface Undone {
  readonly removed: number;
  readonly restored: number;
  readonly kept: number;
}

export interface Report {
  /** By name of the model. */
  readonly counts: Readonly<Record<string, Counts>>;
  readonly warnings: Readonly<Record<string, WarningGroup>>;
  /** Why it ended before its end. */
  readonly error?: string;
  /** Numbers of records that an undo has removed, restored, or left as they were. */
  readonly undone?: Undone;
}

/** Kind of the warnings that say which numbers of records are not those of the source: they come first. */
export const numbersDiffer = 'numbers differ';

export const emptyReport: Report = { counts: {}, warnings: {} };

const maxExamples = 20;
const maxTextLength = 500;
export const noCounts: Counts = { created: 0, updated: 0, same: 0, skipped: 0, failed: 0 };

/** The report with the results and warnings of one more page, and what was created beside its records. */
export function addToReport(
  report: Report,
  applied: readonly Applied[],
  warnings: readonly Warning[],
  made: readonly Made[] = [],
): Report {
  const counts: Record<string, Counts> = { ...report.counts };
  const count = (resource: string, outcome: Outcome) => {
    const before = counts[resource] ?? noCounts;
    counts[resource] = { ...before, [outcome]: before[outcome] + 1 };
  };
  for (const { incoming, outcome } of applied) count(incoming.resource, outcome);
  for (const { resource } of made) count(resource, 'created');
  const groups: Record<string, WarningGroup> = { ...report.warnings };
  for (const { kind, place, text } of [...warnings, ...applied.flatMap((one) => one.warnings)]) {
    const { count, examples } = groups[kind] ?? { count: 0, examples: [] };
    const example = { place: place.slice(0, maxTextLength), text: text.slice(0, maxTextLength) };
    groups[kind] = { count: count + 1, examples: examples.length < maxExamples ? [...examples, example] : examples };
  }
  return { counts, warnings: groups };
}

export const hasWarnings = ({ counts, warnings }: Report): boolean =>
  Object.keys(warnings).length > 0 || Object.values(counts).some(({ failed }) => failed > 0);
