// Plain stored fields: one definition gives the column, the field, its default and the key of the response body.
import type { Column, Columns, ValuesOf } from './column.js';
import type { Field, Given } from './field.js';
import type { Kind } from './kind.js';
import type { Body, Output } from './shape.js';
import type { Row, Values } from './store.js';

export interface StoredField<Value> extends Field<Value> {
  readonly column: Column<Value>;
  readonly default: Value;
  /** Lists show it although a password protects the record. */
  readonly isPublic?: true;
  readonly csv?: CsvColumn;
}

/** The column of a field in CSV files. */
export interface CsvColumn {
  /** In files that we write; absent: they do not have it. */
  readonly name?: string;
  /** Further names in files that we read, folded. */
  readonly aliases: readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: a set of stored fields is of many types; this is its one name
export type StoredFields = Readonly<Record<string, StoredField<any>>>;

type Options<Value> = Omit<StoredField<Value>, 'kind' | 'column' | 'about' | 'required'>;

export const stored = <Value>(
  kind: Kind<Value>,
  column: Column<Value>,
  about: string,
  options: Options<Value>,
): StoredField<Value> => ({ kind, column, about, required: false, ...options });

export type StoredColumns<S extends StoredFields> = { readonly [K in keyof S]: S[K]['column'] };

export function storedColumns<S extends StoredFields>(fields: S): StoredColumns<S>;
export function storedColumns(fields: StoredFields): Columns {
  return Object.fromEntries(Object.entries(fields).map(([name, { column }]) => [name, column]));
}

/** The given value, else the stored one, else the default. */
export function settleStored<S extends StoredFields>(
  fields: S,
  given: Given,
  before: Row | undefined,
): ValuesOf<StoredColumns<S>>;
export function settleStored(fields: StoredFields, given: Given, before: Row | undefined): Values {
  const held = Object.entries(fields).map(([name, field]) => [name, given[name] ?? before?.[name] ?? field.default]);
  return Object.fromEntries(held);
}

/** The stored values as keys of the body; `shown` may hide some. */
export const storedBody = (
  fields: StoredFields,
  shown = (output: Output, _field: StoredFields[string]): Output => output,
): Body =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      shown({ schema: field.column.schema, of: (row) => row[name] }, field),
    ]),
  );
