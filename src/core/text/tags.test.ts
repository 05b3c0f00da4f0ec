import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repetitions } from '../../../tests/harness/repetitions.js';
import { stripTags, textOfHtml } from './tags.js';
import { isStorable } from './wellformed.js';

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

  it('is idempotent and leaves no tag', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: pieces, maxLength: 40 }), fc.string({ unit: 'binary' })), (given) => {
        const text = stripTags(given);
        expect(stripTags(text)).toBe(text);
        expect(text).not.toMatch(/<[a-z/!?][^>]*>/i);
      }),
      { numRuns: repetitions(800) },
    );
  });

  it('does not change text without angle brackets', () => {
    fc.assert(
      fc.property(fc.string(), (given) => {
        fc.pre(!given.includes('<'));
        expect(stripTags(given)).toBe(given.trim());
      }),
    );
  });

  it('handles a megabyte of halves of tags', () => {
    expect(stripTags('<a'.repeat(300_000) + '>'.repeat(300_000))).toBe('');
    expect(stripTags('<script>'.repeat(100_000))).toBe('');
  });
});

const rendered: readonly (readonly [string, string])[] = [
  ['Taiz&eacute;', 'Taizé'],
  ['Wholeness &amp; Healing', 'Wholeness & Healing'],
  ['Wholeness & Healing', 'Wholeness & Healing'],
  ['A &#038; B &#8211; C &#x2014; D', 'A & B – C — D'],
  ['&#8220;q&#8221; &rsquo;s &hellip; &CounterClockwiseContourIntegral;', '“q” ’s … ∳'],
  ['&amp;eacute; &amp;amp;', '&eacute; &amp;'],
  ['<em>A</em> &lt;em&gt;b&lt;/em&gt;', 'A <em>b</em>'],
  ['&lt;script&gt;alert(1)&lt;/script&gt;', '<script>alert(1)</script>'],
  ['Q&notes AT&T &unknown; &eacute', 'Q&notes AT&T &unknown; &eacute'],
  ['&nbsp;&#9;two&NewLine;lines&#7;&nbsp;', 'two lines'],
  ['a&#0;b&#xD800;c&#x110000;d', 'a\ufffdb\ufffdc\ufffdd'],
  ['&euro;5 &#128;5', '€5 €5'],
];

describe('textOfHtml', () => {
  it.each(rendered)('makes %j into %j', (given, text) => {
    expect(textOfHtml(given)).toBe(text);
  });

  it('returns one line that every engine can store', () => {
    const entities = fc.constantFrom(
      '&#0;',
      '&#10;',
      '&#xD83D;',
      '&#x2028;',
      '&lt;',
      '&gt;',
      '&amp;',
      '<b>',
      'amp;',
      '&#127;',
    );
    fc.assert(
      fc.property(fc.string({ unit: entities, maxLength: 20 }), (given) => {
        const text = textOfHtml(given);
        expect(isStorable(text)).toBe(true);
        expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
        expect(text).toBe(text.trim());
      }),
    );
  });
});
