// Request bodies as JSON and as forms, each with an example, and as a file where the shape takes uploads.
import { type Fields, type Given, updatable } from '../../core/field.js';
import { reference } from '../../core/schema.js';
import type { Shape } from '../../core/shape.js';
import { exampleInput } from './sample.js';

/** The form-encoded example. Arrays of objects have no plain form encoding, and empty strings would clear fields. */
const asForm = (input: Given): Given =>
  Object.fromEntries(
    Object.entries(input).filter(
      ([, value]) => value !== '' && !(Array.isArray(value) && value.some((item) => typeof item === 'object')),
    ),
  );

/** Arrays are comma-separated, objects are encoded as `name[key]`. */
const encodingOf = (form: Given) =>
  Object.fromEntries(
    Object.entries(form)
      .filter(([, value]) => typeof value === 'object')
      .map(([name, value]) => [
        name,
        Array.isArray(value) ? { style: 'form', explode: false } : { style: 'deepObject', explode: true },
      ]),
  );

function resourceBody(schema: string, input: Given, required: boolean, upload?: string) {
  const form = asForm(input);
  const encoding = encodingOf(form);
  const asFields = { schema: reference(schema), ...(Object.keys(encoding).length && { encoding }), example: form };
  return {
    required,
    content: {
      'application/json': { schema: reference(schema), example: input },
      ...(!upload && { 'application/x-www-form-urlencoded': asFields }),
      'multipart/form-data': upload ? partsWith(schema, upload) : asFields,
      ...(upload && { 'image/*': { schema: {} } }),
    },
  };
}

/** The multipart body of an upload: the file is a binary part. */
const partsWith = (schema: string, upload: string) => ({
  schema: { allOf: [reference(schema), { type: 'object', properties: { [upload]: {} } }] },
  encoding: { [upload]: { contentType: 'image/*' } },
});

/** The required fields, or all updatable ones if none of the required fields can be updated. */
function exampleUpdate(fields: Fields): Given {
  const needed = exampleInput(updatable(fields), true);
  return Object.keys(needed).length ? needed : exampleInput(updatable(fields));
}

export const requestBodiesOf = (shapes: readonly Shape[]) =>
  Object.fromEntries(
    shapes.flatMap(({ schema, fields, upload, only }) => [
      ...(only === undefined
        ? [[`${schema}Input`, resourceBody(`${schema}Input`, exampleInput(fields), true, upload)]]
        : []),
      [`${schema}Update`, resourceBody(`${schema}Update`, exampleUpdate(fields), false)],
    ]),
  );

export const requestBody = ({ schema }: Shape, isCreate: boolean) => ({
  $ref: `#/components/requestBodies/${schema}${isCreate ? 'Input' : 'Update'}`,
});
