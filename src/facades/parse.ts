// Parses the parameters of a request by their fields into values, or reports all faults at once.
import type { Call } from '../core/call.js';
import type { Context, PrepareContext } from '../core/context.js';
import type { Facade } from '../core/facade.js';
import {
  type Fields,
  type FoundFields,
  forModel,
  type Given,
  lookUpFields,
  optional,
  prepareFields,
  readFields,
} from '../core/field.js';
import { type Filters, filter, type Query } from '../core/filter.js';
import { flag } from '../core/kinds/flag.js';
import { positive } from '../core/kinds/number.js';
import { type Invalid, invalidParams, missingParams, Problem } from '../core/problem.js';
import type { Shape } from '../core/shape.js';
import { languageName, languageParam } from './language.js';

export interface Parsed {
  readonly given: Given;
  readonly faults: Readonly<Record<string, Invalid>>;
}

/** Throws for missing parameters. Other faults are returned, so that look-ups can add theirs before all are reported. */
export function parse(fields: Fields, input: Given, call: Call, isCreate: boolean): Parsed {
  const { given, missing, faults } = readFields({ ...fields, ...languageParam(call.site) }, input, call, isCreate);
  if (missing.length) throw missingParams(missing);
  return { given, faults };
}

export function refuseFaults(faults: Parsed['faults']): void {
  if (Object.keys(faults).length) throw invalidParams(faults);
}

/** The looked-up values of a write, by the column names of the model. */
export const lookUpForModel = async (fields: Fields, parsed: Parsed, context: Context): Promise<Given> =>
  forModel(fields, await lookUp(fields, parsed, context));

/** Looks up references. Faults of parsing and of look-ups are reported together; a fault with a code is reported first. */
export async function lookUp(fields: Fields, { given, faults }: Parsed, context: Context): Promise<Given> {
  const hasCode = Object.values(faults).some((fault) => fault.code !== undefined);
  if (hasCode) refuseFaults(faults);
  const resolved = await lookUpFields(fields, given, context);
  refuseFaults({ ...faults, ...resolved.faults });
  return resolved.found;
}

/** Renames the faults that a model throws from its column names to the field names of the facade. */
export function inFieldNames(fields: Fields, error: unknown): unknown {
  const faults = error instanceof Problem ? error.details.faults : undefined;
  if (!faults) return error;
  const names = new Map(Object.entries(fields).flatMap(([name, { sets }]) => (sets ? [[sets, name]] : [])));
  const renamed = Object.entries(faults).map(([name, fault]) => [names.get(name) ?? name, fault]);
  return invalidParams(Object.fromEntries(renamed));
}

/** Runs the `prepare` step of the given fields, outside a transaction. Those that are `ready` were prepared before. */
export async function prepare(
  fields: Fields,
  { given }: Parsed,
  context: PrepareContext,
  ready: FoundFields = { found: {}, faults: {} },
): Promise<Parsed> {
  const others = Object.entries(given).filter(([name]) => !(name in ready.found));
  const { found, faults } = await prepareFields(fields, Object.fromEntries(others), context);
  refuseFaults({ ...ready.faults, ...faults });
  return { given: { ...given, ...ready.found, ...found }, faults: {} };
}

const force = optional(flag, '`true` permanently deletes a record that is in the trash.', { example: true });

/** The parameters of a DELETE request for one record. */
export const removeParamsOf = ({ model, removeParams }: Shape, { console }: Facade): Fields => ({
  ...removeParams,
  ...(console && model.removal === 'trash' && { force }),
});

const listParamsOf = new WeakMap<Shape, Filters>();

/** The parameters of a list: paging, then its filters. */
export function listParams(shape: Shape): Filters {
  const params = listParamsOf.get(shape) ?? paramsOf(shape);
  listParamsOf.set(shape, params);
  return params;
}

const paramsOf = ({ list }: Shape): Filters => ({
  page: filter(positive, 'Page number.', undefined, { documentedDefault: 1, example: 1 }),
  per_page: filter(positive, 'Records per page.', undefined, { documentedDefault: '10', example: 10 }),
  ...list.filters,
});

/** The paging parameters that every list takes. */
export type ListGiven = Given & { readonly page?: number; readonly per_page?: number; readonly offset?: number };

export function queryOf(input: Given, found: ListGiven, { list }: Shape, { site, facade }: Call): Query {
  const text = Object.fromEntries(
    [...Object.keys(list.filters), languageName]
      .filter((name) => found[name] !== undefined)
      .map((name) => [name, commaSeparated(input[name])]),
  );
  const perPage = Math.min(found.per_page ?? site.perPage, facade.maxPerPage);
  return {
    found,
    text: found.per_page === undefined ? text : { per_page: String(perPage), ...text },
    page: found.page ?? 1,
    perPage,
    ...(found.offset !== undefined && { offset: found.offset }),
  };
}

const commaSeparated = (input: unknown): string =>
  typeof input === 'object' && input !== null ? Object.values(input).map(String).join(',') : String(input);
