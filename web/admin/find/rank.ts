// What was found, each once, and its order: by how the name matches, then upcoming before past.
import type { ApiRecord } from '../api/records';

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const wordsOf = (text: string): readonly string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Names that begin with the text, names with words that begin with its words, names that contain it, other fields. */
const matches = ['beginning', 'words', 'inside', 'elsewhere'] as const;
export type Match = (typeof matches)[number];

export function matchOf(label: string, typed: string): Match {
  const [name, text] = [folded(label), folded(typed.trim())];
  if (name.startsWith(text)) return 'beginning';
  const words = wordsOf(label);
  const isEachWord = wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)));
  if (isEachWord && wordsOf(typed).length > 0) return 'words';
  return name.includes(text) ? 'inside' : 'elsewhere';
}

interface Rankable {
  readonly label: string;
  readonly isPast?: boolean;
}

/** Equal ones stay in their order. */
export function ranked<T extends Rankable>(typed: string, found: readonly T[]): readonly T[] {
  const places = new Map(
    found.map((one) => [one, matches.indexOf(matchOf(one.label, typed)) * 2 + (one.isPast ? 1 : 0)]),
  );
  return [...found].sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
}

interface FoundRecord {
  readonly record: Pick<ApiRecord, 'id' | 'occurrence_of'>;
}

/** A date of a series and the series itself are the same find: the first of them. */
export function eachOnce<T extends FoundRecord>(found: readonly T[]): readonly T[] {
  const known = new Set<number>();
  return found.filter(({ record: { id, occurrence_of } }) => {
    const isKnown = known.has(occurrence_of ?? id);
    known.add(occurrence_of ?? id);
    return !isKnown;
  });
}
