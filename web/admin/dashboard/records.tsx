// Short lists of records: what is next, what waits for review, and old drafts. The API returns only what the user may see.
import type { ComponentChildren } from 'preact';
import { contract, type ResourceInfo } from '../api/contract';
import { showDay, showSpan } from '../api/moment';
import { type ApiRecord, listRecords, nameOf } from '../api/records';
import { may } from '../api/session';
import { hrefOf } from '../router';
import { useLoaded } from '../ui/load';
import { Failure, Loading } from '../ui/state';
import { clockIn, plus } from '../widgets/wall-clock';
import { texts } from './texts';

const maxShown = 5;
const staleDays = 14;

/** Days and times in the zone of the event, which is named unless it is the zone of the site. */
function whenText({ start_date: start = '', end_date: end = '', all_day: allDay, timezone }: ApiRecord): string {
  const [days, times] = showSpan(start, end, allDay === true);
  const zone = timezone && timezone !== contract.site.timezone ? ` (${timezone.replaceAll('_', ' ')})` : '';
  return `${days}, ${times}${zone}`;
}

interface Found {
  readonly records: readonly ApiRecord[];
  readonly total: number;
}

interface ListCardProps {
  readonly id: string;
  readonly title: string;
  readonly resource: ResourceInfo;
  readonly load: (signal: AbortSignal) => Promise<Found>;
  readonly hint: (record: ApiRecord) => string;
  readonly empty: string;
  /** The link below the list. */
  readonly children: ComponentChildren;
}

function ListCard({ id, title, resource, load, hint, empty, children }: ListCardProps) {
  const { value, error, reload } = useLoaded(load, []);
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {error ? <Failure error={error} retry={reload} /> : !value && <Loading lines={3} />}
      {value && value.records.length === 0 && <p class="quiet-text">{empty}</p>}
      {value && value.records.length > 0 && (
        <ul class="dashboard-list">
          {value.records.map((record) => (
            <li key={record.id}>
              <a href={hrefOf(`/${resource.path}/${record.id}`)}>{nameOf(resource, record)}</a>
              <span class="quiet-text">{hint(record)}</span>
            </li>
          ))}
        </ul>
      )}
      <p>
        {value && value.total > value.records.length && (
          <span class="quiet-text">{texts().more(value.total - value.records.length)} · </span>
        )}
        {children}
      </p>
    </section>
  );
}

interface Props {
  readonly resource: ResourceInfo;
}

export const Next = ({ resource }: Props) => (
  <ListCard
    id="dashboard-next"
    title={texts().next}
    resource={resource}
    load={(signal) => {
      const now = clockIn(contract.site.timezone, new Date());
      const query = { status: 'publish', ends_after: now, strict_dates: true, orderby: 'start_date' };
      return listRecords(resource, { ...query, per_page: maxShown }, signal);
    }}
    hint={whenText}
    empty={texts().nothingNext}
  >
    <a href={hrefOf(`/${resource.path}`)}>{texts().allUpcoming}</a>
  </ListCard>
);

export const Review = ({ resource }: Props) => (
  <ListCard
    id="dashboard-review"
    title={texts().review}
    resource={resource}
    load={(signal) => listRecords(resource, { status: 'pending', per_page: maxShown }, signal)}
    hint={whenText}
    empty={texts().nothingToReview}
  >
    {may('edit-others') ? (
      <a href={hrefOf('/review')}>{texts().openReview}</a>
    ) : (
      <a href={hrefOf(`/${resource.path}?tab=pending`)}>{texts().ownPending}</a>
    )}
  </ListCard>
);

/** The oldest drafts first. `today` is the day of the server, `YYYY-MM-DD`. */
async function staleDrafts(resource: ResourceInfo, today: string, signal: AbortSignal): Promise<Found> {
  const query = { status: 'draft', orderby: 'modified', order: 'asc', per_page: maxShown };
  const { records } = await listRecords(resource, query, signal);
  const limit = plus(`${today} 00:00:00`, -staleDays * 86_400);
  const old = records.filter(({ modified_utc: modified = '' }) => modified < limit);
  return { records: old, total: old.length };
}

export const StaleDrafts = ({ resource, today }: Props & { readonly today: string }) => (
  <ListCard
    id="dashboard-stale"
    title={texts().stale}
    resource={resource}
    load={(signal) => staleDrafts(resource, today, signal)}
    hint={({ modified = '' }) => texts().changedOn(showDay(modified))}
    empty={texts().nothingStale}
  >
    <a href={hrefOf(`/${resource.path}?tab=draft`)}>{texts().allDrafts}</a>
  </ListCard>
);
