// Records to choose from, and the names of those that were chosen.
import { signal } from '@preact/signals';
import { request } from '../api/client';
import { contract, type ResourceInfo } from '../api/contract';
import { type ApiRecord, listRecords, nameOf } from '../api/records';

export const sourceNamed = (name: string | undefined): ResourceInfo | undefined =>
  contract.resources.find((resource) => resource.name === name);

export async function findRecords(source: ResourceInfo, search: string): Promise<readonly ApiRecord[]> {
  const { records } = await listRecords(source, { search: search.trim(), per_page: 20 });
  remember(source, records);
  return records;
}

/** Names by resource and id; one that is being looked up, or is not to be had, is its number. */
const names = signal<Readonly<Record<string, string>>>({});
const asked = new Set<string>();

const placeOf = ({ path }: ResourceInfo, id: number): string => `${path}/${id}`;

export function remember(source: ResourceInfo, records: readonly ApiRecord[]): void {
  const more = records.map((record) => [placeOf(source, record.id), nameOf(source, record)]);
  names.value = { ...names.value, ...Object.fromEntries(more) };
}

export function nameById(source: ResourceInfo, id: number): string {
  const place = placeOf(source, id);
  const known = names.value[place];
  if (known === undefined && !asked.has(place)) {
    asked.add(place);
    request<ApiRecord>('GET', `/${place}`, { query: { context: 'edit', _fields: `id,${source.label}` } }).then(
      ({ body }) => remember(source, [body]),
      // Asked again the next time the form is opened, not on every keystroke.
      () => undefined,
    );
  }
  return known ?? `#${id}`;
}

/** What tells two records of one name apart. */
export const hintIn = (record: ApiRecord): string =>
  [record.city, record.start_date?.slice(0, 10)].filter(Boolean).join(', ');
