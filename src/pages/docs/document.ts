// The parts of the OpenAPI document that the documentation shows, and resolving its references.
import type { Schema } from '../../core/schema.js';

export type { Schema } from '../../core/schema.js';

export interface Reference {
  readonly $ref: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface MediaType {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Reference | { readonly value: unknown }>>;
}

export interface RequestBody {
  readonly required?: boolean;
  readonly content: Readonly<Record<string, MediaType>>;
}

export interface OperationResponse {
  readonly description: string;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody | Reference;
  readonly responses: Readonly<Record<string, OperationResponse | Reference>>;
}

export interface Tag {
  readonly name: string;
  readonly description: string;
}

export interface OpenApi {
  readonly info: { readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly Tag[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Context of one page of the documentation. */
export interface DocsContext {
  readonly document: OpenApi;
  /** Path of the site. */
  readonly path: string;
  /** Absolute URL of the facade. */
  readonly server: string;
}

/** Name of the component that a `$ref` points to. */
export const nameOf = (reference: string): string => reference.split('/').at(-1) ?? '';

/** The value itself, or the component that its `$ref` points to. */
export function resolved<T extends object>(document: OpenApi, value: T | Reference): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const segments = value.$ref.split('/').slice(1);
  const found = segments.reduce((at: unknown, name) => (at as Record<string, unknown> | undefined)?.[name], document);
  if (!found) throw new TypeError(`the document has no ${value.$ref}`);
  return found as T;
}

/** An operation with its path. Methods of one path that do the same are documented once. */
export interface DocumentedOperation extends Operation {
  readonly path: string;
  readonly method: string;
  readonly otherMethods: readonly string[];
}

export function operationsOf({ paths }: OpenApi, tag: string): readonly DocumentedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) => {
    const bySummary = new Map<string, DocumentedOperation>();
    for (const [name, operation] of Object.entries(methods)) {
      if (!operation.tags.includes(tag)) continue;
      const previous = bySummary.get(operation.summary);
      // The last method is shown: of POST, PUT and PATCH, PATCH describes an update best.
      const otherMethods = previous ? [...previous.otherMethods, previous.method] : [];
      bySummary.set(operation.summary, { ...operation, path, method: name.toUpperCase(), otherMethods });
    }
    return [...bySummary.values()];
  });
}

export const parametersOf = ({ parameters = [] }: Operation, { document }: DocsContext): readonly Parameter[] =>
  parameters.map((parameter) => resolved<Parameter>(document, parameter));

export const requestBodyOf = ({ requestBody }: Operation, { document }: DocsContext): RequestBody | undefined =>
  requestBody && resolved<RequestBody>(document, requestBody);

export const examplesOf = ({ example, examples = {} }: MediaType, { document }: DocsContext): readonly unknown[] =>
  example !== undefined
    ? [example]
    : Object.values(examples).map((value) => resolved<{ readonly value: unknown }>(document, value as never).value);

/** Path below the server; the root of the facade is the server's URL itself. */
export const pathBelow = ({ path }: Pick<DocumentedOperation, 'path'>): string => (path === '/' ? '' : path);

/** Page of a tag, below the site's path. */
export const tagPath = ({ name }: Pick<Tag, 'name'>): string => `/docs/${name.toLowerCase()}`;
