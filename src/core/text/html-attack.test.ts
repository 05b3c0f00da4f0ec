// Hostile markup in many spellings. Instead of looking for known bad things in the result, the result must consist of
// nothing but known good ones.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ARTICLE } from './allowed-markup.js';
import { cleanHtml, paragraphs } from './html.js';

const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)(?: \/)?>/g;
const ATTRIBUTE = / ([a-z-]+)(?:="([^"<>]*)")?/g;
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
      if (attribute === 'srcset') {
        for (const candidate of value.split(', '))
          expect(candidate).toMatch(/^(?:https?:|[^:]*$|[^:]*[/?#])\S*(?: \d+(?:\.\d+)?[wx])?$/i);
      }
      if (attribute === 'class') {
        for (const name of value.split(' ')) expect(name).toMatch(/^(?:(?:wp|has|size|tribe)-|align[a-z]+$|is-style)/);
      }
      if (attribute === 'id') expect(value).toMatch(/^text-/);
      if (attribute === 'href' && value.startsWith('#')) expect(value).toMatch(/^#(?:top|text-.*)?$/s);
      if (attribute.endsWith('by')) for (const id of value.split(' ')) expect(id).toMatch(/^text-/);
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
  '<p class="panel is-over modal wp-block-image top">x</p>',
  '<p class="wp-x\u00a0top WP-BLOCK wp- wp-\ud83d\ude00">x</p>',
  '<p class="aligncenter&#10;dialog&#x20;toast">x</p>',
  '<div id=content>x</div><div id=console data-api=//evil.example data-path=x>x</div>',
  '<a id=location href=#content name=body>x</a><img id=getElementById name=cookie>',
  '<b id="text-">x</b><b id="text- onclick=alert(1)">x</b><b id=""><script>">x</b>',
  '<button data-theme-toggle>x</button><time data-yours datetime=x>x</time><p data-field=title data-label=x>x</p>',
  '<div data-wp-on--click="alert(1)" data-bind=x data-toggle=modal data-src=//evil.example/x>x</div>',
  '<div role=dialog aria-modal=true aria-owns=content aria-controls=console aria-live=assertive>x</div>',
  '<p aria-labelledby="content console" aria-describedby="x y<script>" aria-label="<b>">x</p>',
  '<p aria-hidden="true" onfocus=alert(1) aria-hidden="x" tabindex=1 contenteditable accesskey=x>x</p>',
  '<img src=/a srcset="javascript:alert(1) 1x, /b 2x">',
  '<img srcset="/a 1x, java\tscript:alert(1) 2x"><img srcset="data:image/svg+xml,<svg/onload=alert(1)> 1x">',
  '<img srcset=",,, , https://x.example/a,b.png 300w,https://x.example/c.png 0w">',
  '<img srcset="/a 1x, /b " onerror=alert(1) 2x" sizes="100vw;background:url(x)" loading=x decoding="x y">',
  '<img src=/a sizes="(max-width: 600px) 480px, <script>" loading=LAZY decoding=Async fetchpriority=high>',
  '<figure class="wp-block-image" style="position:fixed;inset:0"><figcaption onclick=alert(1)>x</figcaption></figure>',
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
  ...['class="', 'wp-x', 'top ', 'id=', 'srcset="/a 1x, ', 'sizes=', 'aria-labelledby=', 'data-id=', '#x', '<figure '],
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
