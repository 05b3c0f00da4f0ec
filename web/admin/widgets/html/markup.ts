// What an article may hold: the same elements, attributes and kinds of links that the service keeps (a test compares).
import { type Attributes, COMMON, commonAttributes, imageAttributes, linkAttributes } from './attributes.js';

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const lists = ['ul', 'ol', 'li', 'dl', 'dt', 'dd'];
const tables = ['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];
const sections = ['p', 'div', 'blockquote', 'pre', 'hr', 'figure', 'figcaption', 'details', 'summary', 'address'];
const emphasis = ['strong', 'em', 'b', 'i', 'u', 's', 'small', 'sub', 'sup', 'mark', 'del', 'ins'];
const phrases = ['br', 'a', 'img', 'span', 'abbr', 'cite', 'q', 'code', 'kbd', 'samp', 'var', 'time', 'wbr'];

export const elements: readonly string[] = [...headings, ...lists, ...tables, ...sections, ...emphasis, ...phrases];

/** Elements that a paragraph cannot hold. */
export const blocks: ReadonlySet<string> = new Set([...headings, ...lists, ...tables, ...sections]);
export const voids: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'col', 'wbr']);

const particular: Readonly<Record<string, readonly string[]>> = {
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

/** In the order in which they are written. */
export const attributesOf = (element: string): readonly string[] => [...COMMON, ...(particular[element] ?? [])];
export const attributes: readonly string[] = [...new Set([...COMMON, ...Object.values(particular).flat()])];

const flags = new Set(['open', 'reversed']);

function otherAttributes(element: string, given: Attributes): Attributes {
  const kept = (particular[element] ?? []).flatMap((name) => {
    const value = given[name];
    if (value === undefined) return [];
    return flags.has(name) ? [[name, '']] : [[name, value]];
  });
  return Object.fromEntries(kept);
}

/** The attributes that an element keeps, as the service would write them: empty ones are none. */
export function keptAttributes(element: string, given: Attributes): Attributes {
  const own =
    element === 'a'
      ? linkAttributes(given)
      : element === 'img'
        ? imageAttributes(given)
        : otherAttributes(element, given);
  const kept = Object.entries({ ...commonAttributes(given), ...own });
  return Object.fromEntries(kept.filter(([name, value]) => value !== '' || name === 'alt' || flags.has(name)));
}
