// Folds text for comparison, search and sorting: without case, accents and differences in whitespace. Computed here and
// stored, because the two database engines fold differently.

/** Latin letters that Unicode does not decompose into a base letter and a mark. */
const LATIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ƀ: 'b', ɓ: 'b', ð: 'd', đ: 'd', ɖ: 'd', ə: 'e', ɛ: 'e', ƒ: 'f', ħ: 'h' },
  ...{ ı: 'i', ɨ: 'i', ȷ: 'j', ĸ: 'k', ƙ: 'k', ł: 'l', ƚ: 'l', ŋ: 'n', ɲ: 'n', ø: 'o', ɔ: 'o', ɵ: 'o', ŧ: 't', ƭ: 't' },
  ...{ ʉ: 'u', ʋ: 'v', ƴ: 'y', ƶ: 'z' },
};

const LATIN_LETTERS = new RegExp(`[${Object.keys(LATIN).join('')}]`, 'gu');

// Optional marks: accents, marks around symbols, Hebrew points, Arabic vowels and invisible characters. Other marks change
// the sound, as in Indic scripts and kana, and are kept.
const OPTIONAL_MARKS = new RegExp(
  [
    '[\\u0300-\\u036f\\u0483-\\u0489\\u1ab0-\\u1aff\\u1dc0-\\u1dff]',
    '[\\u20d0-\\u20ff\\ufe20-\\ufe2f]',
    '[\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7]',
    '[\\u0610-\\u061a\\u064b-\\u065f\\u0670]',
    '\\p{Variation_Selector}',
    '\\p{Cf}',
  ].join('|'),
  'gu',
);

/** Replaces special Latin letters of a lower-case text by ASCII. */
export function plainLatin(lower: string): string {
  return lower.replace(LATIN_LETTERS, (letter) => LATIN[letter] ?? letter);
}

/** Idempotent. */
export function fold(text: string): string {
  const bare = text.normalize('NFKD').toLowerCase().normalize('NFKD').replace(OPTIONAL_MARKS, '');
  return plainLatin(bare)
    .replaceAll('ς', 'σ')
    .replace(/[‘’‚‛ʼ′]/gu, "'")
    .replace(/[“”„‟«»″]/gu, '"')
    .replace(/[‐‑‒–—―−]/gu, '-')
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** A folded prefix that fits into an index key of both engines. */
export function sortKey(text: string): string {
  return [...fold(text)].slice(0, 200).join('');
}
