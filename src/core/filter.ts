// A list parameter and the condition it means. Filters see the whole query, since some switch others off.
import type { Call } from './call.js';
import type { Condition } from './condition.js';
import type { Context } from './context.js';
import type { Field, Given } from './field.js';
import type { Kind } from './kind.js';

export interface Query<F extends Given = Given> {
  /** What was asked, read and looked up, by parameter name. */
  readonly found: F;
  /** The same as text, for the links to other pages. */
  readonly text: Readonly<Record<string, string>>;
  readonly page: number;
  readonly perPage: number;
  /** Rows to skip, in place of a page number. */
  readonly offset?: number;
}

export interface Filter<G, F = G> extends Field<G, F> {
  readonly where?: (found: F, query: Query, call: Call) => Condition;
  /** Looks only at data that protected records show as well. Without it the filter never finds a protected record. */
  readonly isPublic?: true;
}

// biome-ignore lint/suspicious/noExplicitAny: a set of filters is of many types; this is its one name
export type AnyFilter = Filter<any, any>;
export type Filters = Readonly<Record<string, AnyFilter>>;

interface Options<G, F> {
  readonly isPublic?: true;
  readonly documentedDefault?: unknown;
  readonly example?: unknown;
  readonly lookUp?: (given: G, context: Context, name: string) => Promise<F>;
}

export const filter = <G, F = G>(
  kind: Kind<G>,
  about: string,
  where?: (found: F, query: Query, call: Call) => Condition,
  options: Options<G, F> = {},
): Filter<G, F> => ({ kind, about, required: false, ...(where && { where }), ...options });
