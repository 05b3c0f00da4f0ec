// The list of imports, newest first.
import { address, hrefOf, setPage } from '../router';
import { useTitle } from '../shell/title';
import { ButtonLink } from '../ui/button';
import { useLoaded } from '../ui/load';
import { Moment } from '../ui/moment';
import { PagedList } from '../ui/paged-list';
import { Empty } from '../ui/state';
import { type Import, listImports } from './imports-api';
import { texts } from './texts';
import { totalsOf } from './totals';

const perPage = 25;

export function ImportListPage() {
  const t = texts();
  useTitle(t.title);
  const page = Number(address.value.query.get('page') ?? 1) || 1;
  const list = useLoaded((signal) => listImports(page, perPage, signal), [page]);
  return (
    <>
      <header class="page-head">
        <h1>{t.title}</h1>
        <ButtonLink kind="primary" icon="upload" href={hrefOf('/imports/new')}>
          {t.newImport}
        </ButtonLink>
      </header>
      <p>{t.intro}</p>
      <PagedList
        of={list}
        label={t.loading}
        {...{ page, perPage }}
        onPage={setPage}
        empty={<Empty icon="upload" title={t.none} text={t.noneText} />}
      >
        {(records) => <List imports={records} />}
      </PagedList>
    </>
  );
}

const List = ({ imports }: { readonly imports: readonly Import[] }) => (
  <ol class="imports">
    {imports.map((one) => {
      const { created, updated, failed } = totalsOf(one);
      return (
        <li key={one.id}>
          <p>
            <a href={hrefOf(`/imports/${one.id}`)}>{one.name || `${texts().unnamed} ${one.id}`}</a>{' '}
            <span class={`badge import-${one.state}`}>{texts().states[one.state] ?? one.state}</span>
          </p>
          <p class="quiet-text">
            {texts().kinds[one.kind] ?? one.kind} · {texts().summary(created, updated, failed)} · {one.user.name} ·{' '}
            <Moment utc={one.started_utc} />
          </p>
        </li>
      );
    })}
  </ol>
);
