// Takes markup out of fields that are plain text: titles, names, addresses. The result is text, never HTML.

import { decodeHTMLStrict } from 'entities';

// Elements whose content is not for reading; a comment is the same case with another spelling.
const HIDDEN = /<(script|style)(?![^\s/<>])[^<>]*>|<!--/gi;

// Each closer is looked for once more only while it can still be found, so many openers without closers stay cheap.
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

// One pass with a stack instead of "repeat until nothing changes": taking out an inner tag may join the two halves of
// an outer one (`<scr<b>ipt>`), and nested halves by the thousand must not cost a pass each.
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

/** Line breaks are blanks, other control characters are gone. */
const oneLine = (text: string): string =>
  text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ').replace(/[\u0000-\u001f\u007f-\u009f]/g, '');

/** One line of plain text: tags and control characters gone, everything else exactly as given (`a < b`, `AT&amp;T`). */
export function stripTags(text: string): string {
  const line = oneLine(text);
  return line.includes('<') ? withoutTags(withoutHidden(line)).trim() : line.trim();
}

/**
 * The same of text that was rendered as HTML: entities are decoded once, after the tags are gone, so that `&lt;b&gt;`
 * becomes the text `<b>` and never a tag. Only entities with their semicolon count: `Q&notes` is no `Q¬es`.
 */
export const textOfHtml = (html: string): string => oneLine(decodeHTMLStrict(stripTags(html))).trim();
