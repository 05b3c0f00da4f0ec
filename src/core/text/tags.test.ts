import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stripTags } from './tags.js';

const examples: readonly (readonly [string, string])[] = [
  ['Tom & Ann\'s "x" -- live', 'Tom & Ann\'s "x" -- live'],
  ['a < b', 'a < b'],
  ['a > b', 'a > b'],
  ['I <3 you', 'I <3 you'],
  ['x<y', 'x<y'],
  ['AT&amp;T', 'AT&amp;T'],
  ['&lt;b&gt;', '&lt;b&gt;'],
  ['<b>Bold</b> <i>move</i>', 'Bold move'],
  ['<script>alert(1)</script>Name', 'Name'],
  ['<STYLE type=x>a{}</style >Name', 'Name'],
  ['<script>never closed', 'never closed'],
  ['<scripture>Read</scripture>', 'Read'],
  ['<!-- a > b -->Name', 'Name'],
  ['<scr<script></script>ipt>alert(1)</scr<b>ipt>', 'alert(1)'],
  ['<<b>i>x', 'x'],
  ['<a<a<a>>>x', 'x'],
  ['<\u0000script>x', 'x'],
  ['<?php x ?>Name', 'Name'],
  ['  two\r\nlines\tand\u0007 a bell  ', 'two lines and a bell'],
  ['inner  blanks stay', 'inner  blanks stay'],
  ['日本 👩‍👧', '日本 👩‍👧'],
  ['', ''],
];

const pieces = fc.constantFrom(
  '<',
  '>',
  '</',
  'b',
  'script',
  '<script>',
  '</script>',
  '<!--',
  '-->',
  ' ',
  '!',
  '"',
  '\n',
);

describe('stripTags', () => {
  it.each(examples)('makes %j into %j', (given, text) => {
    expect(stripTags(given)).toBe(text);
  });

  it('is settled after one pass and holds no tag', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: pieces, maxLength: 40 }), fc.string({ unit: 'binary' })), (given) => {
        const text = stripTags(given);
        expect(stripTags(text)).toBe(text);
        expect(text).not.toMatch(/<[a-z/!?][^>]*>/i);
      }),
      { numRuns: 2000 },
    );
  });

  it('leaves text without angle brackets alone', () => {
    fc.assert(
      fc.property(fc.string(), (given) => {
        fc.pre(!given.includes('<'));
        expect(stripTags(given)).toBe(given.trim());
      }),
    );
  });

  it('copes with a megabyte of halves of tags', () => {
    expect(stripTags('<a'.repeat(300_000) + '>'.repeat(300_000))).toBe('');
    expect(stripTags('<script>'.repeat(100_000))).toBe('');
  });
});
