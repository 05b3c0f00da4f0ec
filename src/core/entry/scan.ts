// A text whose understood parts are taken out one after the other. What is left at the end is the title.

/** Without accents and upper case, unit by unit, so that positions stay the same. */
export const folded = (text: string): string =>
  [...Array(text.length).keys()]
    .map((at) => text.charAt(at).normalize('NFD').charAt(0).toLowerCase().charAt(0) || ' ')
    .join('')
    .replaceAll('’', "'");

/** In place of a part that was taken out, so that no pattern matches across it. */
const taken = '\u0001';

/** A pattern for one of these words as they are written, the longest first. */
export const oneOfWritten = (words: readonly string[]): string =>
  words.length === 0
    ? '(?!)'
    : [...new Set(words)]
        .sort((a, b) => b.length - a.length)
        .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+'))
        .join('|');

/** The same for a text without accents and upper case. */
export const oneOfWords = (words: readonly string[]): string => oneOfWritten(words.map(folded));

export const foldedKeys = (table: Readonly<Record<string, number>>): ReadonlyMap<string, number> =>
  new Map(Object.entries(table).map(([word, number]) => [folded(word), number]));

/** Patterns are made of the words of a language only, so that there are few of them. */
const compiled = new Map<string, RegExp>();

function wholeWords(pattern: string): RegExp {
  const known = compiled.get(pattern) ?? new RegExp(`(?<![\\p{L}\\p{N}#])(?:${pattern})(?![\\p{L}\\p{N}])`, 'u');
  compiled.set(pattern, known);
  return known;
}

export class Scan {
  private left: string;

  constructor(private readonly text: string) {
    this.left = folded(text);
  }

  /** Takes out of the copy leave this one unchanged. */
  copy(): Scan {
    const copy = new Scan(this.text);
    copy.left = this.left;
    return copy;
  }

  /** Takes the first whole-word match out. The groups are without accents and upper case. */
  take(pattern: string): readonly (string | undefined)[] | undefined {
    const match = wholeWords(pattern).exec(this.left);
    if (!match) return undefined;
    this.blank(match.index, match[0].length);
    return match;
  }

  /** Takes the first match out and returns it as it was written. */
  takeWritten(pattern: RegExp): RegExpExecArray | undefined {
    const match = pattern.exec(this.written());
    if (!match) return undefined;
    this.blank(match.index, match[0].length);
    return match;
  }

  /** The text with gaps, as it was written. */
  written(): string {
    return [...Array(this.text.length).keys()]
      .map((at) => (this.left.charAt(at) === taken ? taken : this.text.charAt(at)))
      .join('');
  }

  /** What stands between the gaps. `connectors` beside a gap belonged to it. */
  rest(connectors: string): string {
    const dangling = new RegExp(`(?:^|(?<=\\s))(?:${connectors})(?=\\s*(?:${taken}|$))`, 'gu');
    for (let match = dangling.exec(this.left); match; match = dangling.exec(this.left)) {
      if (this.left.slice(0, match.index).trim() !== '' || this.left.includes(taken))
        this.blank(match.index, match[0].length);
    }
    return this.written()
      .replaceAll(taken, ' ')
      .replace(/\s+/g, ' ')
      .replace(/ ([,;.])/g, '$1')
      .replace(/^[\s,;:–-]+|(?<![\s,;:–-])[\s,;:–-]+$/g, '');
  }

  private blank(from: number, length: number): void {
    this.left = this.left.slice(0, from) + taken.repeat(length) + this.left.slice(from + length);
  }
}
