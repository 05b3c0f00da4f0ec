// Sanitises pasted and typed HTML by the server's own rules. The only place where the console turns text into elements.
import purify from 'dompurify';
import { BLOCK_ELEMENTS, ELEMENTS, VOID_ELEMENTS } from '../../../../src/core/text/allowed-elements.js';
import { attributes, keptAttributes } from './markup';

/** Renames inline handlers and styles before parsing: the Content-Security-Policy blocks them, but reports each one. */
const disarmed = (html: string): string =>
  html.replace(/<[a-z][^>]*/gi, (tag) => tag.replace(/([\s"'/])(on\w+|style)(?=\s*=)/gi, '$1data-$2'));

/** Attributes that hold no URL and need no URL check. */
const plainAttributes = attributes.filter((name) => /^(aria|data)-|^(class|id|sizes|srcset)$/.test(name));

// Classes, ids and URLs follow the server's rules, too.
purify.addHook('afterSanitizeAttributes', (element) => {
  const given = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
  const kept = keptAttributes(element.localName, given);
  for (const name of Object.keys(given)) if (!Object.hasOwn(kept, name)) element.removeAttribute(name);
  for (const [name, value] of Object.entries(kept)) element.setAttribute(name, value);
});

/** A fragment of allowed elements, parsed inertly: no script has run and nothing was loaded. */
const fragmentOf = (html: string): DocumentFragment =>
  purify.sanitize(disarmed(html), {
    ALLOWED_TAGS: [...ELEMENTS],
    ALLOWED_ATTR: [...attributes],
    ADD_URI_SAFE_ATTR: [...plainAttributes],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;
const nameOf = (node: Node): string => node.nodeName.toLowerCase();
const isBlock = (node: Node): boolean => isElement(node) && BLOCK_ELEMENTS.includes(nameOf(node));

function htmlOf(node: Node, verbatim: boolean): string {
  if (node.nodeType === Node.TEXT_NODE) {
    const text = node.nodeValue ?? '';
    return escaped(verbatim ? text : text.replace(/[\t\n\f\r ]+/g, ' '));
  }
  if (!isElement(node)) return '';
  const name = nameOf(node);
  const given = Object.fromEntries([...node.attributes].map((attribute) => [attribute.name, attribute.value]));
  const kept = Object.entries(keptAttributes(name, given));
  const inner = () => htmlOfAll(node.childNodes, verbatim || name === 'pre');
  // A span or link without attributes has no effect.
  if ((name === 'span' || name === 'a') && kept.length === 0) return inner();
  if (name === 'img' && !kept.some(([attribute]) => attribute === 'src')) return '';
  const attributeTexts = kept.map(([attribute, value]) =>
    value === '' && attribute !== 'alt'
      ? ` ${attribute}`
      : ` ${attribute}="${escaped(value).replaceAll('"', '&quot;')}"`,
  );
  return VOID_ELEMENTS.includes(name)
    ? `<${name}${attributeTexts.join('')} />`
    : `<${name}${attributeTexts.join('')}>${inner()}</${name}>`;
}

const htmlOfAll = (nodes: Iterable<Node>, verbatim: boolean): string =>
  [...nodes].map((node) => htmlOf(node, verbatim)).join('');

const emptyBlock = /<(p|h[1-6]|blockquote|li|ul|ol|div)>(?:\s|&nbsp;|<br \/>)*<\/\1>/g;

/** Repeats `step` until the HTML is stable: removing an element can join text that then parses differently. */
function untilStable(html: string, step: (html: string) => string): string {
  let [before, now] = ['', html];
  for (let round = 0; round < 5 && before !== now; round++) [before, now] = [now, step(now)];
  return now;
}

/** HTML as the server saves it; idempotent. */
export const cleaned = (html: string): string =>
  untilStable(html, (text) => htmlOfAll(fragmentOf(text).childNodes, false).trim());

/** The editor's content as HTML: loose lines become paragraphs, empty ones are removed. */
export function htmlFromEditor(root: Element): string {
  const lines: string[] = [];
  let loose = '';
  const flush = () => {
    if (loose.trim()) lines.push(`<p>${loose.trim()}</p>`);
    loose = '';
  };
  for (const node of root.childNodes) {
    if (!isBlock(node)) loose += htmlOf(node, false);
    else {
      flush();
      lines.push(htmlOf(node, false));
    }
  }
  flush();
  const tidy = (html: string) =>
    html.replace(/(?:(?<!\s)\s+)?<br \/>(?=<\/(p|li|h[1-6])>)/g, '').replace(emptyBlock, '');
  return untilStable(cleaned(untilStable(lines.join(''), tidy)), tidy);
}

/** Stored text as elements to edit. Plain text gets the paragraphs that visitors see. */
export function editorContent(stored: string): DocumentFragment {
  const source = fragmentOf(stored.replace(/\r\n?/g, '\n'));
  const result = document.createDocumentFragment();
  let paragraph: HTMLElement | undefined;
  const add = (node: Node) => {
    if (!paragraph) {
      paragraph = document.createElement('p');
      result.append(paragraph);
    }
    paragraph.append(node);
  };
  for (const node of [...source.childNodes]) {
    if (isBlock(node)) {
      paragraph = undefined;
      result.append(node);
    } else if (node.nodeType !== Node.TEXT_NODE) add(node);
    else {
      const parts = (node.nodeValue ?? '').split(/\n[ \t\f]*\n/);
      parts.forEach((part, at) => {
        if (at > 0) paragraph = undefined;
        const lines = part.split('\n');
        lines.forEach((line, place) => {
          if (place > 0 && paragraph && line.trim()) add(document.createElement('br'));
          if (line.trim() || paragraph) add(document.createTextNode(line));
        });
      });
    }
  }
  return result;
}
