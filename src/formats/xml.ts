// XML 1.0: escaping of texts and attributes, and elements. Control characters are dropped.

// U+D800 to U+DFFF match lone surrogates only, because of the `u` flag. XML allows U+007F to U+009F, but programs that know
// HTML read their references as letters.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ud800-\udfff\ufffe\uffff]/gu;
const special = /[&<>"'\t\n\r\u0085\u2028\u2029]/;
const everySpecial = /[&<>"'\t\n\r\u0085\u2028\u2029]/g;

const names: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u0085': '&#10;',
};

/** Line breaks become references: parsers would otherwise replace them by spaces in attributes and by LF in texts. */
export function escapeXml(text: string): string {
  const allowed = text.replace(forbidden, '');
  if (!special.test(allowed)) return allowed;
  return allowed.replace(everySpecial, (letter) => names[letter] ?? `&#${letter.charCodeAt(0)};`);
}

type Attributes = Readonly<Record<string, string>>;

const startTag = (name: string, attributes: Attributes): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
    .join('')}`;

/** An element with a text; none if the text is empty. */
export function element(name: string, text: string, attributes: Attributes = {}): string {
  const content = escapeXml(text);
  return content === '' ? '' : `${startTag(name, attributes)}>${content}</${name}>\n`;
}

export const emptyElement = (name: string, attributes: Attributes): string => `${startTag(name, attributes)}/>\n`;

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The module for events of RSS, which Atom feeds use too. */
export const eventNamespace = 'http://purl.org/rss/1.0/modules/event/';
