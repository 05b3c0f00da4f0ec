// The bodies of requests: as JSON and as a form, each with an example.
import type { Given } from '../../core/field.js';
import type { Registry, Resource } from '../../core/resource.js';
import { reference } from '../../core/schema.js';
import { exampleInput } from './sample.js';

/** Lists of objects have no plain form, and empty texts would clear what nobody filled in. */
const asForm = (input: Given): Given =>
  Object.fromEntries(
    Object.entries(input).filter(
      ([, value]) => value !== '' && !(Array.isArray(value) && value.some((item) => typeof item === 'object')),
    ),
  );

/** Lists are joined with commas, objects are spelt `name[key]`. */
const encodingOf = (form: Given) =>
  Object.fromEntries(
    Object.entries(form)
      .filter(([, value]) => typeof value === 'object')
      .map(([name, value]) => [
        name,
        Array.isArray(value) ? { style: 'form', explode: false } : { style: 'deepObject', explode: true },
      ]),
  );

function bodyOf(schema: string, input: Given, required: boolean) {
  const form = asForm(input);
  const encoding = encodingOf(form);
  return {
    required,
    content: {
      'application/json': { schema: reference(schema), example: input },
      'application/x-www-form-urlencoded': {
        schema: reference(schema),
        ...(Object.keys(encoding).length && { encoding }),
        example: form,
      },
    },
  };
}

export const requestBodiesOf = ({ resources }: Registry) =>
  Object.fromEntries(
    resources.flatMap(({ schema, fields }) => [
      [`${schema}Input`, bodyOf(`${schema}Input`, exampleInput(fields), true)],
      [`${schema}Update`, bodyOf(`${schema}Update`, exampleInput(fields, true), false)],
    ]),
  );

export const requestBody = ({ schema }: Resource, complete: boolean) => ({
  $ref: `#/components/requestBodies/${schema}${complete ? 'Input' : 'Update'}`,
});
