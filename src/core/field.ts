// A named kind with its documentation, and the reading of a whole set of them at once.
import type { Call } from './call.js';
import type { Kind } from './kind.js';
import { Invalid } from './problem.js';
import type { Desk } from './store.js';

export interface Field<Given, Found = Given> {
  readonly kind: Kind<Given>;
  readonly about: string;
  readonly required: boolean;
  /** The default that the root route tells; a function where it depends on the day. */
  readonly advertised?: unknown;
  /** Counts only in the body: the same name in the query means something else. */
  readonly bodyOnly?: true;
  /** Understood, but not part of what is advertised. */
  readonly silent?: true;
  /** The example in the documentation. */
  readonly example?: unknown;
  /** What only the database can answer: throws `Invalid` for an unknown reference. */
  readonly lookUp?: (given: Given, desk: Desk, name: string) => Promise<Found>;
}

// biome-ignore lint/suspicious/noExplicitAny: a set of fields is of many types; this is its one name
export type AnyField = Field<any, any>;
export type Fields = Readonly<Record<string, AnyField>>;

export type Given = Readonly<Record<string, unknown>>;

type Options<G, F> = Pick<Field<G, F>, 'advertised' | 'bodyOnly' | 'silent' | 'example' | 'lookUp'>;

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
      given[name] = field.kind.read(value, call);
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      faults.push([name, error]);
    }
  }
  const valueFaults = faults.filter(([, fault]) => fault.code === undefined);
  return { given, missing, faults: Object.fromEntries(valueFaults.length ? valueFaults : faults) };
}

/** Asks the database about every given reference; what is unknown is answered together. */
export async function lookUpFields(
  fields: Fields,
  given: Given,
  desk: Desk,
): Promise<{ readonly found: Given; readonly faults: Readonly<Record<string, Invalid>> }> {
  const found: Record<string, unknown> = { ...given };
  const faults: Record<string, Invalid> = {};
  for (const [name, value] of Object.entries(given)) {
    const lookUp = fields[name]?.lookUp;
    if (!lookUp) continue;
    try {
      found[name] = await lookUp(value, desk, name);
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      faults[name] = error;
    }
  }
  return { found, faults };
}
