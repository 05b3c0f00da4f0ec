// A field: a kind with documentation and options, and the parsing of a set of fields.
import type { Right } from './actor.js';
import type { Call } from './call.js';
import type { Context, PrepareContext, RequestContext } from './context.js';
import type { FieldInput, FormTexts } from './input.js';
import type { Kind } from './kind.js';
import { Invalid } from './problem.js';
import type { Row } from './store.js';

export interface Field<Given, Found = Given> {
  readonly kind: Kind<Given>;
  readonly about: string;
  readonly required: boolean;
  /** The default that the namespace route and the document list; a function if it depends on the current date. */
  readonly documentedDefault?: unknown;
  /** Read from the body only: the query parameter of this name means something else. */
  readonly bodyOnly?: true;
  /** Accepted, but not documented. */
  readonly undocumented?: true;
  /** The example in the documentation. */
  readonly example?: unknown;
  /** The value in example records, for fields that need `prepare` or `lookUp`. */
  readonly sample?: unknown;
  /** Set at creation only: updates reject it. */
  readonly createOnly?: true;
  /** Generates the value of a new record if none is given. The response shows it once. */
  readonly generate?: (context: RequestContext) => Given;
  /** Slow work that runs before the transaction, such as fetching an image. Throws `Invalid` if it fails. */
  readonly prepare?: (given: Given, context: PrepareContext) => Promise<unknown>;
  /** Resolves references in the database. Throws `Invalid` for an unknown one. */
  readonly lookUp?: (given: Given, context: Context, name: string) => Promise<Found>;
  /** The column of the model, if it has another name than the field. */
  readonly sets?: string;
  /** Name of the model whose records a form offers, if no link says so. */
  readonly pickFrom?: string;
  /** The right required to set it. Forms hide the field from users without it. */
  readonly right?: Right;
  /** Name of the field that sets the same value and that forms show instead. */
  readonly aliasOf?: string;
  /** Label, help and group in forms. */
  readonly inForm?: FormTexts;
  /** Set by programs: forms do not show it. */
  readonly noForm?: true;
  /** The stored value as input of an update, if that is not simply the column of this name. */
  toInput?(row: Row, call: Call): unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: a set of fields is of many types; this is its one name
export type AnyField = Field<any, any>;
export type Fields = Readonly<Record<string, AnyField>>;

export type Given = Readonly<Record<string, unknown>>;

type Options<G, F> = Omit<Field<G, F>, 'kind' | 'about' | 'required'>;

export const required = <G, F = G>(kind: Kind<G>, about: string, options: Options<G, F> = {}): Field<G, F> => ({
  kind,
  about,
  required: true,
  ...options,
});
export const optional = <G, F = G>(kind: Kind<G>, about: string, options: Options<G, F> = {}): Field<G, F> => ({
  kind,
  about,
  required: false,
  ...options,
});

/** The fields that an update accepts. */
export const updatable = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, { createOnly }]) => !createOnly));

/** The form input of a field, without what only its model knows. */
export function inputOf({
  kind,
  createOnly,
  generate,
  pickFrom,
  right,
  aliasOf,
  noForm,
  inForm,
}: AnyField): FieldInput {
  return {
    ...(kind.input ?? { widget: 'text' }),
    ...(createOnly && { initial: createOnly }),
    ...(generate && { generated: true }),
    ...(pickFrom && { resource: pickFrom }),
    ...(right && { right }),
    ...(aliasOf && { same: aliasOf }),
    ...(noForm && { hidden: noForm }),
    ...inForm,
  };
}

/** For callers without the right, who are refused in any case: what takes long to read is only checked. */
export const checkedFields = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { check } = field.kind;
      return [name, check ? { ...field, kind: { ...field.kind, read: check } } : field];
    }),
  );

export interface ReadFields {
  readonly given: Given;
  readonly missing: readonly string[];
  readonly faults: Readonly<Record<string, Invalid>>;
}

/** Type faults, which have a code, are reported only if there is no other fault, as clients expect. */
export function readFields(fields: Fields, input: Given, call: Call, isCreate: boolean): ReadFields {
  const given: Record<string, unknown> = {};
  const missing: string[] = [];
  const faults: [string, Invalid][] = [];
  for (const [name, field] of Object.entries(fields)) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (value === undefined || value === null) {
      if (isCreate && field.required) missing.push(name);
      continue;
    }
    try {
      if (field.createOnly && !isCreate) throw new Invalid('Can only be set when the record is created.');
      const read = field.kind.read(value, call);
      if (read !== undefined) given[name] = read;
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      faults.push([name, error]);
    }
  }
  const valueFaults = faults.filter(([, fault]) => fault.code === undefined);
  return { given, missing, faults: Object.fromEntries(valueFaults.length ? valueFaults : faults) };
}

/** Name of the field that sets a column; undefined for columns that no field shows. References are stored as `<field>_id`. */
export function fieldOf(fields: Fields, column: string): string | undefined {
  const sets = (name: string, { sets = name }: AnyField) => sets === column || `${sets}_id` === column;
  return Object.entries(fields).find(([name, field]) => sets(name, field))?.[0];
}

/** The given values by the column names of the model. */
export const forModel = (fields: Fields, given: Given): Given =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [fields[name]?.sets ?? name, value]));

export interface FoundFields {
  readonly found: Given;
  readonly faults: Readonly<Record<string, Invalid>>;
}

/** Runs all look-ups concurrently and collects their faults. */
export async function lookUpFields(fields: Fields, given: Given, context: Context): Promise<FoundFields> {
  const pending = Object.entries(given).flatMap(([name, value]) => {
    const { lookUp } = fields[name] ?? {};
    return lookUp ? [replaced(name, () => lookUp(value, context, name))] : [];
  });
  return combined(given, await Promise.all(pending));
}

/** Runs the `prepare` steps one after the other and collects their faults. */
export async function prepareFields(fields: Fields, given: Given, context: PrepareContext): Promise<FoundFields> {
  const ready: Replaced[] = [];
  for (const [name, value] of Object.entries(given)) {
    const { prepare } = fields[name] ?? {};
    if (prepare) ready.push(await replaced(name, () => prepare(value, context)));
  }
  return combined(given, ready);
}

type Replaced = { readonly name: string } & ({ readonly value: unknown } | { readonly fault: Invalid });

async function replaced(name: string, replacement: () => Promise<unknown>): Promise<Replaced> {
  try {
    return { name, value: await replacement() };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return { name, fault: error };
  }
}

function combined(given: Given, results: readonly Replaced[]): FoundFields {
  const found: Record<string, unknown> = { ...given };
  const faults: Record<string, Invalid> = {};
  for (const result of results) {
    if ('fault' in result) faults[result.name] = result.fault;
    else found[result.name] = result.value;
  }
  return { found, faults };
}
