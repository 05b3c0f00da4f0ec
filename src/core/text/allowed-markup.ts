// What an article may hold: the elements, their attributes and the kinds of links. Data for the cleaner.

import type { IOptions, Tag } from 'sanitize-html';
import {
  type Attributes,
  COMMON,
  commonAttributes,
  IMAGE_SCHEMES,
  imageAttributes,
  LINK_SCHEMES,
  linkAttributes,
} from './allowed-attributes.js';
import { ATTRIBUTES, BLOCK_ELEMENTS, ELEMENTS, VOID_ELEMENTS } from './allowed-elements.js';

/** Elements that a paragraph cannot hold: those of an article, and others that a text may be sent with. */
export const BLOCKS: ReadonlySet<string> = new Set([
  ...BLOCK_ELEMENTS,
  ...['article', 'aside', 'center', 'fieldset', 'footer', 'form', 'header', 'main', 'nav', 'section'],
]);

/** Elements without content or closing tag, likewise. */
export const VOIDS: ReadonlySet<string> = new Set([...VOID_ELEMENTS, 'input', 'link', 'meta']);

const BY_ELEMENT: Readonly<Record<string, (given: Attributes) => Attributes>> = {
  a: linkAttributes,
  img: imageAttributes,
};

/** What the table below does not know is dropped afterwards. */
function filterAttributes(tagName: string, given: Attributes): Tag {
  const others = Object.entries(given).filter(([name]) => !COMMON.includes(name));
  const own = Object.hasOwn(BY_ELEMENT, tagName) ? BY_ELEMENT[tagName]?.(given) : Object.fromEntries(others);
  return { tagName, attribs: { ...commonAttributes(given), ...own } };
}

// No style: it would let a text dress up as part of the page around it. Classes and ids are kept apart from the page's.
export const ARTICLE: IOptions = {
  allowedTags: [...ELEMENTS],
  allowedAttributes: {
    '*': [...COMMON],
    ...Object.fromEntries(Object.entries(ATTRIBUTES).map(([element, names]) => [element, [...names]])),
  },
  allowedSchemes: [...LINK_SCHEMES],
  allowedSchemesByTag: { img: [...IMAGE_SCHEMES] },
  transformTags: { '*': filterAttributes },
  selfClosing: [...VOIDS],
  nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'noembed', 'noframes', 'title', 'template'],
};
