// The parameters of operations: those of the definitions, addresses, and the few that every operation takes.
import type { Facade, Method, TableAction } from '../../core/facade.js';
import type { AnyField, Fields } from '../../core/field.js';
import type { Schema } from '../../core/schema.js';
import { addressSchema } from '../describe.js';
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

const computed = ' Its default follows the calendar: the root route tells the present one.';

function queryParameter(name: string, field: AnyField): Parameter {
  const { description: _, ...schema } = fieldSchema(field, false);
  return {
    name,
    in: 'query',
    description: typeof field.documentedDefault === 'function' ? `${field.about}.${computed}` : field.about,
    schema,
    ...(isList(schema) && { style: 'form', explode: false }),
    ...(field.example !== undefined && { example: field.example }),
  };
}

export const queryParameters = (fields: Fields): readonly Parameter[] =>
  Object.entries(fields)
    .filter(([, { undocumented }]) => !undocumented)
    .map(([name, field]) => queryParameter(name, field));

export const pathParameter = (by: 'id' | 'slug', example: unknown): Parameter => ({
  name: by,
  in: 'path',
  description: `The ${by} of the record`,
  required: true,
  schema: addressSchema[by],
  example,
});

const text: Schema = { type: 'string' };

export const commonParameters = {
  Fields: {
    name: '_fields',
    in: 'query',
    description: 'Only these keys of the answer, comma-separated; `a.b` reaches into objects and lists',
    schema: text,
  },
  Envelope: {
    name: '_envelope',
    in: 'query',
    description: 'Answers 200 with status, headers and body inside the body, whatever its value',
    schema: text,
  },
  Callback: {
    name: '_jsonp',
    in: 'query',
    description: 'Name of a function that the answer calls, for script tags; answered as to an anonymous reader',
    schema: { type: 'string', pattern: '^[\\w.]{1,100}$' },
  },
  Context: {
    name: 'context',
    in: 'query',
    description:
      '`edit`: what the caller may change comes with `_input`, and in a change what stands as it was there is not touched',
    schema: text,
    example: 'edit',
  },
  Preview: {
    name: '_preview',
    in: 'query',
    description: '`true` answers what the change would lead to, as 200, and keeps nothing of it',
    schema: { type: 'boolean' },
    example: true,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of an earlier answer: 304 while it still holds',
    schema: text,
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag of the record as it was read: 412 when it has changed since',
    schema: text,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Any text of your own: a repeated request with the same key within a day gets the first answer again',
    schema: { type: 'string', maxLength: 255 },
  },
} as const satisfies Readonly<Record<string, Parameter>>;

type Common = keyof typeof commonParameters;

const edited: ReadonlySet<TableAction> = new Set(['list', 'read', 'create', 'update']);

/** Names of the shared parameters that an operation takes. */
export function commonFor(action: TableAction, method: Method, { jsonp, console }: Facade): readonly Common[] {
  const conditions: readonly Common[] =
    method === 'GET' ? ['IfNoneMatch'] : action === 'create' ? [] : (['IfMatch'] as const);
  return [
    'Fields',
    'Envelope',
    ...(console && edited.has(action) ? (['Context'] as const) : []),
    ...(console && method !== 'GET' ? (['Preview'] as const) : []),
    ...(jsonp && method === 'GET' ? (['Callback'] as const) : []),
    ...conditions,
    ...(method === 'POST' ? (['IdempotencyKey'] as const) : []),
  ];
}

export const commonParametersOf = ({ jsonp, console }: Facade) => {
  const offered: Readonly<Record<string, boolean>> = { Callback: jsonp, Context: console, Preview: console };
  return Object.fromEntries(Object.entries(commonParameters).filter(([name]) => offered[name] ?? true));
};
