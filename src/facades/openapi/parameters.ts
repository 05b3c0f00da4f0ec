// The parameters of operations: fields and filters, path parameters, and the common ones such as `_fields`.
import type { Facade, LookedUpBy, Method, TableAction } from '../../core/facade.js';
import { type AnyField, type Fields, type Given, inputOf } from '../../core/field.js';
import { feedTypes } from '../../core/format.js';
import type { Schema } from '../../core/schema.js';
import { idSchema, lookupParts } from '../describe.js';
import { fieldSchema } from './schemas.js';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly schema: Schema;
  readonly required?: true;
  readonly style?: 'form';
  readonly explode?: false;
  readonly example?: unknown;
}

const isList = ({ type, anyOf }: Schema): boolean => type === 'array' || (anyOf?.some(isList) ?? false);

const computed = 'The namespace route lists the current default.';

function queryParameter(name: string, field: AnyField): Parameter {
  const { description: _, ...schema } = fieldSchema(field, false);
  return {
    name,
    in: 'query',
    description: typeof field.documentedDefault === 'function' ? `${field.about} ${computed}` : field.about,
    schema: field.inForm ? { ...schema, 'x-input': inputOf(field) } : schema,
    ...(isList(schema) && { style: 'form', explode: false }),
    ...(field.example !== undefined && { example: field.example }),
  };
}

export const queryParameters = (fields: Fields): readonly Parameter[] =>
  Object.entries(fields)
    .filter(([, { undocumented }]) => !undocumented)
    .map(([name, field]) => queryParameter(name, field));

/** Examples by the name of the part; those of the part itself by default. */
export const pathParameters = (by: LookedUpBy, examples: Given): readonly Parameter[] =>
  lookupParts[by].map(({ example, ...part }) => ({
    ...part,
    in: 'path',
    required: true,
    example: examples[part.name] ?? example,
  }));

/** The record above, for an endpoint below a record. */
export const ownerParameter = (name: string, description: string, example: unknown): Parameter => ({
  name,
  in: 'path',
  description,
  required: true,
  schema: idSchema,
  example,
});

export const formatParameter: Parameter = {
  name: 'format',
  in: 'path',
  description: 'Format of the feed.',
  required: true,
  schema: { type: 'string', enum: Object.keys(feedTypes) },
  example: 'ics',
};

const text: Schema = { type: 'string' };

export const commonParameters = {
  Fields: {
    name: '_fields',
    in: 'query',
    description: 'Comma-separated properties to return. `a.b` selects inside objects and arrays.',
    schema: text,
  },
  Envelope: {
    name: '_envelope',
    in: 'query',
    description: 'With any value, returns 200 with status, headers and body inside the body.',
    schema: text,
  },
  Callback: {
    name: '_jsonp',
    in: 'query',
    description: 'Name of a JSONP callback function. The request counts as unauthenticated.',
    schema: { type: 'string', pattern: '^[\\w.]{1,100}$' },
  },
  Context: {
    name: 'context',
    in: 'query',
    description:
      '`edit` adds `_input` to records that the caller may edit. In an update, fields that equal their `_input` value are ignored.',
    schema: text,
    example: 'edit',
  },
  Versions: {
    name: '_versions',
    in: 'query',
    description:
      'With any value and `context=edit`, adds `_version` to records that the caller may edit: a text for `If-Match` of a change.',
    schema: text,
  },
  DryRun: {
    name: 'dry_run',
    in: 'query',
    description:
      '`true` returns the result of the change with status 200 and the header `X-Dry-Run` without saving it. `changes` has the old and new value of every field that would change; ids of new records are null. For a series, `series` lists the dates that are kept, moved, added and removed.',
    schema: { type: 'boolean' },
    example: true,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETag of an earlier response. Returns 304 if it is still current.',
    schema: text,
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'ETag of the record. Returns 412 if the record has changed.',
    schema: text,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Unique text of your choice. Repeating the request with the same key within 24 hours returns the first response again.',
    schema: { type: 'string', maxLength: 255 },
  },
} as const satisfies Readonly<Record<string, Parameter>>;

type Common = keyof typeof commonParameters;

const actionsWithContext: ReadonlySet<TableAction> = new Set(['list', 'read', 'create', 'update']);

/** Names of the common parameters that an operation takes. */
export function commonFor(action: TableAction, method: Method, { jsonp, console }: Facade): readonly Common[] {
  const conditions: readonly Common[] =
    method === 'GET' ? ['IfNoneMatch'] : action === 'create' ? [] : (['IfMatch'] as const);
  if (action === 'feed') return ['Fields', ...conditions];
  return [
    'Fields',
    'Envelope',
    ...(console && actionsWithContext.has(action) ? (['Context'] as const) : []),
    ...(console && action === 'list' ? (['Versions'] as const) : []),
    ...(console && method !== 'GET' ? (['DryRun'] as const) : []),
    ...(jsonp && method === 'GET' ? (['Callback'] as const) : []),
    ...conditions,
    ...(method === 'POST' ? (['IdempotencyKey'] as const) : []),
  ];
}
