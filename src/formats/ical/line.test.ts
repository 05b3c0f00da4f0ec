import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileText } from '../../../tests/harness/calendar-entries.js';
import { line, parameter, text } from './line.js';

const unfolded = (folded: string): string => folded.replaceAll('\r\n ', '').replace(/\r\n$/, '');
const linesOf = (folded: string): readonly string[] => folded.replace(/\r\n$/, '').split('\r\n');

const anyLine = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ maxLength: 400 })).map((value) =>
  // Content lines have no line breaks: escaping comes before folding.
  value.replace(/[\r\n]/g, ' '),
);

describe('content lines', () => {
  test('fold at 75 bytes, and unfold to the same text', () => {
    fc.assert(
      fc.property(anyLine, (content) => {
        const folded = line(content);
        expect(folded.endsWith('\r\n')).toBe(true);
        for (const part of linesOf(folded)) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75);
        expect(unfolded(folded)).toBe(content);
      }),
    );
  });

  test('break between characters, not inside their bytes', () => {
    fc.assert(
      fc.property(anyLine, (content) => {
        for (const part of linesOf(line(content.toWellFormed()))) expect(part.isWellFormed()).toBe(true);
      }),
    );
    expect(line('😀'.repeat(20))).toBe(`${'😀'.repeat(18)}\r\n ${'😀'.repeat(2)}\r\n`);
  });

  test('use all 75 bytes of the first line and 74 after the space', () => {
    expect(linesOf(line('a'.repeat(200))).map(({ length }) => length)).toEqual([75, 75, 52]);
    expect(linesOf(line(`é${'a'.repeat(200)}`)).map((part) => Buffer.byteLength(part))).toEqual([75, 75, 54]);
    expect(line('a'.repeat(75))).toBe(`${'a'.repeat(75)}\r\n`);
  });
});

describe('texts', () => {
  test('escape separators and every kind of line break, and drop control characters', () => {
    expect(text('a\\b;c,d:e"f')).toBe('a\\\\b\\;c\\,d:e"f');
    expect(text('1\r\n2\n3\r4\u00855\u20286\u20297')).toBe('1\\n2\\n3\\n4\\n5\\n6\\n7');
    expect(text('a\u0000b\u0007c\td\u007fe\u009ff\u000bg')).toBe('abc\tdefg');
    expect(text(' \u0000 a b \t')).toBe('a b');
    expect(text('a\ud800b')).toBe('a\ufffdb');
  });

  test('never contain a line break', () => {
    fc.assert(
      fc.property(hostileText, (value) => void expect(text(value)).not.toMatch(/[\r\n\u0085\u2028\u2029\v\f]/)),
    );
  });
});

describe('parameters', () => {
  test('encode quotes, carets and line breaks, and have no backslash', () => {
    expect(parameter('a"b^c\r\nd;e,f:g\\h')).toBe('"a^\'b^^c^nd;e,f:g/h"');
  });

  test('never end their quotes or the line', () => {
    fc.assert(
      fc.property(
        hostileText,
        (value) => void expect(parameter(value)).toMatch(/^"[^"\u0000-\u001f\u0085\u2028\u2029]*"$/),
      ),
    );
  });
});
