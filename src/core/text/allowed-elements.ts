// The allowed elements of HTML texts, with the attributes of each beside the common ones. The console's editor uses this
// file too.

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const LISTS = ['ul', 'ol', 'li', 'dl', 'dt', 'dd'];
const TABLES = ['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];
const SECTIONS = ['p', 'div', 'blockquote', 'pre', 'hr', 'figure', 'figcaption', 'details', 'summary', 'address'];
const EMPHASIS = ['strong', 'em', 'b', 'i', 'u', 's', 'small', 'sub', 'sup', 'mark', 'del', 'ins'];
const PHRASES = ['br', 'a', 'img', 'span', 'abbr', 'cite', 'q', 'code', 'kbd', 'samp', 'var', 'time', 'wbr'];

/** Block elements; a paragraph cannot contain them. */
export const BLOCK_ELEMENTS: readonly string[] = [...HEADINGS, ...LISTS, ...TABLES, ...SECTIONS];
export const ELEMENTS: readonly string[] = [...BLOCK_ELEMENTS, ...EMPHASIS, ...PHRASES];

export const VOID_ELEMENTS: readonly string[] = ['br', 'hr', 'img', 'col', 'wbr'];

export const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title', 'target', 'rel'],
  img: ['src', 'srcset', 'sizes', 'alt', 'title', 'width', 'height', 'loading', 'decoding'],
  abbr: ['title'],
  time: ['datetime'],
  ol: ['start', 'reversed', 'type'],
  li: ['value'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
  details: ['open'],
};
