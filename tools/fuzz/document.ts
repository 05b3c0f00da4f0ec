// The OpenAPI document as a list of operations, with references followed.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Random } from '../../bench/calendar/random.js';

// biome-ignore lint/suspicious/noExplicitAny: a document as data
export type Json = any;

export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Json[];
  readonly body?: {
    readonly type: string;
    readonly schema: Json;
    readonly example: unknown;
    /** All media types that the operation takes. */
    readonly types: readonly string[];
  };
  readonly responses: Readonly<Record<string, Json>>;
}

export interface ApiDocument {
  readonly prefix: string;
  readonly operations: readonly Operation[];
  readonly follow: (value: Json) => Json;
  readonly validatorFor: (schema: Json) => ValidateFunction;
  /** Now and then the ID of a record that exists, for fields that refer to one. */
  readonly knownValue: (name: string, random: Random) => unknown;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

export function readDocument(document: Json, prefix: string, knownValue: ApiDocument['knownValue']): ApiDocument {
  const follow = (value: Json): Json => {
    if (typeof value?.$ref !== 'string') return value;
    const names = value.$ref.slice(2).split('/') as readonly string[];
    return follow(names.reduce((place, name) => place?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], document));
  };
  const operations = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => (item[method] ? [operationOf(path, method, item[method], item, follow)] : [])),
  );
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  const compiled = new Map<string, ValidateFunction>();
  const validatorFor = (schema: Json) => {
    const text = JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"document#');
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, validate);
    return validate;
  };
  return { prefix, operations, follow, validatorFor, knownValue };
}

function operationOf(path: string, method: string, given: Json, item: Json, follow: (value: Json) => Json): Operation {
  const parameters = [...(item.parameters ?? []), ...(given.parameters ?? [])].map(follow);
  const contents = Object.entries<Json>(follow(given.requestBody)?.content ?? {});
  const [body] = contents;
  const [named] = Object.values<Json>(body?.[1].examples ?? {});
  return {
    name: given.operationId,
    method: method.toUpperCase(),
    path,
    parameters,
    ...(body && {
      body: {
        type: body[0],
        schema: body[1].schema,
        example: body[1].example ?? follow(named)?.value,
        types: contents.map(([type]) => type),
      },
    }),
    responses: Object.fromEntries(Object.entries(given.responses).map(([status, value]) => [status, follow(value)])),
  };
}
