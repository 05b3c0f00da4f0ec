import { describe, expect, test } from 'vitest';
import { differenceOf } from './diff';

const shown = (before: string, after: string): string =>
  differenceOf(before, after)
    .map(({ text, kind }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}]` : `[+${text}]`))
    .join('');

describe('the difference of texts', () => {
  test('marks removed and added words', () => {
    expect(shown('the old mill', 'the new mill')).toBe('the [-old ][+new ]mill');
    expect(shown('', 'one two')).toBe('[+one two]');
    expect(shown('one two', '')).toBe('[-one two]');
    expect(shown('same', 'same')).toBe('same');
    expect(shown('a b c d', 'a x c y')).toBe('a [-b ][+x ]c [-d][+y]');
  });

  test('gives back both texts', () => {
    const words = ['a ', 'b ', 'c\n', ' d', 'é '];
    let seed = 1;
    const next = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed;
    };
    const text = () => Array.from({ length: next() % 12 }, () => words[next() % words.length]).join('');
    for (let n = 0; n < 300; n++) {
      const [before, after] = [text(), text()];
      const parts = differenceOf(before, after);
      const without = (kind: string) =>
        parts
          .filter((part) => part.kind !== kind)
          .map((part) => part.text)
          .join('');
      expect([without('added').trim(), without('removed').trim()].map((one) => one.replace(/\s+/g, ' '))).toEqual(
        [before.trim(), after.trim()].map((one) => one.replace(/\s+/g, ' ')),
      );
    }
  });

  test('compares very long texts as a whole', () => {
    const long = (word: string) => `${word} x `.repeat(2_000);
    expect(differenceOf(long('a'), long('b')).length).toBeLessThan(5);
  });
});
