// The operations of a batch as data, and the references between them. Pure: nothing is looked up.

import type { Method } from '../core/facade.js';
import type { Given } from '../core/field.js';
import { isObject } from '../core/is-object.js';
import type { Kind } from '../core/kind.js';
import { Invalid, Problem } from '../core/problem.js';

export const maxOperations = 500;
const maxPathLength = 2_000;

export interface Operation {
  readonly index: number;
  readonly method: Method;
  /** Below the prefix of the facade, with its query. */
  readonly path: string;
  readonly body: Given;
  /** The name under which later operations refer to its record. */
  readonly ref?: string;
  readonly ifMatch?: string;
  /** It contains references or escaped ones, which are replaced when it runs. */
  readonly hasReferences: boolean;
}

/** Ids of the records of earlier operations, by `ref`. */
export type ReferredIds = Pick<ReadonlyMap<string, number>, 'get'>;

export const operationMethods = ['POST', 'PUT', 'PATCH', 'DELETE', 'UPSERT'] as const;

const names = ['method', 'path', 'body', 'ref', 'if_match'];
const refName = /^[A-Za-z_][\w-]{0,63}$/;
/** As a whole value of a body; `$$v1.id` is the text `$v1.id`. */
const referenceText = /^(\$?)\$([A-Za-z_][\w-]{0,63})\.id$/;
const referenceInPath = /(?<=\/)\$([A-Za-z_][\w-]{0,63})\.id(?=[/?]|$)/g;

/** The same problem with the place of the operation. */
export const atIndex = ({ problem, details }: Problem, index: number): Problem =>
  new Problem(problem, { ...details, extra: { ...details.extra, index } });

export const invalidOperation = (index: number, key: string, message: string): Problem => {
  const name = `operations[${index}]${key && `.${key}`}`;
  return new Problem('invalid-params', { names: name, faults: { [name]: new Invalid(message) }, extra: { index } });
};

function readOperations(input: unknown): readonly Operation[] {
  if (!Array.isArray(input) || input.length === 0 || input.length > maxOperations)
    throw new Invalid(`Must be a list of 1 to ${maxOperations} operations.`);
  const known = new Set<string>();
  return input.map((item, index) => {
    const operation = readOperation(item, index);
    for (const { key, name, isEscaped } of referencesIn(operation)) {
      if (!isEscaped && !known.has(name)) throw invalidOperation(index, key, 'Refers to no earlier operation.');
    }
    const { ref } = operation;
    if (ref !== undefined && known.has(ref))
      throw invalidOperation(index, 'ref', 'Another operation has this reference.');
    if (ref !== undefined) known.add(ref);
    return operation;
  });
}

function readOperation(item: unknown, index: number): Operation {
  if (!isObject(item)) throw invalidOperation(index, '', 'Must be an object with method and path.');
  for (const name of Object.keys(item)) {
    if (!names.includes(name)) throw invalidOperation(index, '', 'Has an unknown key.');
  }
  const { method, path, body = {}, ref, if_match: ifMatch } = item;
  if (typeof path !== 'string' || !path.startsWith('/') || path.length > maxPathLength)
    throw invalidOperation(index, 'path', 'Must be a path below the API, such as /events/41.');
  if (!isObject(body)) throw invalidOperation(index, 'body', 'Must be an object.');
  if (ref !== undefined && (typeof ref !== 'string' || !refName.test(ref)))
    throw invalidOperation(index, 'ref', 'Must be a name of letters, digits, _ and -, starting with a letter.');
  if (ifMatch !== undefined && typeof ifMatch !== 'string')
    throw invalidOperation(index, 'if_match', 'Must be an ETag.');
  const operation = { index, method: methodOf(method, path, body, index), path, body };
  return {
    ...operation,
    hasReferences: referencesIn(operation).length > 0,
    ...(ref !== undefined && { ref }),
    ...(ifMatch !== undefined && { ifMatch }),
  };
}

/** `UPSERT` needs an external ID, in the path or in the body. */
function methodOf(method: unknown, path: string, body: Given, index: number): Method {
  if (!operationMethods.some((known) => known === method))
    throw invalidOperation(index, 'method', `Must be one of: ${operationMethods.join(', ')}.`);
  if (method !== 'UPSERT') return method as Method;
  if (path.includes('/by-external/')) return 'PUT';
  if (!body.source || !body.external_id) throw invalidOperation(index, 'body', 'UPSERT needs source and external_id.');
  return 'POST';
}

interface FoundReference {
  /** The key of the operation that contains it. */
  readonly key: 'path' | 'body';
  readonly name: string;
  /** Text that only looks like a reference. */
  readonly isEscaped?: boolean;
}

function referencesIn({ path, body }: Pick<Operation, 'path' | 'body'>): readonly FoundReference[] {
  const found: FoundReference[] = [...path.matchAll(referenceInPath)].map(([, name = '']) => ({ key: 'path', name }));
  mapTexts(body, (text) => {
    const [, dollar, name = ''] = referenceText.exec(text) ?? [];
    if (dollar !== undefined) found.push({ key: 'body', name, isEscaped: dollar !== '' });
    return text;
  });
  return found;
}

/** The operation with the ids of the records that it refers to. */
export function withIds(operation: Operation, ids: ReferredIds): Operation {
  const body = mapTexts(operation.body, (text) => {
    const [, dollar, name = ''] = referenceText.exec(text) ?? [];
    if (dollar === undefined) return text;
    return dollar === '' ? idOf(ids, name) : text.slice(1);
  }) as Given;
  const path = operation.path.replace(referenceInPath, (_, name) => String(idOf(ids, name)));
  return { ...operation, body, path };
}

function idOf(ids: ReferredIds, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Problem('failed-reference', { names: name });
  return id;
}

function mapTexts(value: unknown, map: (text: string) => unknown): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapTexts(inner, map)]));
}

export const operationsKind: Kind<readonly Operation[]> = {
  declared: { type: 'array' },
  schema: {
    type: 'array',
    minItems: 1,
    maxItems: maxOperations,
    items: {
      type: 'object',
      required: ['method', 'path'],
      additionalProperties: false,
      properties: {
        method: {
          type: 'string',
          enum: operationMethods,
          description: '`UPSERT` creates or updates the record with the `source` and `external_id` of the body.',
        },
        path: {
          type: 'string',
          maxLength: maxPathLength,
          description: 'Path and query below the API, as in a single request.',
        },
        body: { type: 'object', description: 'As in a single request.', additionalProperties: true },
        ref: {
          type: 'string',
          pattern: refName.source,
          description:
            'Name for later operations: `$<name>.id` in their path, or as a value anywhere in their body, is the ID of this record.',
        },
        if_match: { type: 'string', description: 'As the header `If-Match` of a single request.' },
      },
    },
  },
  read: readOperations,
};
