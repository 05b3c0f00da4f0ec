// The allowed attributes of HTML texts. Classes and ids cannot clash with those of the pages that show the text, so that
// no text can imitate, hide or control a part of them. The console's editor uses this file too.

export type Attributes = Readonly<Record<string, string>>;

export const LINK_SCHEMES: readonly string[] = ['http', 'https', 'mailto', 'tel'];
export const IMAGE_SCHEMES: readonly string[] = ['http', 'https'];

const RELATIONS: ReadonlySet<string> = new Set(
  'alternate author bookmark external license me nofollow noopener noreferrer sponsored tag ugc'.split(' '),
);

/** Classes of WordPress editors. Almanac's style sheets and scripts use none of them. */
const CLASS =
  /^(?:(?:wp|has|size|attachment|gallery|blocks-gallery|tribe|tec|elementor)-[\w-]{1,60}|align(?:left|right|center|wide|full|none)|is-(?:layout|style|type|provider|vertical|horizontal|resized|cropped|stacked|nowrap)[\w-]{0,60}|columns-\d{1,2})$/;

/** Prefix of every id, so that it cannot equal an id of the page. */
const ID_PREFIX = 'text-';
const ID = /^[\p{L}\p{N}_][\p{L}\p{N}_.:-]{0,99}$/u;

const MAX_CLASSES = 30;
const MAX_TEXT_LENGTH = 500;
const MAX_SRCSET_LENGTH = 4_000;
const MAX_CANDIDATES = 20;

const TEXTS = [
  'aria-label',
  'data-id',
  'data-type',
  'data-align',
  'data-caption',
  'data-columns',
  'data-link',
  'data-full-url',
];
const REFERENCES = ['aria-labelledby', 'aria-describedby'];

/** Allowed on every element; written in this order. */
export const COMMON: readonly string[] = ['lang', 'dir', 'class', 'id', 'aria-hidden', ...REFERENCES, ...TEXTS];

type Value = string | undefined;

const some = (entries: readonly (readonly [string, Value])[]): Attributes =>
  Object.fromEntries(entries.filter((entry): entry is readonly [string, string] => entry[1] !== undefined));

const oneOf = (value: Value, ...words: readonly string[]): Value =>
  words.find((word) => word === value?.trim().toLowerCase());

const shortText = (value: Value): Value => (value && value.length <= MAX_TEXT_LENGTH ? value : undefined);

const tokens = (value: Value): readonly string[] => (value ?? '').split(/\s+/).filter(Boolean);

function classes(value: Value): Value {
  const kept = tokens(value).filter((token) => CLASS.test(token));
  return [...new Set(kept)].slice(0, MAX_CLASSES).join(' ') || undefined;
}

const prefixed = (id: string): string => (id.startsWith(ID_PREFIX) ? id : ID_PREFIX + id);

const ownId = (value: Value): Value => (value !== undefined && ID.test(value) ? prefixed(value) : undefined);

function references(value: Value): Value {
  const ids = tokens(value);
  return ids.length && ids.every((id) => ID.test(id)) ? ids.slice(0, 10).map(prefixed).join(' ') : undefined;
}

export const commonAttributes = (given: Attributes): Attributes =>
  some([
    ['lang', given.lang],
    ['dir', given.dir],
    ['class', classes(given.class)],
    ['id', ownId(given.id)],
    ['aria-hidden', oneOf(given['aria-hidden'], 'true', 'false')],
    ...REFERENCES.map((name) => [name, references(given[name])] as const),
    ...TEXTS.map((name) => [name, shortText(given[name])] as const),
  ]);

// Browsers ignore control characters and whitespace inside a scheme, so they are removed before the check. Anything in
// front of a colon counts as a scheme, which rejects more than browsers would run.
function addressWith(schemes: readonly string[], address: Value): Value {
  const bare = (address ?? '').replace(/[\s\p{C}]/gu, '');
  const scheme = /^([^/?#]*):/.exec(bare)?.[1]?.toLowerCase();
  return bare === '' || (scheme !== undefined && !schemes.includes(scheme)) ? undefined : (address ?? '').trim();
}

/** A link to an id of the text gets the same prefix as the id; `#top` is the page's. */
const inText = (address: string): string =>
  /^#(?!top$)./.test(address) && !address.startsWith(`#${ID_PREFIX}`) ? `#${ID_PREFIX}${address.slice(1)}` : address;

export function linkAttributes(given: Attributes): Attributes {
  const address = addressWith(LINK_SCHEMES, given.href);
  const relations = tokens(given.rel?.toLowerCase());
  const blank = oneOf(given.target, '_blank');
  // A page in a new window could otherwise navigate the page that opened it.
  const rel = [...relations.filter((name) => RELATIONS.has(name)), ...(blank ? ['noopener', 'noreferrer'] : [])];
  return some([
    ['href', address === undefined ? undefined : inText(address)],
    ['title', given.title],
    ['target', blank],
    ['rel', [...new Set(rel)].join(' ') || undefined],
  ]);
}

const CANDIDATE = /[\s,]*([^\s,](?:\S*[^\s,])?)(?:\s+(\d{1,5}(?:\.\d{1,2})?)([wx]))?\s*(?:,|$)/y;

/** `srcset`: URLs with widths or densities. One invalid candidate drops the whole attribute. */
function candidates(value: Value): Value {
  if (value === undefined || value.length > MAX_SRCSET_LENGTH) return undefined;
  const kept: string[] = [];
  CANDIDATE.lastIndex = 0;
  while (CANDIDATE.lastIndex < value.trimEnd().length) {
    const [, address = '', size, unit] = CANDIDATE.exec(value) ?? [];
    const ordered = addressWith(IMAGE_SCHEMES, address) !== undefined && (size === undefined || Number(size) > 0);
    if (!ordered || (unit === 'w' && size?.includes('.')) || kept.length === MAX_CANDIDATES) return undefined;
    kept.push(size === undefined ? address : `${address} ${Number(size)}${unit}`);
  }
  return kept.join(', ') || undefined;
}

const sizes = (value: Value): Value =>
  value !== undefined && value.length <= MAX_TEXT_LENGTH && /^[\w\s.,:()%/*+-]+$/.test(value)
    ? value.trim()
    : undefined;

export function imageAttributes(given: Attributes): Attributes {
  const size = (value: Value): Value => (/^\d{1,5}%?$/.test(value ?? '') ? value : undefined);
  return some([
    ['src', addressWith(IMAGE_SCHEMES, given.src)],
    ['srcset', candidates(given.srcset)],
    ['sizes', sizes(given.sizes)],
    ['alt', given.alt],
    ['title', given.title],
    ['width', size(given.width)],
    ['height', size(given.height)],
    ['loading', oneOf(given.loading, 'lazy', 'eager')],
    ['decoding', oneOf(given.decoding, 'async', 'sync', 'auto')],
  ]);
}
