// Compiles word searches: the trigram index gives candidates, a substring test decides.
import type { Cell } from '../../core/column.js';
import type { Dialect } from '../engine.js';

/** Only this many leading letters of a word become trigrams; each trigram costs a posting list. */
const maxIndexed = 16;

export interface Words {
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
}

export interface Searched {
  readonly table: string;
  /** The id of the searched row. */
  readonly id: string;
  /** The row, if the texts are its own columns and not those of its `_search` table. */
  readonly direct?: string;
  /** The query starts from this search. */
  readonly drives?: boolean;
}

export interface Searching {
  readonly dialect: Dialect;
  readonly bind: (value: Cell) => string;
  readonly alias: () => string;
}

/** The trigrams of a word; none for words of fewer than three letters, which the index cannot find. */
export function trigramsOf(word: string): readonly string[] {
  const letters = [...word].slice(0, maxIndexed);
  return letters.slice(2).map((letter, at) => `${letters[at]}${letters[at + 1]}${letter}`);
}

/** One of the texts contains all wanted words, and none contains an unwanted word. */
export function matchingWords(
  { dialect, bind, alias }: Searching,
  { wanted, unwanted }: Words,
  texts: readonly string[],
  { table, id, direct, drives = false }: Searched,
): string {
  const trigrams = [...new Set(wanted.flatMap(trigramsOf))];
  const quick = trigrams.length > 0 && dialect.textIndexHint?.({ table, trigrams, bind });
  const text = direct ?? alias();
  const exists = (test: string) =>
    direct ? `(${test})` : `exists (select 1 from ${table}_search ${text} where ${text}.id = ${id} and (${test}))`;
  const holding = (test: string) =>
    drives && !quick && !direct
      ? dialect.inSubquery(id, `select ${text}.id from ${table}_search ${text} where ${test}`)
      : exists(test);
  /** Of the texts in turn, so that a text is read once for all words. */
  const inTexts = (words: readonly string[], joint: 'and' | 'or') =>
    texts
      .map((name) => words.map((word) => dialect.contains(`${text}.${name}`, word, bind)).join(` ${joint} `))
      .join(' or ');
  const parts = [
    ...(quick ? [`${id} in (${quick})`] : []),
    ...(wanted.length > 0 ? [holding(inTexts(wanted, 'and'))] : []),
    ...(unwanted.length > 0 ? [`not ${exists(inTexts(unwanted, 'or'))}`] : []),
  ];
  return parts.length ? parts.join(' and ') : '1 = 1';
}

/** `like` with `\` as the escape character. */
export const likeText = (bind: Searching['bind'], pattern: string): string => `like ${bind(pattern)} escape '\\'`;

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const lastCodePoint = 0x10ffff;

/** The first text after all that begin with the prefix, in the order of code points; undefined if there is none. */
export function textAfter(prefix: string): string | undefined {
  const letters = [...prefix];
  while (letters.at(-1)?.codePointAt(0) === lastCodePoint) letters.pop();
  const last = letters.pop()?.codePointAt(0);
  if (last === undefined) return undefined;
  // The code points between are halves of others.
  return letters.join('') + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1);
}
