import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchWords } from './words.js';

const examples: readonly (readonly [text: string, wanted: readonly string[], unwanted: readonly string[]])[] = [
  ['', [], []],
  ['   ', [], []],
  ['Summer  Fête', ['summer', 'fete'], []],
  ['one,two', ['one', 'two'], []],
  ['"Open  Air" jazz', ['open air', 'jazz'], []],
  ['jazz -rock', ['jazz'], ['rock']],
  ['-rock', [], ['rock']],
  ['-"hard rock" pop', ['pop'], ['hard rock']],
  ['rock-n-roll', ['rock-n-roll'], []],
  ['the a of', ['the', 'a', 'of'], []],
  ['jazz Jazz JÄZZ', ['jazz'], []],
  ['"never closed words', ['never', 'closed', 'words'], []],
  ['-', ['-'], []],
  ['""', ['""'], []],
  [',', [','], []],
  ['100% _x', ['100%', '_x'], []],
  ['мир МИР', ['мир'], []],
];

describe('searchWords', () => {
  it.each(examples)('reads %j', (text, wanted, unwanted) => {
    expect(searchWords(text)).toEqual({ wanted, unwanted });
  });

  it('keeps the first 32 terms', () => {
    const text = Array.from({ length: 40 }, (_, n) => `w${n}`).join(' ');
    expect(searchWords(text).wanted).toHaveLength(32);
    expect(searchWords(text).wanted.at(-1)).toBe('w31');
  });

  it('returns a term for every text that is not blank, and never an empty one', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '-', '"', ',', ' ', '\u0301', 'é') }), (text) => {
        const { wanted, unwanted } = searchWords(text);
        expect([...wanted, ...unwanted]).not.toContain('');
        expect(wanted.length + unwanted.length > 0).toBe(text.trim() !== '');
      }),
    );
  });
});
