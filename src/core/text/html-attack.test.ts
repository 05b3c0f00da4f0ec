// Hostile markup in many spellings. Instead of looking for known bad things in the result, the result must consist of
// nothing but known good ones.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ARTICLE } from './allowed-markup.js';
import { cleanHtml, paragraphs } from './html.js';

const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z]+(?:="[^"<>]*")?)*)(?: \/)?>/g;
const ATTRIBUTE = / ([a-z]+)(?:="([^"<>]*)")?/g;
const GOOD_ATTRIBUTES = new Set(Object.values(ARTICLE.allowedAttributes || {}).flat());
const GOOD_TAGS = new Set(ARTICLE.allowedTags || []);

function expectHarmless(html: string): void {
  expect(html.replace(TAG, '')).not.toMatch(/[<>]/);
  for (const [, , name = '', attributes = ''] of html.matchAll(TAG)) {
    expect(GOOD_TAGS).toContain(name);
    for (const [, attribute = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
      expect(GOOD_ATTRIBUTES).toContain(attribute);
      if (attribute === 'href') expect(value).toMatch(/^(?:https?:|mailto:|tel:|[^:]*$|[^:]*[/?#])/i);
      if (attribute === 'src') expect(value).toMatch(/^(?:https?:|[^:]*$|[^:]*[/?#])/i);
    }
  }
}

const attacks: readonly string[] = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<script/x>alert(1)</script>',
  '<script\n>alert(1)</script\n>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<<script>alert(1)//<</script>',
  '<script>alert(1)',
  '<img src=x onerror=alert(1)>',
  '<img src=x onerror="alert(1)"',
  '<img/src=x/onerror=alert(1)>',
  '<img """><script>alert(1)</script>">',
  '<IMG SRC=`javascript:alert(1)`>',
  '<img src="javascript:alert(1)">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<img src="x:alert(1)" onerror="eval(src)">',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<img title="</p><script>alert(1)</script>" src=/a>',
  "<img alt='\"><script>alert(1)</script>'>",
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate xlink:href=#x attributeName=href values=javascript:alert(1) /><a id=x><text y=20>x</text></a>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg><![CDATA[><img src=x onerror=alert(1)>]]></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<math href="javascript:alert(1)">x</math>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" JaVaScRiPt:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="&#x6A;avascript&colon;alert(1)">x</a>',
  '<a href="&#0000106avascript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="\u00a0javascript:alert(1)">x</a>',
  '<a href="java\u200bscript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
  '<a href="javascript://%0aalert(1)">x</a>',
  '<a href="x" onmouseover=alert(1) style="position:fixed;inset:0">x</a>',
  '<a href=\'x" onclick="alert(1)\'>x</a>',
  '<a/href="javascript:alert(1)">x</a>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe><img src=x onerror=alert(1)></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form>',
  '<input autofocus onfocus=alert(1)>',
  '<select><option><img src=x onerror=alert(1)></option></select>',
  '<textarea></textarea/><img src=x onerror=alert(1)></textarea>',
  '<textarea><script>alert(1)</script>',
  '<title><img src=x onerror=alert(1)></title>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<noembed><img title="</noembed><img src=x onerror=alert(1)>"></noembed>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<template><script>alert(1)</script></template>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)>',
  '<body onload=alert(1)><base href="javascript:alert(1)//">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href="//evil.example/x.css">',
  '<style>@import "//evil.example/x.css";</style>',
  '<div style="background:url(javascript:alert(1))">x</div>',
  '<table background="javascript:alert(1)"><td background="x">x</td></table>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!-- --!><img src=x onerror=alert(1)> -->',
  '<![if IE]><script>alert(1)</script><![endif]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '</p onclick=alert(1)><p/onclick=alert(1)>x',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;img src=x onerror=alert(1)&#62;',
  '\u0000<scr\u0000ipt>alert(1)</scr\u0000ipt>',
  '<x onclick=alert(1) id=location>x</x><custom-tag onpointerover=alert(1)>x</custom-tag>',
];

const pieces = fc.constantFrom(
  ...[
    '<',
    '>',
    '</',
    '/>',
    '"',
    "'",
    '=',
    ' ',
    '\n',
    '&',
    ';',
    '&lt;',
    '&#60;',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '\u0000',
  ],
  ...[
    '<p>',
    '</p>',
    '<p',
    '<div>',
    '</div>',
    '<b>',
    '</b>',
    '<a ',
    '</a>',
    '<img ',
    '<table>',
    '<tr>',
    '<td>',
    '</table>',
    '<li>',
    '<ul>',
  ],
  ...[
    '<script>',
    '</script>',
    '<style>',
    '</style>',
    '<svg>',
    '</svg>',
    '<math>',
    '<textarea>',
    '</textarea>',
    '<noscript>',
    '</noscript>',
  ],
  ...[
    '<iframe>',
    '</iframe>',
    '<option>',
    '<xmp>',
    '</xmp>',
    '<title>',
    '</title>',
    '<template>',
    '<form>',
    '<x>',
    '</x>',
    '<button>',
  ],
  ...[
    'href=',
    'src=',
    'onerror=',
    'onclick=alert(1)',
    'style=',
    'javascript:',
    'java\tscript:',
    'data:',
    'http://',
    'x',
    'alert(1)',
  ],
  ...['target=_blank', 'rel=', 'alt=', 'title="', '<br>', '</br>', '<h1>', '</h1>', '<pre>', '\r\n', '\u00a0'],
);

describe('hostile markup', () => {
  it.each(attacks)('is harmless after cleaning: %j', (attack) => {
    for (const given of [attack, `<p>${attack}</p>`, `<b>${attack}`, attack + attack]) {
      const html = cleanHtml(given);
      expectHarmless(html);
      expectHarmless(paragraphs(html));
      expect(cleanHtml(html)).toBe(html);
    }
  });

  it('is harmless in any combination of pieces, and cleaning is settled after one pass', () => {
    fc.assert(
      fc.property(fc.string({ unit: pieces, maxLength: 30 }), (given) => {
        const html = cleanHtml(given);
        expectHarmless(html);
        expectHarmless(paragraphs(html));
        expect(cleanHtml(html)).toBe(html);
      }),
      { numRuns: 4000 },
    );
  });

  it('is harmless in any text at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (given) => {
        const html = cleanHtml(given);
        expectHarmless(html);
        expect(cleanHtml(html)).toBe(html);
      }),
    );
  });
});
