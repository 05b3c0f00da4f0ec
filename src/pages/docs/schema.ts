// Schemas in words: what a value may be, and the properties of an object as a table.
import { escapeHtml } from '../html.js';
import { nameOf, type Schema } from './document.js';
import { inline } from './prose.js';

const code = (value: unknown): string => `<code>${escapeHtml(String(JSON.stringify(value)))}</code>`;

/** What a value may be, in a few words; other schemas by a link. */
export function typeOf(schema: Schema, path: string): string {
  const { $ref, type, format, anyOf, allOf, items } = schema;
  if ($ref) return `<a href="${path}/docs/schemas#${escapeHtml(nameOf($ref))}">${escapeHtml(nameOf($ref))}</a>`;
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) return schema.enum.map(code).join(', ');
  const several = anyOf ?? allOf;
  if (several) return several.map((part) => typeOf(part, path)).join(anyOf ? ' or ' : ' and ');
  if (type === 'array' || items) return items ? `list of ${typeOf(items, path)}` : 'list';
  const names = [type ?? 'anything'].flat().join(' or ');
  return escapeHtml(format ? `${names} (${format})` : names);
}

export interface Line {
  readonly name: string;
  readonly schema: Schema;
  readonly about: string;
  readonly required: boolean;
}

function remarks({ schema, about, required }: Line): string {
  const { default: value, examples = [] } = schema;
  return [
    inline(about),
    ...(required ? ['<strong>Required.</strong>'] : []),
    ...(value !== undefined && value !== null ? [`Default ${code(value)}.`] : []),
    ...(examples.length ? [`For example ${examples.map(code).join(', ')}.`] : []),
  ].join(' ');
}

export function table(lines: readonly Line[], path: string, caption: string): string {
  const rows = lines.map(
    (line) =>
      `<tr><th scope="row"><code>${escapeHtml(line.name)}</code></th><td>${typeOf(line.schema, path)}</td><td>${remarks(line)}</td></tr>`,
  );
  return `<div class="wide" role="region" aria-label="${escapeHtml(caption)}" tabindex="0"><table>
<thead><tr><th scope="col">Name</th><th scope="col">Value</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`;
}

/** The properties of an object, with those of what it is made of. */
export const linesOf = ({ properties = {}, required = [] }: Schema): readonly Line[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    about: schema.description ?? '',
    required: required.includes(name),
  }));
