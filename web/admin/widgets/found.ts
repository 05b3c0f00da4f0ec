// Records to choose from, and the names of those that were chosen.
import { signal } from '@preact/signals';
import { request } from '../api/client';
import { contract, parametersOf, type ResourceInfo } from '../api/contract';

export type Found = Readonly<Record<string, unknown>> & { readonly id: number };

/** Where records of this name are listed, and what names one of them. */
export interface Source {
  readonly name: string;
  readonly path: string;
  readonly label: string;
  readonly resource?: ResourceInfo;
}

/** Undefined when there is no such collection. People are listed too, without being a resource. */
export function sourceNamed(name: string | undefined): Source | undefined {
  const resource = contract.resources.find((known) => known.name === name);
  if (resource) return { name: resource.name, path: resource.path, label: resource.label, resource };
  return name && contract.paths[`/${name}s`]?.get ? { name, path: `${name}s`, label: 'name' } : undefined;
}

/** Lists leave out what visitors rarely want: the past, and terms that nothing has. Whoever chooses wants it all. */
const everything: Readonly<Record<string, string>> = {
  hide_empty: 'false',
  start_date: '0001-01-01',
  end_date: '9999-12-31',
};

function wholeOf({ resource }: Source): Readonly<Record<string, string>> {
  const known = resource ? parametersOf(resource) : new Map();
  return Object.fromEntries(Object.entries(everything).filter(([name]) => known.has(name)));
}

interface Wanted {
  readonly search?: string;
  readonly page?: number;
  readonly perPage?: number;
}

export async function findRecords(source: Source, { search = '', page = 1, perPage = 20 }: Wanted = {}) {
  const query = { ...wholeOf(source), search: search.trim(), page, per_page: perPage };
  const { body, total, pages } = await request<Readonly<Record<string, unknown>>>('GET', `/${source.path}`, { query });
  const records = (Array.isArray(body) ? body : (Object.values(body).find(Array.isArray) ?? [])) as readonly Found[];
  remember(source, records);
  return { records, total, pages };
}

/** Names by source and id; one that is being looked up, or is not to be had, is its number. */
const names = signal<Readonly<Record<string, string>>>({});
const asked = new Set<string>();

const placeOf = ({ path }: Source, id: number): string => `${path}/${id}`;

export const nameIn = ({ label }: Pick<Source, 'label'>, record: Found): string =>
  String(record[label] ?? '').trim() || `#${record.id}`;

export function remember(source: Source, records: readonly Found[]): void {
  const more = records.map((record) => [placeOf(source, record.id), nameIn(source, record)]);
  names.value = { ...names.value, ...Object.fromEntries(more) };
}

export function nameOf(source: Source, id: number): string {
  const place = placeOf(source, id);
  const known = names.value[place];
  if (known === undefined && !asked.has(place)) {
    asked.add(place);
    request<Found>('GET', `/${place}`, { query: { _fields: `id,${source.label}` } }).then(
      ({ body }) => remember(source, [body]),
      () => asked.delete(place),
    );
  }
  return known ?? `#${id}`;
}

/** What tells two records of one name apart. */
export const hintIn = (record: Found): string =>
  [record.city, typeof record.start_date === 'string' ? record.start_date.slice(0, 10) : undefined]
    .filter(Boolean)
    .join(', ');
