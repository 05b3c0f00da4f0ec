// Options of sanitize-html: allowed elements, attributes and URL schemes.

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

/** Block elements: the allowed ones, and others that an input may contain. */
export const BLOCKS: ReadonlySet<string> = new Set([
  ...BLOCK_ELEMENTS,
  ...['article', 'aside', 'center', 'fieldset', 'footer', 'form', 'header', 'main', 'nav', 'section'],
]);

/** Void elements: the allowed ones, and others that an input may contain. */
export const VOIDS: ReadonlySet<string> = new Set([...VOID_ELEMENTS, 'input', 'link', 'meta']);

const BY_ELEMENT: Readonly<Record<string, (given: Attributes) => Attributes>> = {
  a: linkAttributes,
  img: imageAttributes,
};

/** sanitize-html drops attributes that `ARTICLE` does not list afterwards. */
function filterAttributes(tagName: string, given: Attributes): Tag {
  const others = Object.entries(given).filter(([name]) => !COMMON.includes(name));
  const own = Object.hasOwn(BY_ELEMENT, tagName) ? BY_ELEMENT[tagName]?.(given) : Object.fromEntries(others);
  return { tagName, attribs: { ...commonAttributes(given), ...own } };
}

// No `style`: with it a text could imitate parts of the page around it.
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
