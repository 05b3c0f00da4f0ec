// The navigation: one item for each resource that the user may edit, the calendar and the own account.

import { contract, fieldsOf, pluralOf, type ResourceInfo } from '../api/contract';
import { may } from '../api/session';
import { texts as calendarTexts } from '../calendar/texts';
import { texts as dashboardTexts } from '../dashboard/texts';
import { texts as embedTexts } from '../embed/texts';
import { texts as historyTexts } from '../history/texts';
import { texts as importsTexts } from '../imports/texts';
import { reviewCount } from '../review/count';
import { texts as reviewTexts } from '../review/texts';
import { texts as settingsTexts } from '../settings/texts';
import type { IconName } from '../ui/icon';
import { texts } from './texts';

export interface NavigationItem {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  /** What waits there. */
  readonly count?: number;
}

/** Resources that are not listed get the folder icon. */
const icons: Readonly<Record<string, IconName>> = {
  event: 'list',
  venue: 'pin',
  organizer: 'star',
  category: 'folder',
  tag: 'tag',
  media: 'image',
  subscription: 'feed',
  user: 'users',
  webhook: 'external',
};

export const iconOf = ({ name }: ResourceInfo): IconName => icons[name] ?? 'folder';

const resourcesOf = (isListed: (resource: ResourceInfo) => boolean): readonly ResourceInfo[] =>
  contract.resources.filter((resource) => may(resource.right) && isListed(resource));

/** Resources of the calendar. */
export const editableResources = (): readonly ResourceInfo[] =>
  resourcesOf(({ only, right }) => !only && right !== 'administer');

/** Resources of the site, such as its users. */
export const siteResources = (): readonly ResourceInfo[] =>
  resourcesOf(({ only, right }) => !only && right === 'administer');

/** The settings of the site: a resource with a single record. */
export const settingsResource = (): ResourceInfo | undefined => resourcesOf(({ only }) => only === true)[0];

/** Records with a start and an end appear on the calendar. */
export const isDated = ({ name }: ResourceInfo): boolean => {
  const names = new Set(fieldsOf(name).map((field) => field.name));
  return names.has('start_date') && names.has('end_date');
};

export const datedResource = (): ResourceInfo | undefined => editableResources().find(isDated);

const itemOf = (resource: ResourceInfo): NavigationItem => ({
  to: `/${resource.path}`,
  label: pluralOf(resource),
  icon: iconOf(resource),
});

export function contentItems(): readonly NavigationItem[] {
  const dated = datedResource();
  const start = { to: '', label: dashboardTexts().title, icon: 'home' as const };
  const items = editableResources().flatMap((resource) => [
    itemOf(resource),
    ...(resource === dated ? [{ to: '/calendar', label: calendarTexts().calendar, icon: 'calendar' as const }] : []),
    ...(resource === dated && may('edit-others')
      ? [{ to: '/review', label: reviewTexts().title, icon: 'check' as const, count: reviewCount() }]
      : []),
  ]);
  return dated ? [start, ...items] : items;
}

export const accountItems = (): readonly NavigationItem[] => [
  ...(may('write') ? [{ to: '/activity', label: historyTexts().activity, icon: 'restore' as const }] : []),
  ...(may('edit-others') ? [{ to: '/imports', label: importsTexts().title, icon: 'upload' as const }] : []),
  ...(editableResources().length ? [{ to: '/embed', label: embedTexts().title, icon: 'external' as const }] : []),
  ...siteResources().map(itemOf),
  ...(settingsResource() ? [{ to: '/settings', label: settingsTexts().title, icon: 'settings' as const }] : []),
  { to: '/account', label: texts().account, icon: 'user' },
];
