// Lists of records of any resource.
import { request } from './client';
import { accountResource, fieldsOf, parametersOf, type ResourceInfo } from './contract';
import type { AnyRecord } from './generated';
import type { QueryValue, RequestOptions } from './http';
import { session } from './session';

/** A record of any resource. `_input` holds its values for a form; it is absent when the user may not edit the record. */
export type ApiRecord = AnyRecord & {
  readonly _input?: Readonly<Record<string, unknown>>;
  /** In lists, like `_input`: for `If-Match`. */
  readonly _version?: string;
};

export interface List<T = ApiRecord> {
  readonly records: readonly T[];
  readonly total: number;
  readonly pages: number;
}

export type Query = Readonly<Record<string, QueryValue>>;

/** Includes empty terms and past events, which a list leaves out by default. */
function withoutDefaults(resource: ResourceInfo, query: Query): Query {
  const known = parametersOf(resource);
  const dated = ['start_date', 'ends_after', 'ends_before', 'starts_before'].some((name) => name in query);
  return {
    context: 'edit',
    _versions: true,
    ...(known.has('hide_empty') && { hide_empty: false }),
    ...(known.has('ends_after') && !dated && { ends_after: '1000-01-01' }),
    ...query,
  };
}

export async function listRecords<T = ApiRecord>(
  resource: ResourceInfo,
  query: Query,
  signal?: AbortSignal,
): Promise<List<T>> {
  const options: RequestOptions = { query: withoutDefaults(resource, query), signal };
  type Body = Readonly<Record<string, readonly T[]>>;
  const { body, total, pages } = await request<Body>('GET', `/${resource.path}`, options);
  return { records: body[resource.path] ?? [], total, pages };
}

/** All pages of a list, requested one by one. */
export async function allRecords(resource: ResourceInfo, query: Query, signal?: AbortSignal): Promise<ApiRecord[]> {
  const records: ApiRecord[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const list = await listRecords(resource, { ...query, page, per_page: 100 }, signal);
    records.push(...list.records);
    pages = list.pages;
  }
  return records;
}

/** The signed-in user, whose account has a page of its own. */
export const isOwnAccount = (resource: ResourceInfo, id: number): boolean =>
  resource === accountResource() && id === session.value?.id;

/** The title or name of a record; `#7` when it is empty. */
export function nameOf({ label }: ResourceInfo, record: ApiRecord): string {
  const name = record._input?.[label] ?? record[label];
  return typeof name === 'string' && name.trim() ? name : `#${record.id}`;
}

/** The public page of a record. A `url` that users enter is another one, such as the address of a calendar. */
export const pageOf = ({ name, upload }: ResourceInfo, { status, url }: ApiRecord): string | undefined =>
  upload || (status !== undefined && status !== 'publish') || fieldsOf(name).some((field) => field.name === 'url')
    ? undefined
    : url;
