// Hostile markup in many spellings. Instead of searching the result for known attacks, the test accepts only results that
// consist of allowed markup. The allow-list is written out here and takes nothing from the sanitiser's own tables.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repetitions } from '../../../tests/harness/repetitions.js';
import { cleanHtml, paragraphs } from './html.js';

const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)(?: \/)?>/g;
const ATTRIBUTE = / ([a-z-]+)(?:="([^"<>]*)")?/g;

/** Elements that an article may contain. */
const GOOD_TAGS = new Set(
  `h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr th td
  p div blockquote pre hr figure figcaption details summary address
  strong em b i u s small sub sup mark del ins
  br a img span abbr cite q code kbd samp var time wbr`.split(/\s+/),
);

/** Attributes of every element, and those of single elements beside them. */
const GOOD_EVERYWHERE = `lang dir class id aria-hidden aria-label aria-labelledby aria-describedby
  data-id data-type data-align data-caption data-columns data-link data-full-url`.split(/\s+/);
const GOOD_ATTRIBUTES: Readonly<Record<string, string>> = {
  a: 'href title target rel',
  img: 'src srcset sizes alt title width height loading decoding',
  abbr: 'title',
  time: 'datetime',
  ol: 'start reversed type',
  li: 'value',
  th: 'colspan rowspan scope',
  td: 'colspan rowspan',
  details: 'open',
};
const goodAttributesOf = (element: string): readonly string[] => [
  ...GOOD_EVERYWHERE,
  ...(GOOD_ATTRIBUTES[element]?.split(' ') ?? []),
];

function expectSafe(html: string): void {
  expect(html.replace(TAG, '')).not.toMatch(/[<>]/);
  for (const [, , name = '', attributes = ''] of html.matchAll(TAG)) {
    expect(GOOD_TAGS).toContain(name);
    for (const [, attribute = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
      expect(goodAttributesOf(name), `attributes of ${name}`).toContain(attribute);
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

/** Every element of HTML, obsolete ones included, and the roots and carriers of SVG and MathML. */
const ALL_ELEMENTS =
  `a abbr acronym address animate annotation-xml applet area article aside audio b base basefont bdi bdo
  bgsound big blink blockquote body br button canvas caption center cite code col colgroup command content data datalist
  dd del desc details dfn dialog dir div dl dt element em embed fieldset figcaption figure font footer foreignobject form
  frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins isindex kbd keygen label legend
  li link listing main map mark marquee math menu menuitem meta meter mglyph mi mn mo ms mtext multicol nav nextid nobr
  noembed noframes noscript object ol optgroup option output p param picture plaintext portal pre progress q rb rp rt rtc
  ruby s samp script search section select set shadow slot small source spacer span strike strong style sub summary sup
  svg table tbody td template textarea tfoot th thead time title tr track tt u ul use var video wbr x-any xmp`.split(
    /\s+/,
  );

/** Attributes that run code, load, submit, style, move the focus, name things or carry a page's own hooks. */
const BAD_ATTRIBUTES = `onclick onerror onload onfocus onbeforetoggle style name nonce is slot part srcdoc data action
  formaction form background ping poster cite longdesc usemap ismap crossorigin integrity referrerpolicy http-equiv content
  charset autofocus tabindex accesskey contenteditable draggable hidden inert popover popovertarget itemid itemprop role
  aria-modal aria-owns aria-controls aria-live data-theme data-api data-bind xmlns xlink:href xml:base fetchpriority
  download hreflang bgcolor color face size border align valign cellpadding nowrap`.split(/\s+/);

const LINK_SCHEMES = ['http', 'https', 'mailto', 'tel'];
const IMAGE_SCHEMES = ['http', 'https'];
const ALL_SCHEMES = `http https mailto tel javascript vbscript livescript mocha data blob file ftp ftps gopher ws wss
  about view-source jar resource chrome filesystem intent android-app sms callto irc news nntp cid mid x urn`.split(
  /\s+/,
);

const elementsOf = (html: string): readonly string[] => [...html.matchAll(TAG)].map(([, , name = '']) => name);

describe('the allow-list', () => {
  it('keeps exactly these elements', () => {
    const kept = ALL_ELEMENTS.filter((name) => elementsOf(cleanHtml(`<${name}>x</${name}>`)).includes(name));
    expect(kept).toEqual(ALL_ELEMENTS.filter((name) => GOOD_TAGS.has(name)));
    expect([...GOOD_TAGS].filter((name) => !ALL_ELEMENTS.includes(name))).toEqual([]);
  });

  it.each([...GOOD_TAGS])('keeps exactly the listed attributes of <%s>', (element) => {
    const names = [
      ...new Set([...Object.values(GOOD_ATTRIBUTES).flatMap((list) => list.split(' ')), ...GOOD_EVERYWHERE]),
    ];
    /** Values that the sanitiser accepts where the attribute is allowed. */
    const values: Readonly<Record<string, string>> = {
      class: 'wp-x',
      'aria-hidden': 'true',
      target: '_blank',
      loading: 'lazy',
      decoding: 'async',
      rel: 'nofollow',
    };
    const all = [...names, ...BAD_ATTRIBUTES];
    const given = all.map((name) => ` ${name}="${values[name] ?? '1'}"`).join('');
    const [[, , , kept = ''] = []] = cleanHtml(`<${element}${given}>x</${element}>`).matchAll(TAG);
    const found = [...kept.matchAll(ATTRIBUTE)].map(([, name]) => name);
    expect(found.sort()).toEqual([...goodAttributesOf(element)].sort());
  });

  it('keeps exactly these schemes of links and images', () => {
    const keptIn = (before: string, after: string) =>
      ALL_SCHEMES.filter((scheme) => cleanHtml(`${before}${scheme}://a.example/b${after}`).includes(`${scheme}:`));
    expect(keptIn('<a href="', '">x</a>')).toEqual(LINK_SCHEMES);
    expect(keptIn('<img src="', '">')).toEqual(IMAGE_SCHEMES);
    expect(keptIn('<img srcset="', ' 2x">')).toEqual(IMAGE_SCHEMES);
  });
});

describe('hostile markup', () => {
  it.each(attacks)('is safe after sanitizing: %j', (attack) => {
    for (const given of [attack, `<p>${attack}</p>`, `<b>${attack}`, attack + attack]) {
      const html = cleanHtml(given);
      expectSafe(html);
      expectSafe(paragraphs(html));
      expect(cleanHtml(html)).toBe(html);
    }
  });

  it('is safe in any combination of pieces, and sanitizing is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: pieces, maxLength: 30 }), (given) => {
        const html = cleanHtml(given);
        expectSafe(html);
        expectSafe(paragraphs(html));
        expect(cleanHtml(html)).toBe(html);
      }),
      { numRuns: repetitions(1500) },
    );
  });

  it('is safe in arbitrary text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (given) => {
        const html = cleanHtml(given);
        expectSafe(html);
        expect(cleanHtml(html)).toBe(html);
      }),
    );
  });
});
