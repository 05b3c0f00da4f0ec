// Records of any resource, as lists answer them.
import { request } from './client';
import { parametersOf, type ResourceInfo } from './contract';
import type { AnyRecord } from './generated';
import type { Asked, QueryValue } from './wire';

/** A record of any resource. `_input`, the values as a form takes them, is there when the record may be changed. */
export type Listed = AnyRecord & { readonly _input?: Readonly<Record<string, unknown>> };

export interface List<T = Listed> {
  readonly records: readonly T[];
  readonly total: number;
  readonly pages: number;
}

export type Query = Readonly<Record<string, QueryValue>>;

/** Everything there is, where a list would leave out what visitors do not care for. */
function completed(resource: ResourceInfo, query: Query): Query {
  const known = parametersOf(resource);
  const dated = ['start_date', 'ends_after', 'ends_before', 'starts_before'].some((name) => name in query);
  return {
    context: 'edit',
    ...(known.has('hide_empty') && { hide_empty: false }),
    ...(known.has('ends_after') && !dated && { ends_after: '1000-01-01' }),
    ...query,
  };
}

export async function listRecords<T = Listed>(
  resource: ResourceInfo,
  query: Query,
  signal?: AbortSignal,
): Promise<List<T>> {
  const asked: Asked = { query: completed(resource, query), signal };
  type Body = Readonly<Record<string, readonly T[]>>;
  const { body, total, pages } = await request<Body>('GET', `/${resource.path}`, asked);
  return { records: body[resource.path] ?? [], total, pages };
}

/** All pages of a list, one after the other. */
export async function allRecords(resource: ResourceInfo, query: Query, signal?: AbortSignal): Promise<Listed[]> {
  const records: Listed[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const list = await listRecords(resource, { ...query, page, per_page: 100 }, signal);
    records.push(...list.records);
    pages = list.pages;
  }
  return records;
}

/** What a record is called. */
export function nameOf({ label }: ResourceInfo, record: Listed): string {
  const name = record._input?.[label] ?? record[label];
  return typeof name === 'string' && name.trim() ? name : `#${record.id}`;
}
