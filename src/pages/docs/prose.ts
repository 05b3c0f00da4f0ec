// The little markup that descriptions use: headings, lists, paragraphs and code.
import { escapeHtml } from '../html.js';

/** One line: text with code in it. */
export const inline = (text: string): string =>
  text
    .split('`')
    .map((part, index) => (index % 2 ? `<code>${escapeHtml(part)}</code>` : escapeHtml(part)))
    .join('');

const joined = (lines: readonly string[]): string => inline(lines.map((line) => line.trim()).join(' '));

function block(text: string): string {
  const lines = text.split('\n');
  const [first = ''] = lines;
  if (first.startsWith('## ')) return `<h2>${inline(first.slice(3))}</h2>`;
  if (!first.startsWith('- ')) return `<p>${joined(lines)}</p>`;
  const items = text.split(/\n(?=- )/).map((item) => `<li>${joined(item.slice(2).split('\n'))}</li>`);
  return `<ul>${items.join('')}</ul>`;
}

export const prose = (text: string): string =>
  text
    .trim()
    .split(/\n{2,}/)
    .map(block)
    .join('\n');
