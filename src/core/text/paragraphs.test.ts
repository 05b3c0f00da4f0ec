import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repetitions } from '../../../tests/harness/repetitions.js';
import { cleanHtml, paragraphs } from './html.js';

const examples: readonly (readonly [string, string])[] = [
  ['', ''],
  [' \n\n ', ''],
  ['one\n\ntwo\nthree', '<p>one</p>\n<p>two<br />\nthree</p>'],
  ['one\r\n\r\ntwo\r\nthree', '<p>one</p>\n<p>two<br />\nthree</p>'],
  ['one\n \t\n\n\ntwo', '<p>one</p>\n<p>two</p>'],
  ['  <b>hi</b>  ', '<p><b>hi</b></p>'],
  ['short &amp; sweet', '<p>short &amp; sweet</p>'],
  [
    '<h2>Big</h2>\n<p>text <strong>bold</strong> &amp; more</p>',
    '<h2>Big</h2>\n<p>text <strong>bold</strong> &amp; more</p>',
  ],
  [
    'before<h2>Big</h2>between\n\nagain<ul><li>x</li></ul>',
    '<p>before</p>\n<h2>Big</h2>\n<p>between</p>\n<p>again</p>\n<ul><li>x</li></ul>',
  ],
  ['<p>kept\nas is</p>', '<p>kept\nas is</p>'],
  ['<pre>a\n\n\nb</pre>', '<pre>a\n\n\nb</pre>'],
  ['<b>one\n\ntwo</b>', '<p><b>one<br />\n<br />\ntwo</b></p>'],
  ['one<br />\ntwo', '<p>one<br />\ntwo</p>'],
  ['<a href="/x"><div>card</div></a> tail', '<a href="/x"><div>card</div></a>\n<p>tail</p>'],
  ['a<hr />b', '<p>a</p>\n<hr />\n<p>b</p>'],
  ['<div>a</div></div>b', '<div>a</div>\n<p>b</p>'],
  ['a <img src="/x" /> b', '<p>a <img src="/x" /> b</p>'],
  ['<b>never closed', '<p><b>never closed</p>'],
];

const pieces = fc.constantFrom(
  ...[
    'one',
    ' ',
    '\n',
    '\n\n',
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '<div>',
    '</div>',
    '<pre>',
    '</pre>',
    '<br />',
    '<hr />',
    '&amp;',
    '<',
  ],
);

describe('paragraphs', () => {
  it.each(examples)('writes %j as %j', (given, html) => {
    expect(paragraphs(given)).toBe(html);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: pieces, maxLength: 25 }), (html) => {
        expect(paragraphs(paragraphs(html))).toBe(paragraphs(html));
        const clean = paragraphs(cleanHtml(html));
        expect(paragraphs(clean)).toBe(clean);
      }),
      { numRuns: repetitions(800) },
    );
  });

  it('adds no markup that the sanitizer would change', () => {
    fc.assert(
      fc.property(fc.string({ unit: pieces, maxLength: 25 }), (html) => {
        const clean = paragraphs(cleanHtml(html));
        expect(cleanHtml(clean)).toBe(clean);
      }),
      { numRuns: repetitions(400) },
    );
  });
});
