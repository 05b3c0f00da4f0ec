// A named kind with its documentation, and the reading of a whole set of them at once.
import type { Right } from './actor.js';
import type { Call } from './call.js';
import type { Context, PrepareContext } from './context.js';
import type { FieldInput, FormTexts } from './input.js';
import type { Kind } from './kind.js';
import { Invalid } from './problem.js';
import type { Row } from './store.js';

export interface Field<Given, Found = Given> {
  readonly kind: Kind<Given>;
  readonly about: string;
  readonly required: boolean;
  /** The default that the root route tells; a function where it depends on the day. */
  readonly documentedDefault?: unknown;
  /** Counts only in the body: the same name in the query means something else. */
  readonly bodyOnly?: true;
  /** Understood, but not part of what is advertised. */
  readonly undocumented?: true;
  /** The example in the documentation. */
  readonly example?: unknown;
  /** What stands for it in the records of the documentation, where nothing can be prepared or looked up. */
  readonly sample?: unknown;
  /** Given once, when the record is made: an update refuses it. */
  readonly createOnly?: true;
  /** Stands in when a record is made without it; the answer tells it, this once. */
  readonly generate?: (context: Context) => Given;
  /** What takes long and needs no transaction, done before there is one: throws `Invalid` when it comes to nothing. */
  readonly prepare?: (given: Given, context: PrepareContext) => Promise<unknown>;
  /** What only the database can answer: throws `Invalid` for an unknown reference. */
  readonly lookUp?: (given: Given, context: Context, name: string) => Promise<Found>;
  /** The model's own name of what it sets, where that is another one. */
  readonly sets?: string;
  /** Name of the model from whose records a person chooses, where no link tells it. */
  readonly pickFrom?: string;
  /** What somebody must be allowed for setting it: forms leave it out for others. */
  readonly right?: Right;
  /** Name of the field that says the same in another way, and that forms show instead. */
  readonly aliasOf?: string;
  /** Label, help and place in the forms of people. */
  readonly inForm?: FormTexts;
  /** The stored value in the shape in which a change takes it, where that is not the column of the field's name. */
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

/** The fields that an update takes. */
export const updatable = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, { createOnly }]) => !createOnly));

/** How a person enters a field, as far as it knows by itself. */
export function inputOf({ kind, createOnly, pickFrom, right, aliasOf, inForm }: AnyField): FieldInput {
  return {
    ...(kind.input ?? { widget: 'text' }),
    ...(createOnly && { initial: createOnly }),
    ...(pickFrom && { resource: pickFrom }),
    ...(right && { right }),
    ...(aliasOf && { same: aliasOf }),
    ...inForm,
  };
}

export interface ReadFields {
  readonly given: Given;
  readonly missing: readonly string[];
  readonly faults: Readonly<Record<string, Invalid>>;
}

/** Values are judged before types, as clients know it: type faults only show when there is no other. */
export function readFields(fields: Fields, input: Given, call: Call, complete: boolean): ReadFields {
  const given: Record<string, unknown> = {};
  const missing: string[] = [];
  const faults: [string, Invalid][] = [];
  for (const [name, field] of Object.entries(fields)) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (value === undefined || value === null) {
      if (complete && field.required) missing.push(name);
      continue;
    }
    try {
      if (field.createOnly && !complete) throw new Invalid('Can only be set when the record is created.');
      given[name] = field.kind.read(value, call);
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      faults.push([name, error]);
    }
  }
  const valueFaults = faults.filter(([, fault]) => fault.code === undefined);
  return { given, missing, faults: Object.fromEntries(valueFaults.length ? valueFaults : faults) };
}

/** What was given, by the names of the model. */
export const forModel = (fields: Fields, given: Given): Given =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [fields[name]?.sets ?? name, value]));

export interface FoundFields {
  readonly found: Given;
  readonly faults: Readonly<Record<string, Invalid>>;
}

/** Asks the database about every given reference, all at once; what is unknown is answered together. */
export async function lookUpFields(fields: Fields, given: Given, context: Context): Promise<FoundFields> {
  const pending = Object.entries(given).flatMap(([name, value]) => {
    const { lookUp } = fields[name] ?? {};
    return lookUp ? [replaced(name, () => lookUp(value, context, name))] : [];
  });
  return combined(given, await Promise.all(pending));
}

/** Gets everything ready that a change needs from outside the database, one after the other. */
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
