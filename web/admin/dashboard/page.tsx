// The start page of the console for users who may write: what is next, what needs attention, and how the site is used.
import { responseBody } from '../api/client';
import { newOf, type ResourceInfo } from '../api/contract';
import type { Statistics } from '../api/generated';
import { hrefOf } from '../router';
import { Checklist } from '../setup/checklist';
import { useTitle } from '../shell/title';
import { ButtonLink } from '../ui/button';
import { useLoaded } from '../ui/load';
import { Failure, Loading } from '../ui/state';
import { Database } from './database';
import { Next, Review, StaleDrafts } from './records';
import { texts } from './texts';
import { Usage } from './usage';
import './dashboard.css';

export function DashboardPage({ resource }: { readonly resource: ResourceInfo }) {
  useTitle(texts().title);
  const { value, error, reload } = useLoaded(
    (signal) => responseBody<Statistics>('GET', '/statistics', { signal }),
    [],
  );
  return (
    <>
      <header class="page-head">
        <h1>{texts().title}</h1>
        <ButtonLink kind="primary" icon="add" href={hrefOf(`/${resource.path}/new`)}>
          {newOf(resource)}
        </ButtonLink>
      </header>
      <Checklist />
      <div class="dashboard-cards">
        <Next resource={resource} />
        <Review resource={resource} />
        {value && <StaleDrafts resource={resource} today={value.days.at(-1)?.date ?? ''} />}
      </div>
      {error ? <Failure error={error} retry={reload} /> : !value && <Loading lines={4} />}
      {value && <Usage days={value.days} />}
      {value?.store && <Database store={value.store} />}
    </>
  );
}
