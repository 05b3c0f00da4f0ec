// JSON Schema as TypeScript types.
import type { Schema } from '../src/core/schema.js';

export const union = (types: readonly string[]): string => [...new Set(types)].join(' | ') || 'unknown';
export const literals = (values: readonly unknown[]): string => union(values.map((value) => JSON.stringify(value)));
export const block = (lines: readonly string[]): string => `{\n${lines.join('\n')}\n}`;
export const property = (name: string, isRequired: boolean, type: string): string =>
  `readonly ${JSON.stringify(name)}${isRequired ? '' : '?'}: ${type};`;

/** JSON Schema → TypeScript type. */
export function typeOf({ $ref, const: fixed, enum: words, oneOf, anyOf = oneOf, type, ...schema }: Schema): string {
  if ($ref) return $ref.split('/').at(-1) ?? 'unknown';
  if (fixed !== undefined) return literals([fixed]);
  if (words) return literals(words);
  if (anyOf) return union(anyOf.map(typeOf));
  return union([type ?? []].flat().map((name) => typeNamed(name, schema)));
}

function typeNamed(name: string, { items = {}, properties, required = [], additionalProperties = {} }: Schema): string {
  if (name === 'integer') return 'number';
  if (name === 'array') return `readonly (${typeOf(items)})[]`;
  if (name !== 'object') return name;
  if (!properties) return `Readonly<Record<string, ${typeOf(Object(additionalProperties))}>>`;
  const lines = Object.entries(properties).map(([key, schema]) => {
    const about = schema.description ? `/** ${schema.description} */\n` : '';
    return about + property(key, required.includes(key), typeOf(schema));
  });
  return block([...lines, ...(additionalProperties === true ? ['readonly [key: string]: unknown;'] : [])]);
}
