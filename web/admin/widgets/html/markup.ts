// What an article may hold: the same elements, attributes and kinds of links that the service keeps (a test compares).

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

const everywhere = ['lang', 'dir'];
const particular: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title', 'target', 'rel'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  abbr: [...everywhere, 'title'],
  time: [...everywhere, 'datetime'],
  ol: [...everywhere, 'start', 'reversed', 'type'],
  li: [...everywhere, 'value'],
  th: [...everywhere, 'colspan', 'rowspan', 'scope'],
  td: [...everywhere, 'colspan', 'rowspan'],
  details: [...everywhere, 'open'],
};

/** In the order in which they are written. */
export const attributesOf = (element: string): readonly string[] => particular[element] ?? everywhere;
export const attributes: readonly string[] = [...new Set([...everywhere, ...Object.values(particular).flat()])];

const relations = new Set(
  'alternate author bookmark external license me nofollow noopener noreferrer sponsored tag ugc'.split(' '),
);
const schemes = { href: ['http', 'https', 'mailto', 'tel'], src: ['http', 'https'] } as const;

/** Anything in front of a colon counts as a scheme, which refuses more than browsers would run. */
export function isSafeAddress(attribute: keyof typeof schemes, address: string): boolean {
  const bare = address.replace(/[\s\p{C}]/gu, '');
  const scheme = /^([^/?#]*):/.exec(bare)?.[1]?.toLowerCase();
  return bare !== '' && (scheme === undefined || (schemes[attribute] as readonly string[]).includes(scheme));
}

type Attributes = Readonly<Record<string, string>>;

/** The attributes that an element keeps, as the service would write them. */
export function keptAttributes(element: string, given: Attributes): Attributes {
  const kept = Object.fromEntries(
    attributesOf(element).flatMap((name) => {
      const value = told(element, name, given);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return kept;
}

const flags = new Set(['open', 'reversed']);

function told(element: string, name: string, given: Attributes): string | undefined {
  const value = given[name];
  if (name === 'rel') return relOf(given);
  if (value === undefined) return undefined;
  if (flags.has(name)) return '';
  if (name === 'href' || name === 'src') return isSafeAddress(name, value) ? value.trim() : undefined;
  if (name === 'target') return value.toLowerCase() === '_blank' ? '_blank' : undefined;
  if (element === 'img' && (name === 'width' || name === 'height'))
    return /^\d{1,5}%?$/.test(value) ? value : undefined;
  return value === '' && name !== 'alt' ? undefined : value;
}

/** A page opened in a new window could otherwise steer the one it came from. */
function relOf({ rel = '', target = '' }: Attributes): string | undefined {
  const asked = rel
    .toLowerCase()
    .split(/\s+/)
    .filter((name) => relations.has(name));
  const needed = target.toLowerCase() === '_blank' ? ['noopener', 'noreferrer'] : [];
  return [...new Set([...asked, ...needed])].join(' ') || undefined;
}
