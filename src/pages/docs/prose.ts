// Renders the Markdown subset that descriptions use: headings, lists, paragraphs and inline code; and blocks of code.
import { type Html, html } from '../html.js';

/** One line: text with code in it. */
export const inline = (text: string): readonly (Html | string)[] =>
  text.split('`').map((part, index) => (index % 2 ? html`<code>${part}</code>` : part));

const joined = (lines: readonly string[]) => inline(lines.map((line) => line.trim()).join(' '));

function block(text: string): Html {
  const lines = text.split('\n');
  const [first = ''] = lines;
  if (first.startsWith('## ')) return html`<h2>${inline(first.slice(3))}</h2>\n`;
  if (!first.startsWith('- ')) return html`<p>${joined(lines)}</p>\n`;
  const items = text.split(/\n(?=- )/).map((item) => html`<li>${joined(item.slice(2).split('\n'))}</li>`);
  return html`<ul>${items}</ul>\n`;
}

export const prose = (text: string): readonly Html[] =>
  text
    .trim()
    .split(/\n{2,}/)
    .map(block);

/** A command or code; the script adds a button that copies it. */
export const command = (text: string, name = ''): Html =>
  html`<div class="code ${name}"><pre tabindex="0"><code>${text}</code></pre></div>`;
