// Maps the address to a page.
import { type ResourceInfo, resourceAt } from '../api/contract';
import { isOwnAccount } from '../api/records';
import { may } from '../api/session';
import { MediaPage } from '../media/page';
import { address, hrefOf } from '../router';
import { ButtonLink } from '../ui/button';
import { lazy } from '../ui/lazy';
import { Empty } from '../ui/state';
import { datedResource, editableResources, settingsResource } from './navigation';
import { texts } from './texts';
import { useTitle } from './title';

const AccountPage = lazy(async () => (await import('../users/account')).AccountPage);
const CollectionPage = lazy(async () => (await import('../collection/page')).CollectionPage);
const RecordPage = lazy(async () => (await import('../form/record-page')).RecordPage);
const SettingsPage = lazy(async () => (await import('../settings/page')).SettingsPage);
const DashboardPage = lazy(async () => (await import('../dashboard/page')).DashboardPage);
const ReviewPage = lazy(async () => (await import('../review/page')).ReviewPage);
const EmbedPage = lazy(async () => (await import('../embed/page')).EmbedPage);
const ImportsPage = lazy(async () => (await import('../imports/page')).ImportsPage);
const ActivityPage = lazy(async () => (await import('../history/activity-page')).ActivityPage);
const CalendarPage = lazy(async () => (await import('../calendar/page')).CalendarPage);

function Missing() {
  useTitle(texts().notFound);
  return (
    <Empty icon="search" title={texts().pageNotFound} text={texts().pageNotFoundHint}>
      <ButtonLink href={hrefOf('')}>{texts().toStart}</ButtonLink>
    </Empty>
  );
}

/** For subscribers, who may read but not edit. */
function Welcome() {
  useTitle(texts().welcome);
  return (
    <Empty icon="calendar" title={texts().welcome} text={texts().welcomeHint}>
      <ButtonLink href={hrefOf('/account')}>{texts().account}</ButtonLink>
    </Empty>
  );
}

export function Page() {
  const [first, second] = address.value.parts;
  const dated = datedResource();
  if (first === undefined) {
    const [start] = editableResources();
    if (dated) return <DashboardPage resource={dated} />;
    return start ? <Collection resource={start} /> : <Welcome />;
  }
  if (first === 'calendar' && dated) return <CalendarPage resource={dated} />;
  if (first === 'review' && may('edit-others')) return <ReviewPage />;
  if (first === 'imports' && may('edit-others')) return <ImportsPage />;
  if (first === 'account') return <AccountPage />;
  if (first === 'embed' && editableResources().length > 0) return second ? <Missing /> : <EmbedPage />;
  if (first === 'activity' && may('write')) return <ActivityPage />;
  const settings = settingsResource();
  if (first === settings?.path) return second ? <Missing /> : <SettingsPage resource={settings} />;
  const resource = resourceAt(first);
  if (!resource || !may(resource.right)) return <Missing />;
  if (second === undefined) return <Collection resource={resource} />;
  if (second === 'new') return <RecordPage key="new" resource={resource} />;
  if (isOwnAccount(resource, Number(second))) return <AccountPage />;
  return /^\d+$/.test(second) ? <RecordPage key={second} resource={resource} id={Number(second)} /> : <Missing />;
}

/** Files get the library, other records a table. */
const Collection = ({ resource }: { readonly resource: ResourceInfo }) =>
  resource.upload ? <MediaPage resource={resource} /> : <CollectionPage key={resource.name} resource={resource} />;
