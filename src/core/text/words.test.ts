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

  const words = (count: number, sign = '') => Array.from({ length: count }, (_, n) => `${sign}w${n}`).join(' ');

  it.each([words(16), `${words(8)} ${words(8, '-')}`, `${words(16)} ${words(16)}`])('reads all of %j', (text) => {
    expect(() => searchWords(text)).not.toThrow();
  });

  it.each([
    [words(17), 'Must have at most 16 words.'],
    [`${words(9)} ${words(8, '-')}`, 'Must have at most 16 words.'],
    [words(9, '-'), 'Must exclude at most 8 words.'],
  ])('refuses %j', (text, message) => {
    expect(() => searchWords(text)).toThrow(message);
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
