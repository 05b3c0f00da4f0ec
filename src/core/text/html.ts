// Sanitizes untrusted HTML, and converts it to plain text.

import sanitize from 'sanitize-html';
import { ARTICLE, BLOCKS } from './allowed-markup.js';
import { memoize } from './memo.js';
import { stripTags } from './tags.js';

export { paragraphs, withParagraphs } from './paragraphs.js';
export { stripTags, textOfHtml } from './tags.js';

// Each closing tag is searched among the open ones, so unlimited depth would take quadratic time.
const MAX_DEPTH = 200;

const ALLOWED: ReadonlySet<string> = new Set(ARTICLE.allowedTags || []);

class TooDeep extends Error {}
class TooLong extends Error {}

interface Sanitized {
  readonly html: string;
  readonly droppedElements: boolean;
}

/** Undefined if it is nested too deep. Throws `TooLong` as soon as the output exceeds `maxLength`. */
function sanitized(html: string, maxLength: number): Sanitized | undefined {
  let depth = 0;
  let droppedElements = false;
  let length = 0;
  // `<` grows to four characters, and `<li>` gets a closing tag: the output is counted, so that its limit bounds the work.
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

// Of markup that is nested too deep only the text is kept.
const textOnly = (html: string, maxLength: number) => sanitized(stripTags(html), maxLength)?.html ?? '';

function cleaned(text: string, maxLength: number): string {
  const first = sanitized(text, maxLength);
  if (first === undefined) return textOnly(text, maxLength);
  if (!first.droppedElements) return first.html;
  // A second pass: dropping an element between two nested paragraphs changes how browsers parse them.
  return sanitized(first.html, maxLength)?.html ?? textOnly(text, maxLength);
}

/** HTML with allowed elements only. Idempotent. */
export const cleanHtml = (text: string): string => cleaned(text, Number.POSITIVE_INFINITY);

/** Sanitized and trimmed; undefined if it is longer than `maxBytes` in UTF-8. */
export function cleanHtmlWithin(text: string, maxBytes: number): string | undefined {
  try {
    const html = cleaned(text, maxBytes).trim();
    return Buffer.byteLength(html) > maxBytes ? undefined : html;
  } catch (error) {
    if (error instanceof TooLong) return undefined;
    throw error;
  }
}

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  // The ampersand comes last: `&amp;lt;` is the text `&lt;`.
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

const LINE_BREAKING: ReadonlySet<string> = new Set([...BLOCKS, 'br']);

/**
 * The visible text of sanitized HTML on one line: blocks are separated, entities decoded. In sanitized HTML every angle
 * bracket belongs to a tag, so one pass is enough.
 */
export const plainText = memoize((html) =>
  decoded(
    html.replace(/<\/?([a-z0-9]+)(?![a-z0-9])[^<>]*>/g, (_, name: string) => (LINE_BREAKING.has(name) ? '\n' : '')),
  )
    .replace(/\s+/g, ' ')
    .trim(),
);

/** As many words as WordPress takes from a text without an excerpt. */
const EXCERPT_WORDS = 55;

/** The beginning of a plain text on one line; `more` follows it if there is more. */
export function firstWords(text: string, more = ' […]'): string {
  const words = text.split(' ', EXCERPT_WORDS + 1);
  return words.length > EXCERPT_WORDS ? `${words.slice(0, EXCERPT_WORDS).join(' ')}${more}` : text;
}

const PARAGRAPHS: ReadonlySet<string> = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'table', 'pre']);

const isAtLineStart = (text: string): boolean => /\n ?$/.test(text.slice(-2));

/** Items of a list and rows of a table are on lines of their own, without empty lines between them. */
function lineBreakAt(name: string, text: string): string {
  if (PARAGRAPHS.has(name)) return '\n\n';
  if (name === 'br') return '\n';
  return LINE_BREAKING.has(name) && !isAtLineStart(text) ? '\n' : '';
}

/** The target of a link behind its label, unless the label is the target. */
function targetAfter(label: string, attributes: string): string {
  const target = (/ href="([^"]*)"/.exec(attributes)?.[1] ?? '').replace(/^(mailto|tel):/i, '');
  return target === '' || decoded(target) === decoded(label).trim() ? '' : ` (${target})`;
}

/** Most texts need no change, and these tests take less time than a replacement that tries every space. */
const oneSpaced = (text: string): string =>
  text.includes('  ') || /[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text;

function withoutBlankEnds(lines: string): string {
  const single = lines.includes('  ') ? lines.replace(/ {2,}/g, ' ') : lines;
  const ended = single.includes(' \n') || single.includes('\n ') ? single.replace(/ ?\n ?/g, '\n') : single;
  return (ended.includes('\n\n\n') ? ended.replace(/\n{3,}/g, '\n\n') : ended).trim();
}

const tagName = /\/?([a-z0-9]+)/y;

/** The visible text of sanitized HTML with line breaks and the targets of links, for calendar apps and mails. Not memoized:
 * a feed has more texts than a cache. */
export function textWithLinks(html: string): string {
  let text = '';
  let link: { readonly from: number; readonly attributes: string } | undefined;
  for (let at = 0; at < html.length; ) {
    const start = html.indexOf('<', at);
    text += oneSpaced(html.slice(at, start < 0 ? html.length : start));
    if (start < 0) break;
    tagName.lastIndex = start + 1;
    const name = tagName.exec(html)?.[1] ?? '';
    const end = html.indexOf('>', start);
    at = name === '' || end < 0 ? start + 1 : end + 1;
    if (at === start + 1) continue;
    if (name !== 'a') text += lineBreakAt(name, text);
    else if (html[start + 1] !== '/') link = { from: text.length, attributes: html.slice(start + 2, end) };
    else if (link) {
      text += targetAfter(text.slice(link.from), link.attributes);
      link = undefined;
    }
  }
  return withoutBlankEnds(decoded(text));
}
