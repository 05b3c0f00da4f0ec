// The schemas of the document: bodies, lists and inputs of every resource, and the one error shape.
import type { Call } from '../../core/call.js';
import { type AnyField, type Fields, inputOf, lasting } from '../../core/field.js';
import type { FieldInput } from '../../core/input.js';
import type { Registry, Resource } from '../../core/resource.js';
import { listOf, reference, type Schema } from '../../core/schema.js';
import { languageParam } from '../language.js';
import { constantKeys } from './sample.js';

type Schemas = Readonly<Record<string, Schema>>;

export const errorSchema: Schema = {
  type: 'object',
  description: 'Every refusal has this shape',
  required: ['code', 'message', 'data'],
  properties: {
    code: { type: 'string', description: 'Stable word for programs', examples: ['rest_invalid_param'] },
    message: { type: 'string', description: 'Sentence for people' },
    data: {
      type: 'object',
      required: ['status'],
      properties: {
        status: { type: 'integer', description: 'The HTTP status again' },
        params: {
          description: 'Names of the missing parameters, or what is wrong with each invalid one',
          anyOf: [listOf({ type: 'string' }), { type: 'object', additionalProperties: { type: 'string' } }],
        },
        details: {
          description: 'Faults that have a code of their own, by parameter; an empty list when there is none',
          anyOf: [{ type: 'array', maxItems: 0, items: {} }, { type: 'object' }],
        },
        json_error_code: { type: 'integer' },
        json_error_message: { type: 'string' },
        term_id: { type: 'integer', description: 'The term that already stands there' },
      },
    },
  },
};

export function schemasOf(registry: Registry, call: Call): Schemas {
  const own = registry.resources.flatMap((resource): (readonly [string, Schema])[] => [
    [resource.schema, bodySchema(resource, call)],
    [`${resource.schema}List`, listSchema(resource)],
    [`${resource.schema}Input`, inputSchema(resource, call, true)],
    [`${resource.schema}Update`, inputSchema(resource, call, false)],
  ]);
  return { ...Object.fromEntries(own), ...registry.schemas, Error: errorSchema };
}

function bodySchema(resource: Resource, call: Call): Schema {
  // What a field says about itself holds for the answer too, unless it speaks of references that are looked up.
  const told = (name: string): AnyField | undefined =>
    resource.fields[name]?.lookUp || resource.fields[name]?.silent ? undefined : resource.fields[name];
  const properties = Object.entries(resource.body).map(([name, { schema }]) => {
    const about = schema.description ?? told(name)?.about;
    return [name, about === undefined ? schema : { ...schema, description: about }];
  });
  return {
    type: 'object',
    description: resource.about,
    required: constantKeys(resource, call),
    properties: { ...Object.fromEntries(properties), ...(call.profile.console && { _input: formSchema(resource) }) },
  };
}

const formSchema = ({ schema }: Resource): Schema => ({
  ...reference(`${schema}Update`),
  description:
    'With `context=edit`, for those who may change the record: what a change takes, as it is now, in the language asked for',
});

/** The list's own keys are learnt from an answer; those of other pages are there only when such a page is. */
function listSchema(resource: Resource): Schema {
  const page = { items: [], restUrl: '', total: 0, pages: 0 };
  const full = resource.answerList({ ...page, next: '?', previous: '?' });
  const alone = resource.answerList({ ...page, next: undefined, previous: undefined });
  const schemaFor = (value: unknown): Schema => {
    if (Array.isArray(value)) return listOf(reference(resource.schema));
    return typeof value === 'number' ? { type: 'integer' } : { type: 'string', format: 'uri' };
  };
  return {
    type: 'object',
    description: `One page of ${resource.noun.many}`,
    required: Object.keys(alone),
    properties: Object.fromEntries(Object.entries<unknown>(full).map(([name, value]) => [name, schemaFor(value)])),
  };
}

function inputSchema(resource: Resource, { site }: Call, complete: boolean): Schema {
  const { fields, noun } = resource;
  const taken = { ...(complete ? fields : lasting(fields)), ...languageParam(site) };
  const open = Object.entries(taken).filter(([, { silent }]) => !silent);
  const needed = complete ? requiredNames(fields) : [];
  return {
    type: 'object',
    description: complete
      ? `Data of a new ${noun.one}. null counts as not given; unknown fields are ignored.`
      : `Changes to the ${noun.one}. What is left out, or null, stays; empty text or an empty list clears.`,
    ...(needed.length && { required: needed }),
    properties: Object.fromEntries(
      open.map(([key, field]) => [
        key,
        { ...fieldSchema(field, !needed.includes(key)), 'x-input': formInput(resource, key, field) },
      ]),
    ),
  };
}

/** How a person enters a field of this resource. */
function formInput({ links, spoken }: Resource, name: string, field: AnyField): FieldInput {
  const target = links[name]?.target;
  return {
    ...inputOf(field),
    ...(Object.values(spoken).includes(name) && { spoken: true }),
    ...(target && { resource: target }),
  };
}

export const requiredNames = (fields: Fields): readonly string[] =>
  Object.entries(fields)
    .filter(([, { required, silent }]) => required && !silent)
    .map(([name]) => name);

/** With what the specification declares as its default; a default that follows the calendar is told in words. */
export function fieldSchema({ kind, about, advertised }: AnyField, optional: boolean): Schema {
  const described = { ...kind.schema, description: about };
  if (advertised === undefined || typeof advertised === 'function') return described;
  if (advertised !== null) return { ...described, default: advertised };
  return optional ? { ...orNull(described), default: null } : described;
}

const orNull = (schema: Schema): Schema => ({
  ...schema,
  ...(schema.type && { type: [schema.type, 'null'].flat() }),
  ...(schema.enum && { enum: [...schema.enum, null] }),
  ...(schema.anyOf && { anyOf: [...schema.anyOf, { type: 'null' }] }),
});
