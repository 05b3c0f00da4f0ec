// From an address to its page.
import { type ResourceInfo, resourceAt } from '../api/contract';
import { may } from '../api/session';
import { CollectionPage } from '../collection/page';
import { MediaPage } from '../media/page';
import { AccountPage } from '../people/account';
import { UsersPage } from '../people/users';
import { address, hrefOf } from '../router';
import { ButtonLink } from '../ui/button';
import { lazily } from '../ui/lazy';
import { Empty } from '../ui/state';
import { datedResource, openResources, peopleResource } from './places';
import { useTitle } from './title';

const RecordPage = lazily(async () => (await import('../form/record-page')).RecordPage);
const CalendarPage = lazily(async () => (await import('../calendar/page')).CalendarPage);

function Missing() {
  useTitle('Not found');
  return (
    <Empty icon="search" title="Page not found" text="The link may be old, or you may not have access to it.">
      <ButtonLink href={hrefOf('')}>Go to the start page</ButtonLink>
    </Empty>
  );
}

/** Someone who may read but not write. */
function Welcome() {
  useTitle('Welcome');
  return (
    <Empty icon="calendar" title="Welcome" text="You can read the calendar and change your password.">
      <ButtonLink href={hrefOf('/account')}>Your account</ButtonLink>
    </Empty>
  );
}

export function Page() {
  const [first, second] = address.value.parts;
  const dated = datedResource();
  if (first === undefined) {
    const [start] = openResources();
    return start ? <Collection resource={start} /> : <Welcome />;
  }
  if (first === 'calendar' && dated) return <CalendarPage resource={dated} />;
  if (first === 'account') return <AccountPage />;
  const people = peopleResource();
  if (first === people?.path) return second ? <Missing /> : <UsersPage resource={people} />;
  const resource = resourceAt(first);
  if (!resource || !may(resource.right)) return <Missing />;
  if (second === undefined) return <Collection resource={resource} />;
  if (second === 'new') return <RecordPage key="new" resource={resource} />;
  return /^\d+$/.test(second) ? <RecordPage key={second} resource={resource} id={Number(second)} /> : <Missing />;
}

/** Files are looked at, not listed. */
const Collection = ({ resource }: { readonly resource: ResourceInfo }) =>
  resource.upload ? <MediaPage resource={resource} /> : <CollectionPage key={resource.name} resource={resource} />;
