// Adds paragraphs to sanitized HTML without block markup, for output.

import { BLOCKS, VOIDS } from './allowed-markup.js';
import { memoize } from './memo.js';

const TAG = /<(\/?)([a-z][a-z0-9]*)(?![a-z0-9])[^<>]*>/gi;

// A top-level part: loose text, or one element with its content.
interface Segment {
  readonly kind: 'text' | 'inline' | 'block';
  readonly html: string;
}

function segments(html: string): readonly Segment[] {
  const found: Segment[] = [];
  const open: string[] = [];
  let current = '';
  let from = 0;
  let holdsBlock = false;
  const end = (kind: Segment['kind']) => {
    if (current !== '') found.push({ kind, html: current });
    current = '';
    holdsBlock = false;
  };
  TAG.lastIndex = 0;
  for (let tag = TAG.exec(html); tag !== null; tag = TAG.exec(html)) {
    const [whole, slash, given = ''] = tag;
    const name = given.toLowerCase();
    const closes = slash === '/';
    current += html.slice(from, tag.index);
    from = tag.index + whole.length;
    // An unmatched closing tag would end the paragraph around it.
    const opened = closes ? open.lastIndexOf(name) : -1;
    if (closes && opened < 0) continue;
    if (open.length === 0) end('text');
    current += whole;
    holdsBlock ||= BLOCKS.has(name);
    if (closes) open.length = opened;
    else if (!VOIDS.has(name)) open.push(name);
    if (open.length === 0) end(holdsBlock ? 'block' : 'inline');
  }
  current += html.slice(from);
  if (open.length === 0) end('text');
  else end(holdsBlock ? 'block' : 'inline');
  return found;
}

const isBlank = (letter: string | undefined): boolean => letter !== undefined && ' \t\n\f'.includes(letter);

function trimmed(html: string): string {
  let [from, to] = [0, html.length];
  while (from < to && isBlank(html[from])) from++;
  while (to > from && isBlank(html[to - 1])) to--;
  return html.slice(from, to);
}

function paragraph(loose: string): string {
  const inner = trimmed(loose);
  if (inner === '') return '';
  const lines = inner.split('\n').map((line, at, all) => {
    const broken = at === all.length - 1 || /<br ?\/?>[ \t]*$/.test(line);
    return broken ? line : `${line}<br />`;
  });
  return `<p>${lines.join('\n')}</p>`;
}

/** Blocks are unchanged; loose content between them becomes paragraphs, split at blank lines, with `<br>` at line ends. */
export function withParagraphs(html: string): string {
  const written: string[] = [];
  let loose = '';
  const flush = () => {
    written.push(paragraph(loose));
    loose = '';
  };
  for (const segment of segments(html.includes('\r') ? html.replace(/\r\n?/g, '\n') : html)) {
    if (segment.kind === 'block') {
      flush();
      written.push(trimmed(segment.html));
    } else if (segment.kind === 'inline') {
      loose += segment.html;
    } else {
      const [first = '', ...rest] = segment.html.split(/\n[ \t\f]*\n/);
      loose += first;
      for (const part of rest) {
        flush();
        loose = part;
      }
    }
  }
  flush();
  return written.filter((part) => part !== '').join('\n');
}

export const paragraphs = memoize(withParagraphs);
