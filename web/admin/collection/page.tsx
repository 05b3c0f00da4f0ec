// The list page of a resource: tabs, search, filters, table and bulk actions.

import { useEffect, useState } from 'preact/hooks';
import { newOf, parametersOf, pluralOf, type ResourceInfo } from '../api/contract';
import { ApiError } from '../api/http';
import { type ApiRecord, allRecords, type List, listRecords } from '../api/records';
import { bulkFields } from '../bulk/fields';
import { BulkProgress } from '../bulk/progress';
import { texts as bulkTexts } from '../bulk/texts';
import { nounsOf } from '../i18n/contract';
import { changeList, listPreferences, preferences } from '../preferences/preferences';
import { listActions } from '../record/record-actions';
import { address, hrefOf, setPage, setQuery } from '../router';
import { iconOf } from '../shell/navigation';
import { useTitle } from '../shell/title';
import { RemovalNotice } from '../subscriptions/removal-notice';
import { Button, ButtonLink } from '../ui/button';
import { lazy } from '../ui/lazy';
import { type Loaded, useLoaded } from '../ui/load';
import { Search } from '../ui/search';
import { Empty, Failure, Loading } from '../ui/state';
import { TabPanel, Tabs } from '../ui/tabs';
import { texts as uiTexts } from '../ui/texts';
import { type Action, actionsOf, perform } from './actions';
import './collection.css';
import { inBackground } from '../ui/toast';
import { ChooseColumns } from './choose-columns';
import { type Column, defaultKeys, shownColumns } from './columns';
import { Filter } from './filters';
import { Paging } from './paging';
import { SeriesFilter, SeriesSwitch } from './series';
import { Table } from './table';
import { texts } from './texts';
import { flattenTree, type TreeRow } from './tree';
import {
  filtersOf,
  hasSeries,
  queryOf,
  readView,
  savedQuery,
  seriesFilter,
  seriesQuery,
  tabsOf,
  type View,
} from './view';
import { Views } from './views';

const BulkDialog = lazy(async () => (await import('../bulk/dialog')).BulkDialog);

interface Shown extends Omit<List, 'records'> {
  readonly rows: readonly TreeRow[];
}

/** A tree is shown as a whole, without pages, unless the list is searched or sorted. */
const asTree = ({ tree }: ResourceInfo, { search, sort }: View): string | undefined =>
  search || sort ? undefined : tree;

async function load(resource: ResourceInfo, view: View, signal: AbortSignal): Promise<Shown> {
  const tree = asTree(resource, view);
  if (tree) {
    const records = await allRecords(resource, view.filters, signal);
    return { rows: flattenTree(records, tree), total: records.length, pages: 1 };
  }
  try {
    const { records, total, pages } = await listRecords(resource, queryOf(resource, view), signal);
    return { rows: records.map((record) => ({ record, depth: 0 })), total, pages };
  } catch (error) {
    // The last record of the last page was deleted.
    const past = error instanceof ApiError && error.status === 404 && view.page > 1;
    if (!past) throw error;
    setQuery({ page: undefined });
    return { rows: [], total: 0, pages: 0 };
  }
}

/** Number of records per tab; requested one by one, so that the list itself comes first. */
async function countAll(resource: ResourceInfo, view: View, signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { id, query } of tabsOf(resource)) {
    const { total } = await listRecords(
      resource,
      { ...query, ...seriesQuery(view), per_page: 1, _fields: 'total' },
      signal,
    );
    counts.set(id, total);
  }
  return counts;
}

const searchFor = (q: string) => setQuery({ q, page: undefined });

interface BulkProps {
  readonly resource: ResourceInfo;
  readonly records: readonly ApiRecord[];
  readonly onAct: (action: Action, records: readonly ApiRecord[]) => void;
  readonly onEdit: () => void;
  readonly onClear: () => void;
}

const Bulk = ({ resource, records, onAct, onEdit, onClear }: BulkProps) => (
  <div class="bulk" role="toolbar" aria-label={texts().selectedRecords}>
    <strong>{texts().selected(records.length)}</strong>
    {bulkFields(resource).length > 0 && (
      <Button icon="edit" onClick={onEdit}>
        {bulkTexts().edit}
      </Button>
    )}
    {actionsOf(resource)
      .filter(({ applies }) => records.some(applies))
      .map((action) => (
        <Button key={action.label} icon={action.icon} onClick={() => onAct(action, records.filter(action.applies))}>
          {action.label}
        </Button>
      ))}
    <Button kind="quiet" onClick={onClear}>
      {texts().clear}
    </Button>
  </div>
);

/** Waits for the preferences, which decide the page size of the first request. */
export function CollectionPage({ resource }: { readonly resource: ResourceInfo }) {
  useTitle(pluralOf(resource));
  return preferences.value ? <ListPage resource={resource} /> : <Loading lines={8} />;
}

function ListPage({ resource }: { readonly resource: ResourceInfo }) {
  const many = pluralOf(resource);
  const nouns = nounsOf(resource);
  const about = texts().about[resource.name];
  const { query } = address.value;
  const view = readView(resource, query, listPreferences(resource.path));
  const columns = shownColumns(resource, view.columns);
  const columnKeys = columns.map(({ key }) => key);
  const [choosing, setChoosing] = useState(false);
  const [editing, setEditing] = useState(false);
  const list = useLoaded((signal) => load(resource, view, signal), [JSON.stringify({ ...view, columns: undefined })]);
  const counts = useLoaded((signal) => countAll(resource, view, signal), [view.bySeries]);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  // Deselects records that are no longer listed. Selections made while the list was loading stay.
  useEffect(() => {
    const shown = new Set(list.value?.rows.map(({ record }) => record.id));
    setSelected((before) => new Set([...before].filter((id) => shown.has(id))));
  }, [list.value]);

  const changed = () => {
    setSelected(new Set());
    list.reload();
    counts.reload();
  };
  const act = (action: Action, records: readonly ApiRecord[]) =>
    inBackground(perform(resource, action, records, changed));
  const shownTabs = tabsOf(resource).filter(
    ({ id }) => id === view.tab || !resource.statuses?.includes(id) || counts.value?.get(id),
  );
  const chosen = list.value?.rows.flatMap(({ record }) => (selected.has(record.id) ? [record] : [])) ?? [];
  const filters = filtersOf(resource);
  const used = Object.keys(view.filters).filter((name) => name !== seriesFilter).length;
  const [filtering, setFiltering] = useState(used > 0);
  const panel = `${resource.path}-list`;
  return (
    <>
      <header class="page-head">
        <h1>{many}</h1>
        {listActions(resource, changed).map(({ label, icon, onSelect }) => (
          <Button key={label} icon={icon} onClick={onSelect}>
            {label}
          </Button>
        ))}
        <ButtonLink kind="primary" icon="add" href={hrefOf(`/${resource.path}/new`)}>
          {newOf(resource)}
        </ButtonLink>
      </header>
      {about && <p class="quiet-text">{about}</p>}
      {shownTabs.length > 1 && (
        <Tabs
          label={many}
          panel={panel}
          tabs={shownTabs.map(({ id, label }) => ({ id, label, count: counts.value?.get(id) }))}
          current={view.tab}
          onChange={(tab) => setQuery({ tab, page: undefined, sort: undefined })}
        />
      )}
      <TabPanel id={panel} current={shownTabs.length > 1 ? view.tab : undefined}>
        <div class="tools">
          {parametersOf(resource).has('search') && (
            <Search label={texts().search(nouns)} value={view.search} onSearch={searchFor} />
          )}
          {filters.length > 0 && (
            <Button icon="filter" aria-expanded={filtering} onClick={() => setFiltering(!filtering)}>
              {texts().filter}
              {used > 0 && <span class="count">{used}</span>}
            </Button>
          )}
          {hasSeries(resource) && <SeriesSwitch bySeries={view.bySeries} />}
          <Button icon="list" onClick={() => setChoosing(true)}>
            {texts().chooseColumns}
          </Button>
          <Views resource={resource} query={() => savedQuery(query, view, columnKeys)} />
        </div>
        {filtering && (
          <div class="filters">
            {filters.map((field) => (
              <Filter key={field.name} field={field} value={view.filters[field.name] ?? ''} />
            ))}
          </div>
        )}
        {view.filters[seriesFilter] && <SeriesFilter resource={resource} id={Number(view.filters[seriesFilter])} />}
        {chosen.length > 0 && (
          <Bulk
            resource={resource}
            records={chosen}
            onAct={act}
            onEdit={() => setEditing(true)}
            onClear={() => setSelected(new Set())}
          />
        )}
        {list.value?.rows.map(({ record }) => (
          <RemovalNotice key={record.id} resource={resource} record={record} onDecided={list.reload} />
        ))}
        <Results
          {...list}
          resource={resource}
          view={view}
          columns={columns}
          selected={selected}
          onSelected={setSelected}
          onAct={act}
        />
      </TabPanel>
      {choosing && (
        <ChooseColumns
          resource={resource}
          shown={columnKeys}
          defaults={defaultKeys(resource)}
          onClose={() => setChoosing(false)}
        />
      )}
      {editing && (
        <BulkDialog resource={resource} records={chosen} onClose={() => setEditing(false)} onChanged={changed} />
      )}
      <BulkProgress />
    </>
  );
}

interface ResultsProps extends Loaded<Shown> {
  readonly resource: ResourceInfo;
  readonly view: View;
  readonly columns: readonly Column[];
  readonly selected: ReadonlySet<number>;
  readonly onSelected: (selected: ReadonlySet<number>) => void;
  readonly onAct: (action: Action, records: readonly ApiRecord[]) => void;
}

function Results({ value, error, waiting, reload, resource, view, ...picking }: ResultsProps) {
  if (error) return <Failure error={error} retry={reload} />;
  if (!value) return <Loading label={texts().loading(nounsOf(resource))} lines={8} />;
  const { rows, total, pages } = value;
  if (rows.length === 0) return <EmptyList resource={resource} view={view} />;
  return (
    <div class={waiting ? 'stale' : undefined} aria-busy={waiting}>
      <Table
        resource={resource}
        rows={rows}
        sort={view.sort}
        onSort={(sort) => setQuery({ sort, page: undefined })}
        onChanged={reload}
        {...picking}
      />
      {!asTree(resource, view) && (
        <Paging
          page={view.page}
          pages={pages}
          perPage={view.perPage}
          total={total}
          onPage={setPage}
          onPerPage={(size) => {
            setQuery({ page: undefined, per_page: undefined });
            inBackground(changeList(resource.path, { per_page: size }));
          }}
        />
      )}
    </div>
  );
}

/** No results, or no records yet. */
function EmptyList({ resource, view }: { readonly resource: ResourceInfo; readonly view: View }) {
  const nouns = nounsOf(resource);
  const names = Object.keys(view.filters);
  if (view.search || names.length) {
    const clear = () => setQuery(Object.fromEntries(['q', 'page', ...names].map((name) => [name, undefined])));
    return (
      <Empty icon="search" title={uiTexts().noResults} text={texts().noMatch(nouns)}>
        <Button onClick={clear}>{texts().clearSearch}</Button>
      </Empty>
    );
  }
  if (view.tab === 'trash') return <Empty icon="trash" title={texts().emptyTrash} />;
  return (
    <Empty icon={iconOf(resource)} title={texts().noneYet(nouns)}>
      <ButtonLink kind="primary" icon="add" href={hrefOf(`/${resource.path}/new`)}>
        {newOf(resource)}
      </ButtonLink>
    </Empty>
  );
}
