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
  readonly $ref?: string;
  /** The form input of this property. */
  readonly 'x-input'?: FieldInput;
}

export const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
export const listOf = (items: Schema): Schema => ({ type: 'array', items });
