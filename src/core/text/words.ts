// Parses a search text: words and "phrases" that must occur, and those after a `-` that must not.

import { fold } from './fold.js';

export interface SearchWords {
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
}

// Each term is a condition in the query; further ones are ignored.
const MAX_TERMS = 32;

/** The trigram indexes cannot find shorter words. */
export const isIndexed = (word: string): boolean => [...word].length >= 3;

const TERM = /(?:(?<!-)(-+))?"([^"]*)"|([^\s,"]+)/gu;

/** The folded terms. A text without any word (`-`, `""`) is searched for literally. */
export function searchWords(text: string): SearchWords {
  const wanted = new Set<string>();
  const unwanted = new Set<string>();
  for (const [, phraseDashes, phrase, word] of text.matchAll(TERM)) {
    if (wanted.size + unwanted.size >= MAX_TERMS) break;
    const excluded = phrase === undefined ? word?.startsWith('-') : phraseDashes !== undefined;
    const term = fold(phrase ?? word?.replace(/^-+/, '') ?? '');
    if (term !== '') (excluded ? unwanted : wanted).add(term);
  }
  const whole = text.trim();
  if (wanted.size + unwanted.size === 0 && whole !== '') wanted.add(fold(whole) || whole);
  return { wanted: [...wanted], unwanted: [...unwanted] };
}
