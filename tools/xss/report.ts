// What a run has tried, as tables: payloads of each context by view, and by field.
import type { Marks } from './marks.js';
import { type Context, contexts, type Payload } from './payloads.js';
import type { Findings } from './watch.js';

type Row = readonly (string | number)[];

function table(head: Row, rows: readonly Row[]): string {
  const all = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  return all.map(line).join('\n');
}

const byContext = (marks: Marks, seen: Iterable<number>, field?: string): readonly number[] => {
  const counts = new Map<Context, number>();
  for (const mark of seen) {
    const marked = marks.find(mark);
    if (!marked || (field !== undefined && marked.field !== field)) continue;
    counts.set(marked.context, (counts.get(marked.context) ?? 0) + 1);
  }
  return contexts.map((context) => counts.get(context) ?? 0);
};

/** Texts that were seen somewhere. */
export const allSeen = ({ views }: Findings): ReadonlySet<number> =>
  new Set([...views.values()].flatMap(({ marks }) => [...marks]));

export function tables(marks: Marks, payloads: readonly Payload[], findings: Findings): string {
  const faultsOf = (view: string) => findings.faults.filter((fault) => fault.view === view).length;
  const views = [...findings.views].map(([view, { parsed, opened, marks: seen }]) => [
    ...[view, parsed, opened],
    ...byContext(marks, seen),
    faultsOf(view),
  ]);
  const seen = allSeen(findings);
  const fields = marks.fields.map((field) => [
    ...[field, ...byContext(marks, seen, field)],
    marks.refused.get(field) ?? 0,
    findings.faults.filter(({ marked }) => marked?.field === field).length,
  ]);
  const made = contexts.map((context) => payloads.filter((payload) => payload.context === context).length);
  return [
    table(['', ...contexts], [['payloads', ...made]]),
    table(['texts seen by view', 'parsed', 'opened', ...contexts, 'faults'], views),
    table(['texts seen by field', ...contexts, 'refused', 'faults'], fields),
  ].join('\n\n');
}
