// Searching for words in SQL: by an index of trigrams as far as it reaches, and letter by letter for the rest.
import type { Cell } from '../../core/column.js';
import type { Dialect } from '../engine.js';

/** Letters at the beginning of a word: the trigrams of a very long one cost too much. */
const maxIndexed = 16;

export interface Words {
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
}

export interface Searched {
  readonly table: string;
  readonly row: string;
  /** The texts stand in the row itself instead of in the table beside it. */
  readonly direct: boolean;
  /** The rows are to be found by their words. */
  readonly leads?: boolean;
}

export interface Searching {
  readonly dialect: Dialect;
  readonly bind: (value: Cell) => string;
  readonly alias: () => string;
}

/** By these an index finds a word; it finds none that is shorter. */
export function trigramsOf(word: string): readonly string[] {
  const letters = [...word].slice(0, maxIndexed);
  return letters.slice(2).map((letter, at) => `${letters[at]}${letters[at + 1]}${letter}`);
}

/** All wanted words stand in one of the texts, and no unwanted word in any. */
export function matchingWords(
  { dialect, bind, alias }: Searching,
  { wanted, unwanted }: Words,
  texts: readonly string[],
  { table, row, direct, leads = false }: Searched,
): string {
  const trigrams = [...new Set(wanted.flatMap(trigramsOf))];
  const quick = trigrams.length > 0 && dialect.textIndexHint({ table, trigrams, bind });
  const text = direct ? row : alias();
  const exists = (test: string) =>
    direct ? `(${test})` : `exists (select 1 from ${table}_search ${text} where ${text}.id = ${row}.id and (${test}))`;
  const holding = (test: string) =>
    leads && !quick && !direct
      ? dialect.inSubquery(`${row}.id`, `select ${text}.id from ${table}_search ${text} where ${test}`, true)
      : exists(test);
  const contains = (name: string, word: string) => dialect.contains(`${text}.${name}`, word, bind);
  const allIn = (name: string) => wanted.map((word) => contains(name, word)).join(' and ');
  const parts = [
    ...(quick ? [`${row}.id in (${quick})`] : []),
    ...(wanted.length > 0 ? [holding(texts.map(allIn).join(' or '))] : []),
    ...unwanted.map((word) => `not ${exists(texts.map((name) => contains(name, word)).join(' or '))}`),
  ];
  return parts.length ? parts.join(' and ') : '1 = 1';
}

/** A pattern in which `%` and `_` of a text mean themselves. */
export const likeText = (bind: Searching['bind'], pattern: string): string => `like ${bind(pattern)} escape '\\'`;

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
