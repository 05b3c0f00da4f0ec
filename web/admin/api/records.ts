// Records of any resource, as lists answer them.
import { request } from './client';
import { parametersOf, type ResourceInfo } from './contract';
import type { Asked, QueryValue } from './wire';

export interface Listed {
  readonly id: number;
  readonly status?: string;
  readonly url?: string;
  /** The values as a form takes them: there when the record may be changed. */
  readonly _input?: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}

export interface List {
  readonly records: readonly Listed[];
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

export async function listRecords(resource: ResourceInfo, query: Query, signal?: AbortSignal): Promise<List> {
  const asked: Asked = { query: completed(resource, query), signal };
  const { body, total, pages } = await request<Readonly<Record<string, readonly Listed[]>>>(
    'GET',
    `/${resource.path}`,
    asked,
  );
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
