// Removes markup from plain-text fields: titles, names, addresses. The result is text, not HTML.

import { decodeHTMLStrict } from 'entities';

// Elements whose content is not text, and comments.
const HIDDEN = /<(script|style)(?![^\s/<>])[^<>]*>|<!--/gi;

// A closing tag that was not found once is not searched again, so that many unclosed elements take linear time.
function withoutHidden(text: string): string {
  const closers = new Map<string, RegExp>([
    ['script', /<\/script(?![^\s/<>])[^<>]*>/gi],
    ['style', /<\/style(?![^\s/<>])[^<>]*>/gi],
    ['!--', /--!?>/g],
  ]);
  let kept = '';
  let from = 0;
  for (const opener of text.matchAll(HIDDEN)) {
    if (opener.index < from) continue;
    const name = opener[1]?.toLowerCase() ?? '!--';
    const closer = closers.get(name);
    if (closer === undefined) continue;
    closer.lastIndex = opener.index + opener[0].length;
    if (closer.exec(text) === null) {
      closers.delete(name);
      continue;
    }
    kept += text.slice(from, opener.index);
    from = closer.lastIndex;
  }
  return kept + text.slice(from);
}

// One pass with a stack: removing an inner tag may join the halves of an outer one (`<scr<b>ipt>`), and repeating until
// nothing changes would take quadratic time for thousands of nested halves.
function withoutTags(text: string): string {
  const kept: string[] = [];
  const openers: number[] = [];
  for (const letter of text) {
    const opener = letter === '>' ? openers.pop() : undefined;
    if (opener !== undefined) {
      kept.length = opener;
      continue;
    }
    if (kept.at(-1) === '<' && /[a-z/!?]/i.test(letter)) openers.push(kept.length - 1);
    kept.push(letter);
  }
  return kept.join('');
}

/** Line breaks become spaces, other control characters are removed. */
const oneLine = (text: string): string =>
  text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ').replace(/[\u0000-\u001f\u007f-\u009f]/g, '');

/** One line of text without tags and control characters; everything else is unchanged (`a < b`, `AT&amp;T`). */
export function stripTags(text: string): string {
  const line = oneLine(text);
  return line.includes('<') ? withoutTags(withoutHidden(line)).trim() : line.trim();
}

/** Decoded once, and only entities with a semicolon: the URL `?a=1&copy=2` stays. */
export const decodeEntities = (escaped: string): string => decodeHTMLStrict(escaped);

/**
 * The text of rendered HTML: entities are decoded once, after the tags are removed, so that `&lt;b&gt;` becomes the text
 * `<b>` and never a tag. Only entities with a semicolon are decoded: `Q&notes` is not `Q¬es`.
 */
export const textOfHtml = (html: string): string => oneLine(decodeHTMLStrict(stripTags(html))).trim();
