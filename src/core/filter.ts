// A filter: a list parameter and its condition. Filters see the whole query, because some disable others.
import type { Call } from './call.js';
import type { Condition } from './condition.js';
import type { Context } from './context.js';
import type { Field, Given } from './field.js';
import type { Kind } from './kind.js';

export interface Query<F extends Given = Given> {
  /** The parsed and looked-up values by parameter name. */
  readonly found: F;
  /** The values as text, for the URLs of other pages. */
  readonly text: Readonly<Record<string, string>>;
  readonly page: number;
  readonly perPage: number;
  /** Rows to skip, instead of a page number. */
  readonly offset?: number;
}

export interface Filter<G, F = G> extends Field<G, F> {
  readonly where?: (found: F, query: Query, call: Call) => Condition;
  /** Reads only values that password-protected records show. Without it the filter never matches such a record. */
  readonly isPublic?: true;
  /** The effective value in the URL of the list, if it is another one than the given text; undefined leaves it out. */
  readonly inUrl?: (query: Query, call: Call) => string | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: a set of filters is of many types; this is its one name
export type AnyFilter = Filter<any, any>;
export type Filters = Readonly<Record<string, AnyFilter>>;

interface Options<G, F> extends Pick<Filter<G, F>, 'isPublic' | 'inUrl'> {
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
