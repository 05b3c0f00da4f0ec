// Makes foreign HTML safe to store and show, and reads it as plain text.

import sanitize from 'sanitize-html';
import { ARTICLE, BLOCKS } from './allowed-markup.js';
import { memoize } from './memo.js';
import { stripTags } from './tags.js';

export { paragraphs } from './paragraphs.js';
export { stripTags, textOfHtml } from './tags.js';

// Each closing tag is looked up among the open ones, so unlimited depth would cost the square of the length.
const MAX_DEPTH = 200;

const ALLOWED: ReadonlySet<string> = new Set(ARTICLE.allowedTags || []);

class TooDeep extends Error {}
class TooLong extends Error {}

interface Sanitized {
  readonly html: string;
  readonly droppedElements: boolean;
}

/** Undefined when the markup is nested too deep. Throws `TooLong` as soon as the output is longer than allowed. */
function sanitized(html: string, maxLength: number): Sanitized | undefined {
  let depth = 0;
  let droppedElements = false;
  let length = 0;
  // `<` grows to four letters and is parsed by itself, `<li>` is closed again: the work ends with the limit of the output.
  const count = (characters: number) => {
    length += characters;
    if (length > maxLength) throw new TooLong();
  };
  const onOpenTag = (name: string) => {
    depth += 1;
    if (depth > MAX_DEPTH) throw new TooDeep();
    if (ALLOWED.has(name)) count(name.length + 2);
    else droppedElements = true;
  };
  const onCloseTag = () => {
    depth -= 1;
  };
  const textFilter = (text: string) => {
    count(text.length);
    return text;
  };
  try {
    return {
      html: sanitize(html, { ...ARTICLE, onOpenTag, onCloseTag, textFilter }),
      droppedElements,
    };
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
}

// Markup nested beyond all reason is not an article: its words are kept, its elements are not.
const textOnly = (html: string, maxLength: number) => sanitized(stripTags(html), maxLength)?.html ?? '';

function cleaned(text: string, maxLength: number): string {
  const first = sanitized(text, maxLength);
  if (first === undefined) return textOnly(text, maxLength);
  if (!first.droppedElements) return first.html;
  // A paragraph inside a foreign element inside a paragraph reads differently once that element is gone.
  return sanitized(first.html, maxLength)?.html ?? textOnly(text, maxLength);
}

/** HTML of the allowed elements only. Cleaning twice is cleaning once. */
export const cleanHtml = (text: string): string => cleaned(text, Number.POSITIVE_INFINITY);

/** The same, trimmed; undefined when it takes more than so many bytes of UTF-8. */
export function cleanHtmlWithin(text: string, maxBytes: number): string | undefined {
  try {
    const html = cleaned(text, maxBytes).trim();
    return Buffer.byteLength(html) > maxBytes ? undefined : html;
  } catch (error) {
    if (error instanceof TooLong) return undefined;
    throw error;
  }
}

const LINE_BREAKING: ReadonlySet<string> = new Set([...BLOCKS, 'br']);

/**
 * What a reader sees of cleaned HTML, on one line: words of different blocks stay apart, entities are letters again.
 * Cleaned HTML has no bracket that is none, so that one pass over it is enough.
 */
export const plainText = memoize((html) =>
  html
    .replace(/<\/?([a-z0-9]+)[^>]*>/g, (_, name: string) => (LINE_BREAKING.has(name) ? '\n' : ''))
    // The ampersand comes last, so that `&amp;lt;` is the text `&lt;`.
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim(),
);
