// Reads the parameters of one request by the definition: what was given, or everything that is wrong with it.
import type { Call, Profile } from '../core/call.js';
import { type Fields, type Given, lookUpFields, optional, prepareFields, readFields } from '../core/field.js';
import { type Filters, filter, type Query } from '../core/filter.js';
import { flag } from '../core/kinds/flag.js';
import { positive } from '../core/kinds/number.js';
import { type Invalid, invalidParams, missingParams } from '../core/problem.js';
import type { Resource } from '../core/resource.js';
import type { Desk, PreparingDesk } from '../core/store.js';
import { languageName, languageParam } from './language.js';

export interface Parsed {
  readonly given: Given;
  readonly faults: Readonly<Record<string, Invalid>>;
}

/** Missing parameters are told at once; other faults may be joined by what the database does not know. */
export function parse(fields: Fields, input: Given, call: Call, complete: boolean): Parsed {
  const { given, missing, faults } = readFields({ ...fields, ...languageParam(call.site) }, input, call, complete);
  if (missing.length) throw missingParams(missing);
  return { given, faults };
}

export function refuseFaults(faults: Parsed['faults']): void {
  if (Object.keys(faults).length) throw invalidParams(faults);
}

/** Looks up what was given; faults of both kinds are answered together. */
export async function lookUp(fields: Fields, { given, faults }: Parsed, desk: Desk): Promise<Given> {
  const coded = Object.values(faults).some((fault) => fault.code !== undefined);
  if (coded) refuseFaults(faults);
  const looked = await lookUpFields(fields, given, desk);
  refuseFaults({ ...faults, ...looked.faults });
  return looked.found;
}

/** Gets ready what was given and is without fault. */
export async function prepare(fields: Fields, { given }: Parsed, desk: PreparingDesk): Promise<Parsed> {
  const { found, faults } = await prepareFields(fields, given, desk);
  refuseFaults(faults);
  return { given: found, faults: {} };
}

const force = optional(flag, '`true` deletes for good what is in the trash already', { example: true });

/** The parameters of removing one record. */
export const removeParamsOf = ({ removal, removeParams }: Resource, { console }: Profile): Fields => ({
  ...removeParams,
  ...(console && removal === 'trash' && { force }),
});

const known = new WeakMap<Resource, Filters>();

/** The filters of a list with its pages in front. */
export function listParams(resource: Resource): Filters {
  const params = known.get(resource) ?? paramsOf(resource);
  known.set(resource, params);
  return params;
}

const paramsOf = (resource: Resource): Filters => ({
  page: filter(positive, 'Page of the list', undefined, { advertised: 1, example: 1 }),
  per_page: filter(positive, 'Records on a page', undefined, { advertised: '10', example: 10 }),
  ...resource.filters,
});

export function queryOf(resource: Resource, input: Given, found: Given, { site, profile }: Call): Query {
  const text = Object.fromEntries(
    [...Object.keys(resource.filters), languageName]
      .filter((name) => found[name] !== undefined)
      .map((name) => [name, textOf(input[name])]),
  );
  const perPage = Math.min((found.per_page as number | undefined) ?? site.perPage, profile.maxPerPage);
  return {
    found,
    text: found.per_page === undefined ? text : { per_page: String(perPage), ...text },
    page: (found.page as number | undefined) ?? 1,
    perPage,
    ...(found.offset !== undefined && { offset: found.offset as number }),
  };
}

const textOf = (input: unknown): string =>
  typeof input === 'object' && input !== null ? Object.values(input).map(String).join(',') : String(input);
