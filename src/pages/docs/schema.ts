// Schemas as text: the type of a value, and the properties of an object as a table.
import { type Html, html, type Part } from '../html.js';
import { nameOf, type Schema } from './document.js';
import { inline } from './prose.js';

const code = (value: unknown): Html => html`<code>${JSON.stringify(value)}</code>`;

const between = (parts: readonly Part[], separator: string): readonly Part[] =>
  parts.flatMap((part, index) => (index ? [separator, part] : [part]));

/** The type of a value; named schemas are links. */
export function typeOf(schema: Schema, path: string): Part {
  const { $ref, type, format, anyOf, allOf, items } = schema;
  if ($ref) return html`<a href="${path}/docs/schemas#${nameOf($ref)}">${nameOf($ref)}</a>`;
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) return between(schema.enum.map(code), ', ');
  const several = anyOf ?? allOf;
  if (several)
    return between(
      several.map((part) => typeOf(part, path)),
      anyOf ? ' or ' : ' and ',
    );
  if (type === 'array' || items) return items ? ['array of ', typeOf(items, path)] : 'array';
  const names = [type ?? 'any'].flat().join(' or ');
  return format ? `${names} (${format})` : names;
}

export interface Line {
  readonly name: string;
  readonly schema: Schema;
  readonly about: string;
  readonly required: boolean;
}

function descriptionOf({ schema, about, required }: Line): Part {
  const { default: value, examples = [] } = schema;
  return [
    inline(about),
    required && html` <strong>Required.</strong>`,
    value !== undefined && value !== null && html` Default: ${code(value)}.`,
    examples.length > 0 && html` Example: ${between(examples.map(code), ', ')}.`,
  ];
}

export function table(lines: readonly Line[], path: string, caption: string): Html {
  const rows = lines.map(
    (line) =>
      html`<tr><th scope="row"><code>${line.name}</code></th><td>${typeOf(line.schema, path)}</td><td>${descriptionOf(line)}</td></tr>\n`,
  );
  return html`<div class="wide" role="region" aria-label="${caption}" tabindex="0"><table>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Description</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

export const linesOf = ({ properties = {}, required = [] }: Schema): readonly Line[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    about: schema.description ?? '',
    required: required.includes(name),
  }));
