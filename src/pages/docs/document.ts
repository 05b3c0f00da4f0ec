// As much of the OpenAPI document as its pages show, and finding what it refers to.

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

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

export interface Content {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Reference | { readonly value: unknown }>>;
}

export interface Body {
  readonly required?: boolean;
  readonly content: Readonly<Record<string, Content>>;
}

export interface Answer {
  readonly description: string;
  readonly content?: Readonly<Record<string, Content>>;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: Body | Reference;
  readonly responses: Readonly<Record<string, Answer | Reference>>;
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

/** The last segment of a reference is the name of what it means. */
export const nameOf = (reference: string): string => reference.split('/').at(-1) ?? '';

/** What stands there, or what that refers to. */
export function resolved<T extends object>(document: OpenApi, value: T | Reference): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const segments = value.$ref.split('/').slice(1);
  const found = segments.reduce((at: unknown, name) => (at as Record<string, unknown> | undefined)?.[name], document);
  if (!found) throw new TypeError(`the document has no ${value.$ref}`);
  return found as T;
}

/** An operation with its address; methods that do the same at the same address are told once. */
export interface Told extends Operation {
  readonly path: string;
  readonly method: string;
  readonly alike: readonly string[];
}

export function operationsOf({ paths }: OpenApi, tag: string): readonly Told[] {
  return Object.entries(paths).flatMap(([path, methods]) => {
    const told = new Map<string, Told>();
    for (const [name, operation] of Object.entries(methods)) {
      if (!operation.tags.includes(tag)) continue;
      const method = name.toUpperCase();
      const known = told.get(operation.summary);
      // PATCH says best what an update does; it comes last.
      const alike = known ? [...known.alike, known.method] : [];
      told.set(operation.summary, { ...operation, path, method, alike });
    }
    return [...told.values()];
  });
}
