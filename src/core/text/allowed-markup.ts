// What an article may hold: the elements, their attributes and the kinds of links. Data for the cleaner.

import type { Attributes, IOptions, Tag } from 'sanitize-html';
import {
  COMMON,
  commonAttributes,
  imageAttributes,
  imageSchemes,
  linkAttributes,
  linkSchemes,
} from './allowed-attributes.js';

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const LISTS = ['ul', 'ol', 'li', 'dl', 'dt', 'dd'];
const TABLES = ['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];
const SECTIONS = ['p', 'div', 'blockquote', 'pre', 'hr', 'figure', 'figcaption', 'details', 'summary', 'address'];
const EMPHASIS = ['strong', 'em', 'b', 'i', 'u', 's', 'small', 'sub', 'sup', 'mark', 'del', 'ins'];
const PHRASES = ['br', 'a', 'img', 'span', 'abbr', 'cite', 'q', 'code', 'kbd', 'samp', 'var', 'time', 'wbr'];

/** Elements that stand on lines of their own; a paragraph cannot hold them. */
export const BLOCKS: ReadonlySet<string> = new Set([
  ...HEADINGS,
  ...LISTS,
  ...TABLES,
  ...SECTIONS,
  ...['article', 'aside', 'center', 'fieldset', 'footer', 'form', 'header', 'main', 'nav', 'section'],
]);

/** Elements without content or closing tag. */
export const VOIDS: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'col', 'wbr', 'input', 'link', 'meta']);

const OWN: Readonly<Record<string, (given: Attributes) => Attributes>> = { a: linkAttributes, img: imageAttributes };

/** What the table below does not know is dropped afterwards. */
function tamed(tagName: string, given: Attributes): Tag {
  const others = Object.entries(given).filter(([name]) => !COMMON.includes(name));
  const own = Object.hasOwn(OWN, tagName) ? OWN[tagName]?.(given) : Object.fromEntries(others);
  return { tagName, attribs: { ...commonAttributes(given), ...own } };
}

// No style: it would let a text dress up as part of the page around it. Classes and ids are kept apart from the page's.
export const ARTICLE: IOptions = {
  allowedTags: [...HEADINGS, ...LISTS, ...TABLES, ...SECTIONS, ...EMPHASIS, ...PHRASES],
  allowedAttributes: {
    '*': [...COMMON],
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'srcset', 'sizes', 'alt', 'title', 'width', 'height', 'loading', 'decoding'],
    abbr: ['title'],
    time: ['datetime'],
    ol: ['start', 'reversed', 'type'],
    li: ['value'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    details: ['open'],
  },
  allowedSchemes: [...linkSchemes],
  allowedSchemesByTag: { img: [...imageSchemes] },
  transformTags: { '*': tamed },
  selfClosing: [...VOIDS],
  nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'noembed', 'noframes', 'title', 'template'],
};
