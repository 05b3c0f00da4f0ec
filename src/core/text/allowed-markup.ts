// What an article may hold: the elements, their attributes and the kinds of links. Data for the cleaner.

import type { Attributes, IOptions, Tag } from 'sanitize-html';

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

const LINK_SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel']);
const IMAGE_SCHEMES: ReadonlySet<string> = new Set(['http', 'https']);
const RELATIONS: ReadonlySet<string> = new Set(
  'alternate author bookmark external license me nofollow noopener noreferrer sponsored tag ugc'.split(' '),
);

// Browsers drop controls and blanks inside a scheme, so they are dropped before looking; anything in front of a colon
// counts as a scheme, which refuses more than browsers would run.
function addressWith(schemes: ReadonlySet<string>, address: string | undefined): Attributes {
  const bare = (address ?? '').replace(/[\s\p{C}]/gu, '');
  const scheme = /^([^/?#]*):/.exec(bare)?.[1]?.toLowerCase();
  return bare === '' || (scheme !== undefined && !schemes.has(scheme)) ? {} : { address: (address ?? '').trim() };
}

const only = (name: string, value: string | undefined): Attributes => (value === undefined ? {} : { [name]: value });

function link(tagName: string, given: Attributes): Tag {
  const { address } = addressWith(LINK_SCHEMES, given.href);
  const relations = (given.rel ?? '').toLowerCase().split(/\s+/);
  const blank = given.target?.toLowerCase() === '_blank';
  // A page opened in a new window could otherwise steer the one it came from.
  const rel = [...relations.filter((name) => RELATIONS.has(name)), ...(blank ? ['noopener', 'noreferrer'] : [])];
  return {
    tagName,
    attribs: {
      ...only('href', address),
      ...only('title', given.title),
      ...(blank ? { target: '_blank' } : {}),
      ...(rel.length > 0 ? { rel: [...new Set(rel)].join(' ') } : {}),
    },
  };
}

function image(tagName: string, given: Attributes): Tag {
  const { address } = addressWith(IMAGE_SCHEMES, given.src);
  const size = (name: string) => (/^\d{1,5}%?$/.test(given[name] ?? '') ? only(name, given[name]) : {});
  return {
    tagName,
    attribs: {
      ...only('src', address),
      ...only('alt', given.alt),
      ...only('title', given.title),
      ...size('width'),
      ...size('height'),
    },
  };
}

// No class, style or id: they would let a text dress up as part of the page around it.
export const ARTICLE: IOptions = {
  allowedTags: [...HEADINGS, ...LISTS, ...TABLES, ...SECTIONS, ...EMPHASIS, ...PHRASES],
  allowedAttributes: {
    '*': ['lang', 'dir'],
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    abbr: ['title'],
    time: ['datetime'],
    ol: ['start', 'reversed', 'type'],
    li: ['value'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    details: ['open'],
  },
  allowedSchemes: [...LINK_SCHEMES],
  allowedSchemesByTag: { img: [...IMAGE_SCHEMES] },
  transformTags: { a: link, img: image },
  selfClosing: [...VOIDS],
  nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'noembed', 'noframes', 'title', 'template'],
};
