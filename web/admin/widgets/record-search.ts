// Searches records to link to, and looks up the names of linked records.
import { signal } from '@preact/signals';
import { request } from '../api/client';
import { contract, type ResourceInfo } from '../api/contract';
import { showDay } from '../api/moment';
import { type ApiRecord, listRecords, nameOf } from '../api/records';

export const sourceNamed = (name: string | undefined): ResourceInfo | undefined =>
  contract.resources.find((resource) => resource.name === name);

export async function findRecords(source: ResourceInfo, search: string): Promise<readonly ApiRecord[]> {
  const { records } = await listRecords(source, { search: search.trim(), per_page: 20 });
  remember(source, records);
  return records;
}

/** Names by resource and id. */
const names = signal<Readonly<Record<string, string>>>({});
const requested = new Set<string>();

const cacheKeyOf = ({ path }: ResourceInfo, id: number): string => `${path}/${id}`;

export function remember(source: ResourceInfo, records: readonly ApiRecord[]): void {
  const more = records.map((record) => [cacheKeyOf(source, record.id), nameOf(source, record)]);
  names.value = { ...names.value, ...Object.fromEntries(more) };
}

/** The name of a record, or `#7` until it is loaded. */
export function nameById(source: ResourceInfo, id: number): string {
  const key = cacheKeyOf(source, id);
  const known = names.value[key];
  if (known === undefined && !requested.has(key)) {
    requested.add(key);
    request<ApiRecord>('GET', `/${key}`, { query: { context: 'edit', _fields: `id,${source.label}` } }).then(
      ({ body }) => remember(source, [body]),
      // Not found or not allowed: `#7` stays, without a request per keystroke.
      () => undefined,
    );
  }
  return known ?? `#${id}`;
}

/** City or date, to distinguish records with the same name. */
export const hintIn = (record: ApiRecord): string =>
  [record.city, record.start_date && showDay(record.start_date)].filter(Boolean).join(', ');
