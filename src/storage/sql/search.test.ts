// Ranges of texts with a prefix are exact in the order of bytes, which both engines use.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textAfter } from './search.js';

const order = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

test('the texts from a prefix up to the text after it are those that begin with it', () => {
  const letter = fc.oneof(
    fc.constantFrom('a', 'b', '\ud7ff', '\ue000', '\u{10ffff}'),
    fc.string({ unit: 'binary', maxLength: 1 }),
  );
  const text = fc.array(letter, { maxLength: 3 }).map((letters) => letters.join(''));
  fc.assert(
    fc.property(text, text, fc.boolean(), (prefix, other, isLonger) => {
      const one = isLonger ? prefix + other : other;
      const end = textAfter(prefix);
      const isInRange = order(one, prefix) >= 0 && (end === undefined || order(one, end) < 0);
      expect(isInRange).toBe(one.startsWith(prefix));
    }),
  );
  expect(['music/', 'a\ud7ff', 'a\u{10ffff}', '\u{10ffff}', ''].map(textAfter)).toEqual([
    ...['music0', 'a\ue000', 'b'],
    ...[undefined, undefined],
  ]);
});
