// Types of the operations of the API, for the client: parts of the path, query, body and responses of each by its
// `operationId`.
import type { Schema } from '../src/core/schema.js';
import { block, property, typeOf } from './schema-types.js';

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly 'x-resources': readonly { readonly path: string; readonly schema: string; readonly only?: boolean }[];
}

/** The part of the document that a `$ref` points to, except schemas, which have names as types. */
const resolverIn =
  ({ components }: ApiDocument) =>
  <T>(value: T): T => {
    const { $ref } = Object(value) as { readonly $ref?: string };
    const [, , kind = '', name = ''] = $ref?.split('/') ?? [];
    return $ref ? (components[kind]?.[name] as T) : value;
  };

const commented = (text: string | undefined, line: string): string => (text ? `/** ${text} */\n${line}` : line);

const parameterTypes = (parameters: readonly Parameter[]): string =>
  block(
    parameters.map(({ name, required = false, description, schema = {} }) =>
      commented(description, property(name, required, typeOf(schema))),
    ),
  );

/** JSON where there is a choice; other media types are text. */
function contentType(content: Content = {}): string {
  const json = content['application/json'];
  if (json) return typeOf(json.schema ?? {});
  return Object.keys(content).length > 0 ? 'string' : 'undefined';
}

/** Named types of queries, which several operations share. */
export function operationTypes(document: ApiDocument): Readonly<Record<string, string>> {
  const resolve = resolverIn(document);
  const queries = new Map<string, string>();
  const queryName = (id: string, parameters: readonly Parameter[]): string => {
    const type = parameterTypes(parameters);
    const name = queries.get(type) ?? `${id.charAt(0).toUpperCase()}${id.slice(1)}Query`;
    queries.set(type, name);
    return name;
  };

  const typeOfOperation = (method: string, path: string, operation: Operation): string => {
    const { operationId, parameters = [], requestBody, responses } = operation;
    const of = (place: string) => parameters.map(resolve).filter((parameter) => parameter.in === place);
    const [params, query] = [of('path'), of('query')];
    const body = requestBody && contentType(resolve(requestBody).content);
    const successful = Object.entries(responses).filter(([status]) => status.startsWith('2'));
    return block([
      property('method', true, JSON.stringify(method.toUpperCase())),
      property('path', true, JSON.stringify(path)),
      ...(params.length > 0 ? [property('params', true, parameterTypes(params))] : []),
      ...(query.length > 0 ? [property('query', true, queryName(operationId, query))] : []),
      ...(body ? [property('body', true, body)] : []),
      property(
        'responses',
        true,
        block(successful.map(([status, response]) => `readonly ${status}: ${contentType(resolve(response).content)};`)),
      ),
    ]);
  };

  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      commented(operation.summary, property(operation.operationId, true, typeOfOperation(method, path, operation))),
    ),
  );
  const resources = document['x-resources']
    .filter(({ only }) => !only)
    .map(({ path, schema }) => property(path, true, JSON.stringify(schema)));
  return {
    Resources: block(resources),
    Operations: block(operations),
    ...Object.fromEntries([...queries].map(([type, name]) => [name, type])),
  };
}
