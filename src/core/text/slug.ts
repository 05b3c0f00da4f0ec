// Slugs of titles and names: lower case, Latin letters as ASCII, other scripts as percent-encoded UTF-8.

import { plainLatin } from './fold.js';
import { stripTags } from './tags.js';

const MAX_LENGTH = 200;

const ENTITY = /&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});/gi;

// One character in percent-encoded UTF-8.
const ENCODED_LETTER =
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}/gi;

// One encoded character of a finished slug, or a single plain one: a slug may be cut only between these.
const UNIT = /%[c-f][\da-f](?:%[89ab][\da-f]){1,3}|./gs;

function decoded(text: string): string {
  return text.replace(ENCODED_LETTER, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
}

function plainLetters(text: string): string {
  const apart = text.normalize('NFKD').toLowerCase().normalize('NFKD');
  const bare = apart.replace(/(\p{Script=Latin})[\u0300-\u036f]+/gu, '$1');
  // NFC composes letters of other scripts (й) again; remaining accents are dropped.
  return plainLatin(bare)
    .normalize('NFC')
    .replace(/[\u0300-\u036f]|\p{Variation_Selector}/gu, '');
}

function cut(slug: string, maxLength: number): string {
  if (slug.length <= maxLength) return slug;
  let kept = '';
  for (const [unit] of slug.matchAll(UNIT)) {
    if (kept.length + unit.length > maxLength) break;
    kept += unit;
  }
  return kept.replace(/-$/, '');
}

/** At most 200 of `a-z 0-9 _ - %`; may be empty. Idempotent, also for a decoded slug. */
export function slugify(text: string): string {
  const letters = plainLetters(decoded(stripTags(text).replace(ENTITY, '')).toWellFormed());
  const words = letters
    .replace(/[\s./\p{Pd}\p{Z}]+/gu, '-')
    .replaceAll('×', 'x')
    .replace(/[^\w\-\p{L}\p{N}\p{M}\p{So}]|\ufffd/gu, '')
    // Dropped characters may leave marks side by side: NFC puts them into canonical order.
    .normalize('NFC')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '');
  return cut(encodeURIComponent(words).toLowerCase(), MAX_LENGTH);
}

/** `slug-2`, within the length limit: the slug is cut, never the number. */
export function withSuffix(slug: string, n: number): string {
  return withEnding(slug, `-${n}`);
}

/** Within the length limit: the slug is cut, never the ending. */
export function withEnding(slug: string, ending: string): string {
  return cut(slug, MAX_LENGTH - ending.length) + ending;
}
