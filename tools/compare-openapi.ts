// Compares two OpenAPI documents by their meaning: `tsx tools/compare-openapi.ts before.json after.json`. References are
// resolved and the order of keys does not matter, so that a schema or response may move to the components or back.
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
const isObject = (value: Json | undefined): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const at = (document: Json, path: string): Json | undefined =>
  path
    .slice(2)
    .split('/')
    .reduce<Json | undefined>(
      (value, key) => (isObject(value) ? value[key.replaceAll('~1', '/')] : undefined),
      document,
    );

/** A reference to something around it stays. */
function resolved(value: Json, document: Json, around: readonly string[] = []): Json {
  if (Array.isArray(value)) return value.map((item) => resolved(item, document, around));
  if (!isObject(value)) return value;
  const { $ref, ...others } = value;
  if (typeof $ref === 'string' && !around.includes($ref)) {
    const target = at(document, $ref);
    if (target === undefined) throw new Error(`${$ref} does not exist`);
    const found = resolved(target, document, [...around, $ref]);
    return { ...Object(found), ...Object(resolved(others, document, around)) };
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolved(inner, document, around)]));
}

/** Lists without an order of their own. */
const isSet = (path: string): boolean => /\/(required|tags|parameters|security)$/.test(path);
const sorted = (items: readonly Json[]): readonly Json[] =>
  items.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

function* differences(before: Json | undefined, after: Json | undefined, path: string): Generator<string> {
  if (isDeepStrictEqual(before, after)) return;
  if (Array.isArray(before) && Array.isArray(after) && isSet(path)) {
    if (isDeepStrictEqual(sorted(before), sorted(after))) return;
  }
  if (isObject(before) && isObject(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
      yield* differences(before[key], after[key], `${path}/${key}`);
  } else if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    for (const key of before.keys()) yield* differences(before[key], after[key], `${path}/${key}`);
  } else yield `${path}\n  - ${JSON.stringify(before)}\n  + ${JSON.stringify(after)}`;
}

const [first = '', second = ''] = process.argv.slice(2);
const [before, after] = [first, second].map((file) => {
  const document = JSON.parse(readFileSync(file, 'utf8')) as Json;
  const { components, ...others } = Object(document);
  // Schemas are resolved where they are used; the names of schemas are the types of clients.
  return resolved({ ...others, schemas: components?.schemas ?? {} }, document);
});
const found = [...differences(before, after, '')];
for (const one of found) console.log(one);
console.log(`${found.length} differences`);
if (found.length > 0) process.exitCode = 1;
