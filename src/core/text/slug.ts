// Makes the address form of a title or name: lower case, Latin letters plain, other scripts as percent-encoded UTF-8.

import { plainLatin } from './fold.js';
import { stripTags } from './tags.js';

const MAX_LENGTH = 200;

const ENTITY = /&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});/gi;

// One letter outside ASCII, or one ASCII letter, spelled as percent-encoded UTF-8.
const ENCODED_LETTER =
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}/gi;

// The same of a finished slug, or any single character: the units a slug may be cut between.
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
  // An accent that belongs to a letter of another script (й) is joined with it again; one left over is dropped.
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

/** At most 200 of `a-z 0-9 _ - %`; may be empty. A slug given again, or its decoded spelling, gives the same slug. */
export function slugify(text: string): string {
  const letters = plainLetters(decoded(stripTags(text).replace(ENTITY, '')).toWellFormed());
  const words = letters
    .replace(/[\s./\p{Pd}\p{Z}]+/gu, '-')
    .replaceAll('×', 'x')
    .replace(/[^\w\-\p{L}\p{N}\p{M}\p{So}]|\ufffd/gu, '')
    // Marks that come together by what was dropped between them have one order only.
    .normalize('NFC')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '');
  return cut(encodeURIComponent(words).toLowerCase(), MAX_LENGTH);
}

/** `slug-2`, still within the limit: the slug is cut, never the number. */
export function withSuffix(slug: string, n: number): string {
  return withEnding(slug, `-${n}`);
}

/** The slug is cut where both would be too long, never the ending. */
export function withEnding(slug: string, ending: string): string {
  return cut(slug, MAX_LENGTH - ending.length) + ending;
}
