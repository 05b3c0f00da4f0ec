// A table of entries by slug, as a whole or one entry of it.
import { Problem, type ProblemName } from '../../core/problem.js';

export function named<Entry extends { readonly slug: string }>(
  entries: readonly Entry[],
  slug: string | undefined,
  missing: ProblemName,
  presentEntry: (entry: Entry) => unknown,
): unknown {
  if (slug === undefined) return Object.fromEntries(entries.map((entry) => [entry.slug, presentEntry(entry)]));
  const entry = entries.find((one) => one.slug === slug);
  if (!entry) throw new Problem(missing);
  return presentEntry(entry);
}
