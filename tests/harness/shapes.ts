// Texts that make careless parsers slow, each of about so many bytes: for tests that store them and for a benchmark.

const filled = (piece: string, bytes: number): string => piece.repeat(Math.ceil(bytes / Buffer.byteLength(piece)));

/** Ordinary text: the baseline for all others. */
export const ordinaryText = (bytes: number): string =>
  filled('<p>An evening of <em>music</em> &amp; words,\nwith friends in the old mill.</p>\n', bytes).slice(0, bytes);

const repeated: Readonly<Record<string, string>> = {
  'opening brackets': '<',
  'brackets and blanks': '< ',
  'closing brackets': '>',
  ampersands: '&',
  entities: '&lt;',
  'numeric entities': '&#x3c;',
  'nested blocks': '<div>',
  'nested foreign elements': '<p><x>',
  'closing tags': '</b>',
  'closing paragraphs': '</p>',
  'crossed tags': '<b><i></b>',
  'open tags': '<a ',
  'list items': '<li>',
  'line breaks': '<br>',
  'comment openers': '<!--',
  comments: '<!---->',
  'CDATA openers': '<![CDATA[',
  'processing instructions': '<?',
  scripts: '<script>',
  'split tags': '<scr<b>ipt>',
  newlines: '\n',
  'blank lines': 'a\n\n',
  blanks: ' ',
  shortcodes: '[gallery ',
  'double quotes': '"',
  'single quotes': "'",
  'accents without letters': '\u0301',
  'letters that decompose': '\ufdfa',
};

const wrapped: Readonly<Record<string, (bytes: number) => string>> = {
  'one huge attribute': (bytes) => `<a href="${filled('x', bytes)}">x</a>`,
  'many attributes': (bytes) => `<a ${filled('a=b ', bytes)}>x</a>`,
  'an attribute without an end': (bytes) => `<a href="${filled('<a href=', bytes)}`,
  'a huge entity': (bytes) => `&#${filled('1', bytes)};`,
  'a huge comment': (bytes) => `<!--${filled('-', bytes)}`,
  'deep nesting beside many tags': (bytes) => `${'<div>'.repeat(199)}${filled('<b></b>', bytes)}`,
};

/** Each by its name; a few bytes more than asked for. */
export const shapes: Readonly<Record<string, (bytes: number) => string>> = {
  ...Object.fromEntries(
    Object.entries(repeated).map(([name, piece]) => [name, (bytes: number) => filled(piece, bytes)]),
  ),
  ...wrapped,
};
