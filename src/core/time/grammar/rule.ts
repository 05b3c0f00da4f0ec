// A rule parses one part of a date text. Texts are in lower case with single spaces, so the patterns need no repeated
// whitespace and cannot backtrack badly (ReDoS).
import type { Part } from './part.js';

export interface Rule {
  readonly pattern: RegExp;
  readonly read: (groups: readonly (string | undefined)[]) => Part | undefined;
}

export function rule(source: string, read: Rule['read']): Rule {
  return { pattern: new RegExp(source, 'y'), read };
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => code >= 97 && code <= 122;

/** A part must not end inside a number or a word. */
function cutsThrough(text: string, end: number): boolean {
  const last = text.charCodeAt(end - 1);
  const next = text.charCodeAt(end);
  return (isDigit(last) && isDigit(next)) || (isLetter(last) && isLetter(next));
}

export interface Match {
  readonly part: Part;
  readonly end: number;
}

/** The match of a rule at a position, if it is longer than `reached`. */
function readAt(one: Rule, text: string, at: number, reached: number): Match | undefined {
  one.pattern.lastIndex = at;
  const match = one.pattern.exec(text);
  const end = match ? at + match[0].length : at;
  if (!match || end <= reached || cutsThrough(text, end)) return undefined;
  const part = one.read(match.slice(1));
  return part && { part, end };
}

/** The longest match wins, so that `+2 weeks` is not parsed as the offset `+2`; of equal ones the first rule wins. */
export function longestMatch(rules: readonly Rule[], text: string, at: number): Match | undefined {
  let best: Match | undefined;
  for (const one of rules) best = readAt(one, text, at, best?.end ?? at) ?? best;
  return best;
}
