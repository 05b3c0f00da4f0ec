import { describe, expect, it } from 'vitest';
import { cleanHtml, plainText, textWithLinks } from './html.js';

const cleaned: readonly (readonly [string, string])[] = [
  ['', ''],
  ['short & sweet', 'short &amp; sweet'],
  ['"double" and \'single\'', '"double" and \'single\''],
  ['AT&amp;T &lt;b&gt; &copy;', 'AT&amp;T &lt;b&gt; ©'],
  ['a < b > c', 'a &lt; b &gt; c'],
  ['<script>alert(1)</script><b>hi</b>', '<b>hi</b>'],
  ['<style>p{}</style>x', 'x'],
  ['<!-- secret -->x', 'x'],
  ['<p>open', '<p>open</p>'],
  ['<P CLASS=big STYLE="color:red" onclick=y>t</P>', '<p>t</p>'],
  ['<p class="wp-block has-text alignleft panel top">t</p>', '<p class="wp-block has-text alignleft">t</p>'],
  [
    '<h2 id="programme">P</h2><a href="#programme">p</a>',
    '<h2 id="text-programme">P</h2><a href="#text-programme">p</a>',
  ],
  [
    '<h2 id="text-über">P</h2><a href="#text-%C3%BCber">p</a>',
    '<h2 id="text-über">P</h2><a href="#text-%C3%BCber">p</a>',
  ],
  ['<p id="a b">x</p><p id="">y</p><a href="#">z</a>', '<p>x</p><p>y</p><a href="#">z</a>'],
  [
    '<figure class="wp-block-image size-large"><img decoding="async" loading="lazy" width="300" src="/a.jpg" class="wp-image-7" srcset="/a.jpg 300w,/b,c.jpg 1.50x" sizes="(max-width: 300px) 100vw, 300px"><figcaption>c</figcaption></figure>',
    '<figure class="wp-block-image size-large"><img class="wp-image-7" src="/a.jpg" srcset="/a.jpg 300w, /b,c.jpg 1.5x" sizes="(max-width: 300px) 100vw, 300px" width="300" loading="lazy" decoding="async" /><figcaption>c</figcaption></figure>',
  ],
  ['<img src="/a.jpg" srcset="/a.jpg 2x, javascript:x 1x" sizes="<b>">', '<img src="/a.jpg" />'],
  [
    '<p aria-label="L" aria-hidden="TRUE" aria-live="polite" aria-labelledby="a b" data-id="7" data-yours="" role="alert">x</p>',
    '<p aria-hidden="true" aria-labelledby="text-a text-b" aria-label="L" data-id="7">x</p>',
  ],
  ['<a lang="fr" href="/x">x</a>', '<a lang="fr" href="/x">x</a>'],
  ['a<br>b<hr>', 'a<br />b<hr />'],
  [
    '<h2>Big</h2>\n<p>text <strong>bold</strong> & more</p>',
    '<h2>Big</h2>\n<p>text <strong>bold</strong> &amp; more</p>',
  ],
  ['<font color=red>x</font><center>y</center>', 'xy'],
  ['<iframe src="https://x.example"></iframe>after', 'after'],
  ['<form><input name=a><button>Go</button></form>', 'Go'],
  ['<a href="/x?a=1&amp;b=2" title="t">l</a>', '<a href="/x?a=1&amp;b=2" title="t">l</a>'],
  [
    '<a href="mailto:a@b.example">m</a><a href="tel:+1">t</a>',
    '<a href="mailto:a@b.example">m</a><a href="tel:+1">t</a>',
  ],
  ['<a href="ftp://x.example">f</a>', '<a>f</a>'],
  ['<a href="#top">x</a>', '<a href="#top">x</a>'],
  [
    '<a href="https://x.example" target="_blank" rel="nofollow evil">x</a>',
    '<a href="https://x.example" target="_blank" rel="nofollow noopener noreferrer">x</a>',
  ],
  ['<a href="/x" target="parentframe">x</a>', '<a href="/x">x</a>'],
  ['<img src="/x.png" alt="" width="10" height="50%">', '<img src="/x.png" alt="" width="10" height="50%" />'],
  ['<img src="data:image/png;base64,AA" alt="a" width="10em">', '<img alt="a" />'],
  ['<table><tr><td colspan="2">x</td></tr></table>', '<table><tr><td colspan="2">x</td></tr></table>'],
  ['<details open><summary>s</summary>x</details>', '<details open><summary>s</summary>x</details>'],
  ['<p lang="fr" dir="ltr">x</p>', '<p lang="fr" dir="ltr">x</p>'],
  ['<p>a<x><p>b', '<p>a</p><p>b</p><p></p>'],
];

const read: readonly (readonly [string, string])[] = [
  ['', ''],
  ['plain', 'plain'],
  ['<p>one</p><p>two<br>three</p>', 'one two three'],
  ['<b>in</b>line', 'inline'],
  ['<ul><li>a</li><li>b</li></ul>', 'a b'],
  ['<p>AT&amp;T &lt;b&gt; &eacute; &#39;q&#x27;</p>', "AT&T <b> é 'q'"],
  ['&amp;lt;', '&lt;'],
  ['<script>x</script>a\n\n  b&nbsp;c', 'a b c'],
  ['<parade>x</parade>', 'x'],
  ['a < b', 'a < b'],
];

describe('cleanHtml', () => {
  it.each(cleaned)('makes %j into %j', (given, html) => {
    expect(cleanHtml(given)).toBe(html);
    expect(cleanHtml(html)).toBe(html);
  });

  it('keeps only the text of markup that is nested too deep', () => {
    const deep = `${'<div>'.repeat(5000)}Tom &amp; Ann${'</div>'.repeat(5000)}`;
    expect(cleanHtml(deep)).toBe('Tom &amp; Ann');
    expect(plainText(cleanHtml(deep))).toBe('Tom & Ann');
  });

  it.each(['<', '<b>', '<b></i>', '<!--', '<a href="', '&', '<script>', '<p><x>'])('handles many %j', (piece) => {
    const hostile = cleanHtml(piece.repeat(50_000));
    expect(cleanHtml(hostile)).toBe(hostile);
  });
});

describe('plainText', () => {
  it.each(read)('reads %j as %j', (html, text) => {
    expect(plainText(cleanHtml(html))).toBe(text);
  });
});

describe('text with links', () => {
  it.each([
    ['', ''],
    ['<p>One</p>\n<p>Two<br>three</p>', 'One\n\nTwo\nthree'],
    ['<ul>\n<li>One</li>\n<li>Two</li>\n</ul><p>End</p>', 'One\nTwo\n\nEnd'],
    ['<a href="https://a.example/?b=1&amp;c=2">there</a>', 'there (https://a.example/?b=1&c=2)'],
    ['<a href="https://a.example/">https://a.example/</a>', 'https://a.example/'],
    ['<a href="mailto:us@a.example">us@a.example</a>', 'us@a.example'],
    ['<a name="x">anchor</a> &amp;lt;b&amp;gt; &lt;i&gt;', 'anchor &lt;b&gt; <i>'],
    ['<a href="/x?q=&amp;quot;">q</a>', 'q (/x?q=&quot;)'],
    ['  a \n\n b  <b> </b> c\u2028d', 'a b c d'],
    ['<h2>Head</h2><pre>x\n  y</pre>', 'Head\n\nx y'],
  ])('of %j is %j', (html, expected) => {
    expect(textWithLinks(html)).toBe(expected);
  });
});
