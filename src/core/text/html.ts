// Makes foreign HTML safe to store and show, and reads it as plain text.

import sanitize, { type IOptions } from 'sanitize-html';
import { ARTICLE, BLOCKS } from './allowed-markup.js';
import { remembered } from './memo.js';
import { stripTags } from './tags.js';

export { paragraphs } from './paragraphs.js';
export { stripTags } from './tags.js';

// Each closing tag is looked up among the open ones, so unlimited depth would cost the square of the length.
const DEEPEST = 200;

const ALLOWED: ReadonlySet<string> = new Set(ARTICLE.allowedTags || []);

class TooDeep extends Error {}

interface Sanitized {
  readonly html: string;
  readonly heldForeign: boolean;
}

function sanitized(html: string, rules: IOptions): Sanitized | undefined {
  let depth = 0;
  let heldForeign = false;
  const onOpenTag = (name: string) => {
    depth += 1;
    heldForeign ||= !ALLOWED.has(name);
    if (depth > DEEPEST) throw new TooDeep();
  };
  const onCloseTag = () => {
    depth -= 1;
  };
  try {
    return { html: sanitize(html, { ...rules, onOpenTag, onCloseTag }), heldForeign };
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
}

// Markup nested beyond all reason is not an article: its words are kept, its elements are not.
const wordsOnly = (html: string) => sanitize(stripTags(html), ARTICLE);

/** HTML of the allowed elements only. Cleaning twice is cleaning once. */
export function cleanHtml(text: string): string {
  const first = sanitized(text, ARTICLE);
  if (first === undefined) return wordsOnly(text);
  if (!first.heldForeign) return first.html;
  // A paragraph inside a foreign element inside a paragraph reads differently once that element is gone.
  return sanitized(first.html, ARTICLE)?.html ?? wordsOnly(text);
}

const APART: ReadonlySet<string> = new Set([...BLOCKS, 'br']);
const NAMED: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/**
 * What a reader sees of cleaned HTML, on one line: words of different blocks stay apart, entities are letters again.
 * Cleaned HTML has no bracket that is none, so that one pass over it is enough.
 */
export const plainText = remembered((html) =>
  html
    .replace(/<\/?([a-z0-9]+)[^>]*>/g, (_, name: string) => (APART.has(name) ? '\n' : ''))
    .replace(/&(?:amp|lt|gt);/g, (entity) => NAMED[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim(),
);
