// The state of a list page, read from the address so that it can be bookmarked and shared, and its API query.
import { type FieldInfo, fieldsOf, parametersOf, type ResourceInfo } from '../api/contract';
import type { Query } from '../api/records';
import { statusLabel } from '../api/status';
import type { ListPreferences } from '../preferences/preferences';
import { isDated } from '../shell/navigation';
import { defaultSort } from './columns';
import { texts } from './texts';

export interface View {
  readonly tab: string;
  readonly search: string;
  /** Sort key; descending with a leading minus. */
  readonly sort: string;
  readonly page: number;
  readonly filters: Readonly<Record<string, string>>;
  /** Lists each series once instead of its dates. */
  readonly bySeries: boolean;
  /** Keys of the columns; undefined for the default ones. */
  readonly columns: readonly string[] | undefined;
  readonly perPage: number;
}

export interface TabInfo {
  readonly id: string;
  readonly label: string;
  readonly query: Query;
  readonly sort?: string;
}

/** Plural for the tab. */
const tabLabel = (status: string): string => (status === 'draft' ? texts().drafts : statusLabel(status));

/** The API reads `yesterday` in the site's time zone. */
const times = (): readonly TabInfo[] => [
  { id: 'upcoming', label: texts().upcoming, query: { ends_after: 'yesterday' } },
  { id: 'past', label: texts().past, query: { ends_before: 'yesterday' }, sort: '-start_date' },
];

export const tabsOf = (resource: ResourceInfo): readonly TabInfo[] => [
  ...(isDated(resource) ? times() : []),
  { id: 'all', label: texts().all, query: {} },
  ...(resource.statuses ?? []).map((status) => ({ id: status, label: tabLabel(status), query: { status } })),
];

/** Fields that the list can be filtered by. */
export const filtersOf = (resource: ResourceInfo): readonly FieldInfo[] => {
  const known = parametersOf(resource);
  return fieldsOf(resource.name).filter(
    ({ name, input }) =>
      known.has(name) && (input.widget === 'flag' || input.widget === 'terms' || input.widget === 'records'),
  );
};

/** The parameter that lists the dates of one series. */
export const seriesFilter = 'occurrence_of';

export const hasSeries = (resource: ResourceInfo): boolean => parametersOf(resource).has('occurrences');

/** Query parameters of the list that are not filters. */
export const seriesQuery = ({ bySeries }: Pick<View, 'bySeries'>): Query => (bySeries ? { occurrences: 'series' } : {});

const defaultPerPage = 20;
const maxPerPage = 100;

function sizeIn(text: string | null): number | undefined {
  const size = Number(text);
  return Number.isInteger(size) && size >= 1 && size <= maxPerPage ? size : undefined;
}

/** The address comes first, as a saved view sets it, then the preferences of the user. */
export function readView(resource: ResourceInfo, query: URLSearchParams, preferred: ListPreferences): View {
  const tabs = tabsOf(resource);
  const tab = tabs.find(({ id }) => id === query.get('tab')) ?? tabs[0];
  const names = [...filtersOf(resource).map(({ name }) => name), ...(hasSeries(resource) ? [seriesFilter] : [])];
  const filters = names.flatMap((name) => {
    const value = query.get(name);
    return value ? [[name, value] as const] : [];
  });
  return {
    tab: tab?.id ?? 'all',
    search: query.get('q') ?? '',
    sort: query.get('sort') ?? tab?.sort ?? defaultSort(resource),
    page: Math.max(1, Number(query.get('page')) || 1),
    filters: Object.fromEntries(filters),
    bySeries: hasSeries(resource) && query.get('show') === 'series',
    columns: query.get('columns')?.split(',') ?? preferred.columns,
    perPage: sizeIn(query.get('per_page')) ?? preferred.per_page ?? defaultPerPage,
  };
}

export function queryOf(resource: ResourceInfo, view: View): Query {
  const { tab, search, sort, page, filters, perPage } = view;
  const known = tabsOf(resource).find(({ id }) => id === tab);
  const descending = sort.startsWith('-');
  return {
    ...known?.query,
    ...filters,
    ...seriesQuery(view),
    search,
    ...(sort && { orderby: sort.replace('-', ''), order: descending ? 'desc' : 'asc' }),
    page,
    per_page: perPage,
  };
}

/** The query of the address as a saved view stores it: with the columns and the page size, without the page. */
export function savedQuery(query: URLSearchParams, { perPage }: View, columns: readonly string[]): string {
  const saved = new URLSearchParams(query);
  saved.delete('page');
  saved.set('columns', columns.join(','));
  saved.set('per_page', String(perPage));
  return saved.toString();
}
