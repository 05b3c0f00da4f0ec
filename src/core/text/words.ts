// Parses a search text: words and "phrases" that must occur, and those after a `-` that must not.

import { Invalid } from '../problem.js';
import { fold } from './fold.js';

export interface SearchWords {
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
}

/** Each term is looked for in every text that the others leave over. */
const maxTerms = 16;
const maxUnwanted = 8;

/** The trigram indexes cannot find shorter words. */
export const isIndexed = (word: string): boolean => [...word].length >= 3;

const TERM = /(?:(?<!-)(-+))?"([^"]*)"|([^\s,"]+)/gu;

/** The folded terms; throws `Invalid` for too many. A text without any word (`-`, `""`) is searched for literally. */
export function searchWords(text: string): SearchWords {
  const wanted = new Set<string>();
  const unwanted = new Set<string>();
  for (const [, phraseDashes, phrase, word] of text.matchAll(TERM)) {
    const excluded = phrase === undefined ? word?.startsWith('-') : phraseDashes !== undefined;
    const term = fold(phrase ?? word?.replace(/^-+/, '') ?? '');
    if (term !== '') (excluded ? unwanted : wanted).add(term);
    if (wanted.size + unwanted.size > maxTerms) throw new Invalid(`Must have at most ${maxTerms} words.`);
    if (unwanted.size > maxUnwanted) throw new Invalid(`Must exclude at most ${maxUnwanted} words.`);
  }
  const whole = text.trim();
  if (wanted.size + unwanted.size === 0 && whole !== '') wanted.add(fold(whole) || whole);
  return { wanted: [...wanted], unwanted: [...unwanted] };
}
