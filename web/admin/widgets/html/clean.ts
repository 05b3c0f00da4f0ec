// Foreign and typed markup → exactly what the service keeps of it. The only place where text becomes elements.
import purify from 'dompurify';
import { BLOCK_ELEMENTS, ELEMENTS, VOID_ELEMENTS } from '../../../../src/core/text/allowed-elements.js';
import { attributes, keptAttributes } from './markup';

/** The page's policy forbids these anyway, and complains of each as soon as it is read. */
const quiet = (html: string): string =>
  html.replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/([\s"'/])(on\w+|style)(?=\s*=)/gi, '$1data-$2'));

/** Attributes that hold no address, whatever stands in them. */
const texts = attributes.filter((name) => /^(aria|data)-|^(class|id|sizes|srcset)$/.test(name));

// Nothing is shown with a class, id or address that the service would not keep.
purify.addHook('afterSanitizeAttributes', (element) => {
  const given = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
  const kept = keptAttributes(element.localName, given);
  for (const name of Object.keys(given)) if (!Object.hasOwn(kept, name)) element.removeAttribute(name);
  for (const [name, value] of Object.entries(kept)) element.setAttribute(name, value);
});

/** Elements of the allowed kinds only; nothing in them has run or loaded. */
export const fragmentOf = (html: string): DocumentFragment =>
  purify.sanitize(quiet(html), {
    ALLOWED_TAGS: [...ELEMENTS],
    ALLOWED_ATTR: [...attributes],
    ADD_URI_SAFE_ATTR: [...texts],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;
const nameOf = (node: Node): string => node.nodeName.toLowerCase();
const isBlock = (node: Node): boolean => isElement(node) && BLOCK_ELEMENTS.includes(nameOf(node));

function written(node: Node, verbatim: boolean): string {
  if (node.nodeType === Node.TEXT_NODE) {
    const text = node.nodeValue ?? '';
    return escaped(verbatim ? text : text.replace(/[\t\n\f\r ]+/g, ' '));
  }
  if (!isElement(node)) return '';
  const name = nameOf(node);
  const given = Object.fromEntries([...node.attributes].map((attribute) => [attribute.name, attribute.value]));
  const kept = Object.entries(keptAttributes(name, given));
  const inner = () => writtenAll(node.childNodes, verbatim || name === 'pre');
  // Left over when what it was for is gone.
  if ((name === 'span' || name === 'a') && kept.length === 0) return inner();
  if (name === 'img' && !kept.some(([attribute]) => attribute === 'src')) return '';
  const told = kept.map(([attribute, value]) =>
    value === '' && attribute !== 'alt'
      ? ` ${attribute}`
      : ` ${attribute}="${escaped(value).replaceAll('"', '&quot;')}"`,
  );
  return VOID_ELEMENTS.includes(name) ? `<${name}${told.join('')} />` : `<${name}${told.join('')}>${inner()}</${name}>`;
}

const writtenAll = (nodes: Iterable<Node>, verbatim: boolean): string =>
  [...nodes].map((node) => written(node, verbatim)).join('');

const emptyBlock = /<(p|h[1-6]|blockquote|li|ul|ol|div)>(?:\s|&nbsp;|\u00a0|<br \/>)*<\/\1>/g;

/** Until nothing changes: taking out an element may join what a second reading sees differently. */
function settled(html: string, step: (html: string) => string): string {
  let [before, now] = ['', html];
  for (let turn = 0; turn < 5 && before !== now; turn++) [before, now] = [now, step(now)];
  return now;
}

/** HTML as the service keeps it. Cleaning twice is cleaning once. */
export const cleaned = (html: string): string =>
  settled(html, (text) => writtenAll(fragmentOf(text).childNodes, false).trim());

/** What was typed into the editor: loose lines are paragraphs, and empty ones are none. */
export function typed(root: Element): string {
  const lines: string[] = [];
  let loose = '';
  const flush = () => {
    if (loose.trim()) lines.push(`<p>${loose.trim()}</p>`);
    loose = '';
  };
  for (const node of root.childNodes) {
    if (!isBlock(node)) loose += written(node, false);
    else {
      flush();
      lines.push(written(node, false));
    }
  }
  flush();
  const tidy = (html: string) => html.replace(/\s*<br \/>(?=<\/(p|li|h[1-6])>)/g, '').replace(emptyBlock, '');
  return settled(cleaned(settled(lines.join(''), tidy)), tidy);
}

/** Stored text as elements to edit: what has no paragraphs yet gets those that readers see. */
export function editable(stored: string): DocumentFragment {
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

/** Words without markup, on one line. */
export const wordsOf = (html: string): string => (fragmentOf(html).textContent ?? '').replace(/\s+/g, ' ').trim();
