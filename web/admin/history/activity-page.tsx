// The activity page: changes of all records that the user may edit, with filters.
import { contract, pluralOf, resourceAt } from '../api/contract';
import { may } from '../api/session';
import { address, hrefOf, setPage, setQuery } from '../router';
import { useTitle } from '../shell/title';
import { Button } from '../ui/button';
import { useLoaded } from '../ui/load';
import { PagedList } from '../ui/paged-list';
import { Entry, NoRevisions } from './entry';
import { DayFilter, Select } from './filter';
import { listRevisions, type Revision } from './revisions-api';
import { texts } from './texts';
import { UserFilter } from './user-filter';
import '../collection/collection.css';
import './history.css';

const perPage = 50;
/** `via` is set by links of other pages only. */
const filterNames = ['resource', 'action', 'user', 'after', 'before', 'via'] as const;

export function ActivityPage() {
  useTitle(texts().activity);
  const { query } = address.value;
  const page = Number(query.get('page') ?? 1) || 1;
  const given = Object.fromEntries(filterNames.map((name) => [name, query.get(name) ?? '']));
  const list = useLoaded(
    (signal) => listRevisions({ ...given, ...untilEndOf(given.before), page, per_page: perPage }, signal),
    [JSON.stringify(given), page],
  );
  const filter = (name: string, value: string) => setQuery({ [name]: value, page: undefined });
  const isFiltered = filterNames.some((name) => given[name]);
  return (
    <>
      <header class="page-head">
        <h1>{texts().activity}</h1>
      </header>
      <div class="tools activity-filters">
        <Select
          label={texts().resource}
          value={given.resource ?? ''}
          options={contract.resources.filter(({ right }) => may(right)).map((one) => [one.path, pluralOf(one)])}
          onChange={(path) => filter('resource', path)}
        />
        <Select
          label={texts().action}
          value={given.action ?? ''}
          options={Object.entries(texts().actions)}
          onChange={(action) => filter('action', action)}
        />
        <UserFilter value={given.user ?? ''} onChange={(user) => filter('user', user)} />
        <DayFilter label={texts().from} value={given.after ?? ''} onChange={(day) => filter('after', day)} />
        <DayFilter label={texts().until} value={given.before ?? ''} onChange={(day) => filter('before', day)} />
        {isFiltered && (
          <Button
            icon="close"
            onClick={() => setQuery(Object.fromEntries(filterNames.map((name) => [name, undefined])))}
          >
            {texts().clear}
          </Button>
        )}
      </div>
      <PagedList of={list} label={texts().loading} {...{ page, perPage }} onPage={setPage} empty={<NoRevisions />}>
        {(revisions) => (
          <ol class="revisions">
            {revisions.map((revision) => (
              <Entry key={revision.id} revision={revision} title={<RecordName revision={revision} />} />
            ))}
          </ol>
        )}
      </PagedList>
    </>
  );
}

/** The whole last day is included. */
const untilEndOf = (day = '') => (day ? { before: `${day} 24:00:00` } : {});

/** Links to the page of the record, unless it is gone or has none. */
function RecordName({ revision: { resource, record, title, action } }: { readonly revision: Revision }) {
  const info = resourceAt(resource);
  const name = title || `#${record}`;
  const hasPage = info && !info.only && info.statuses !== undefined;
  return hasPage && action !== 'erased' ? <a href={hrefOf(`/${resource}/${record}`)}>{name}</a> : <span>{name}</span>;
}
