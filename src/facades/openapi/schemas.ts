// The schemas of the document: record, list and input of every shape, and the error body.
import type { Call } from '../../core/call.js';
import { type AnyField, type Fields, inputOf, updatable } from '../../core/field.js';
import type { FieldInput } from '../../core/input.js';
import type { Model } from '../../core/model.js';
import { listOf, reference, type Schema } from '../../core/schema.js';
import type { Shape } from '../../core/shape.js';
import { languageParam } from '../language.js';
import { constantKeys } from './sample.js';

type Schemas = Readonly<Record<string, Schema>>;

export const errorSchema: Schema = {
  type: 'object',
  description: 'Body of every error response.',
  required: ['code', 'message', 'data'],
  properties: {
    code: { type: 'string', description: 'Error code. Codes do not change.', examples: ['rest_invalid_param'] },
    message: { type: 'string', description: 'Error message for people, in the requested language.' },
    data: {
      type: 'object',
      required: ['status'],
      properties: {
        status: { type: 'integer', description: 'HTTP status code.' },
        params: {
          description: 'Names of missing parameters, or the fault of each invalid parameter by name.',
          anyOf: [listOf({ type: 'string' }), { type: 'object', additionalProperties: { type: 'string' } }],
        },
        details: {
          description: 'Faults with their own error code, by parameter. An empty array if there are none.',
          anyOf: [{ type: 'array', maxItems: 0, items: {} }, { type: 'object' }],
        },
        json_error_code: { type: 'integer' },
        json_error_message: { type: 'string' },
        term_id: { type: 'integer', description: 'ID of the existing term.' },
        id: { type: 'integer', description: 'ID of the existing record.' },
        index: { type: 'integer', description: 'Place of the operation in a batch, from 0.' },
      },
    },
  },
};

export function schemasOf(call: Call): Schemas {
  const { shapes, schemas } = call.facade;
  const ofShapes = shapes.flatMap((shape): (readonly [string, Schema])[] => [
    [shape.schema, bodySchema(shape, call)],
    ...(shape.only === undefined
      ? ([
          [`${shape.schema}List`, listSchema(shape)],
          [`${shape.schema}Input`, inputSchema(shape, call, true)],
        ] as const)
      : []),
    [`${shape.schema}Update`, inputSchema(shape, call, false)],
  ]);
  return { ...Object.fromEntries(ofShapes), ...schemas, Error: errorSchema };
}

function bodySchema(shape: Shape, call: Call): Schema {
  const { fields, body, about } = shape;
  // A key of the response takes the description of its field, except references, whose responses are whole records.
  const fieldOf = (name: string): AnyField | undefined =>
    fields[name]?.lookUp || fields[name]?.undocumented ? undefined : fields[name];
  const documented = Object.entries(body).filter(([, output]) => !output.undocumented);
  const properties = documented.map(([name, { schema }]) => {
    const description = schema.description ?? fieldOf(name)?.about;
    return [name, description === undefined ? schema : { ...schema, description }];
  });
  return {
    type: 'object',
    description: about,
    required: constantKeys(shape, call),
    properties: { ...Object.fromEntries(properties), ...(call.facade.console && { _input: formSchema(shape) }) },
  };
}

const formSchema = ({ schema }: Shape): Schema => ({
  ...reference(`${schema}Update`),
  description:
    'Current values of the fields that an update accepts, in the requested language. Only with `context=edit`, for callers who may edit the record.',
});

/** Derives the keys of a list from a sample response. Links to other pages are optional: a single page has none. */
function listSchema({ list, schema, model }: Shape): Schema {
  const page = { items: [], restUrl: '', total: 0, pages: 0 };
  const full = list.body({ ...page, next: '?', previous: '?' });
  const singlePage = list.body({ ...page, next: undefined, previous: undefined });
  const schemaFor = (value: unknown): Schema => {
    if (Array.isArray(value)) return listOf(reference(schema));
    return typeof value === 'number' ? { type: 'integer' } : { type: 'string', format: 'uri' };
  };
  return {
    type: 'object',
    description: `A page of ${model.noun.many}.`,
    required: Object.keys(singlePage),
    properties: Object.fromEntries(Object.entries<unknown>(full).map(([name, value]) => [name, schemaFor(value)])),
  };
}

function inputSchema(shape: Shape, { site }: Call, isCreate: boolean): Schema {
  const { fields, model } = shape;
  const accepted = { ...(isCreate ? fields : updatable(fields)), ...languageParam(site) };
  const documented = Object.entries(accepted).filter(([, { undocumented }]) => !undocumented);
  const needed = isCreate ? requiredNames(fields) : [];
  return {
    type: 'object',
    description: isCreate
      ? `Fields of a new ${model.noun.one}. Null counts as not set. Unknown fields are ignored.`
      : `Changes to ${model.noun.a}. Fields that are null or not sent stay unchanged. An empty string or array clears a field.`,
    ...(needed.length && { required: needed }),
    properties: Object.fromEntries(
      documented.map(([key, field]) => [
        key,
        { ...fieldSchema(field, !needed.includes(key)), 'x-input': formInput(model, key, field) },
      ]),
    ),
  };
}

/** The `x-input` of a field: how a form shows it. */
function formInput({ links, translated }: Model, name: string, field: AnyField): FieldInput {
  const column = field.sets ?? name;
  const target = links[column]?.target;
  return {
    ...inputOf(field),
    ...(translated.includes(column) && { translated: true }),
    ...(target && { resource: target }),
  };
}

export const requiredNames = (fields: Fields): readonly string[] =>
  Object.entries(fields)
    .filter(([, { required, undocumented }]) => required && !undocumented)
    .map(([name]) => name);

/** The schema of a field with its default. A default that depends on the current date is only in the description. */
export function fieldSchema({ kind, about, documentedDefault }: AnyField, optional: boolean): Schema {
  const described = { ...kind.schema, description: about };
  if (documentedDefault === undefined || typeof documentedDefault === 'function') return described;
  if (documentedDefault !== null) return { ...described, default: documentedDefault };
  return optional ? { ...orNull(described), default: null } : described;
}

const orNull = (schema: Schema): Schema => ({
  ...schema,
  ...(schema.type && { type: [schema.type, 'null'].flat() }),
  ...(schema.enum && { enum: [...schema.enum, null] }),
  ...(schema.anyOf && { anyOf: [...schema.anyOf, { type: 'null' }] }),
});
