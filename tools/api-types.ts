// Writes the types of the API from docs/openapi.json: web/admin/api/generated.ts for the console and client/generated.ts for
// the client. `npm run check` runs it first.
import { readFileSync, writeFileSync } from 'node:fs';
import { rights } from '../src/core/actor.js';
import { widgets } from '../src/core/input.js';
import type { Schema } from '../src/core/schema.js';
import { operationTypes } from './operation-types.js';
import { block, literals, property, typeOf, union } from './schema-types.js';

const document = JSON.parse(readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'));
const schemas: Readonly<Record<string, Schema>> = document.components.schemas;
const resources: readonly { readonly schema: string }[] = document['x-resources'];

/** A record of any resource: properties that all have are required, the others optional. */
function anyRecord(): Schema {
  const records = resources.map(({ schema }) => schemas[schema] ?? {});
  const names = new Set(records.flatMap(({ properties = {} }) => Object.keys(properties)));
  const properties = [...names].map((name) => {
    return [name, { anyOf: records.flatMap((record) => record.properties?.[name] ?? []) }];
  });
  return {
    type: 'object',
    required: [...names].filter((name) => records.every(({ required = [] }) => required.includes(name))),
    properties: Object.fromEntries(properties),
    additionalProperties: true,
  };
}

/** Keys whose values are names from a list of the server, and keys whose values are the names in the document. */
const lists: Readonly<Record<string, readonly string[]>> = { widget: widgets, right: rights, read: rights };
const closed = new Set(['removal', 'needs', 'group']);

/** Extensions (`x-…`) have no schema, so their types are inferred from all their values. */
function typeOfValues(values: readonly unknown[], key = ''): string {
  // Texts by value: any value may have one.
  if (key === 'labels') return 'Readonly<Record<string, string>>';
  const [first] = values;
  const list = lists[key] ?? (closed.has(key) ? values : undefined);
  if (list) return literals(list);
  // An empty list has no item type; all lists here contain texts.
  if (Array.isArray(first)) return `readonly ${typeOfValues([...values.flat(), ''])}[]`;
  if (typeof first !== 'object' || first === null) return union(values.map((value) => typeof value));
  const objects = values.map((value) => new Map(Object.entries(Object(value))));
  const names = new Set(objects.flatMap((object) => [...object.keys()]));
  const lines = [...names].map((name) => {
    const having = objects.filter((object) => object.has(name));
    const given = having.map((object) => object.get(name));
    return property(name, having.length === objects.length, typeOfValues(given, name));
  });
  return block(lines);
}

const inputs = Object.values(schemas)
  .flatMap(({ properties = {} }) => Object.values(properties))
  .flatMap(({ 'x-input': input }) => input ?? []);

const schemaTypes = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, typeOf(schema)]));

function write(file: string, types: Readonly<Record<string, string>>): void {
  const header = '// Generated from docs/openapi.json by tools/api-types.ts.\n';
  const text = Object.entries(types).map(([name, type]) => `export type ${name} = ${type};\n`);
  writeFileSync(new URL(`../${file}`, import.meta.url), [header, ...text].join('\n'));
}

write('web/admin/api/generated.ts', {
  ...schemaTypes,
  AnyRecord: typeOf(anyRecord()),
  InputInfo: typeOfValues(inputs),
  ResourceInfo: typeOfValues(resources),
  SiteInfo: typeOfValues([document['x-site']]),
});
write('client/generated.ts', { ...schemaTypes, ...operationTypes(document) });
