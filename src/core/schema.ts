// The subset of JSON Schema that definitions use. The OpenAPI document contains the same objects.
import type { FieldInput } from './input.js';

export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly $ref?: string;
  /** The form input of this property. */
  readonly 'x-input'?: FieldInput;
}

export const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
export const listOf = (items: Schema): Schema => ({ type: 'array', items });

export const text: Schema = { type: 'string' };
export const integer: Schema = { type: 'integer' };
export const flagSchema: Schema = { type: 'boolean' };
export const address: Schema = { type: 'string', format: 'uri' };

export const described = (schema: Schema, description: string): Schema => ({ ...schema, description });
/** A plain type or null. */
export const orNull = ({ type = [], ...schema }: Schema, description?: string): Schema => ({
  ...schema,
  type: [type, 'null'].flat(),
  ...(description !== undefined && { description }),
});

export const objectOf = (
  properties: Readonly<Record<string, Schema>>,
  { optional = [], ...rest }: { readonly optional?: readonly string[] } & Pick<Schema, 'description'> = {},
): Schema => ({
  type: 'object',
  ...rest,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});
