// The places of the console: one for each resource that this person may change, and a few of its own. What they may not
// do is not offered.
import { contract, fieldsOf, manyOf, type ResourceInfo } from '../api/contract';
import { may } from '../api/session';
import type { IconName } from '../ui/icon';

export interface PlaceInfo {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
}

/** Those that are not listed look like folders. */
const icons: Readonly<Record<string, IconName>> = {
  event: 'list',
  venue: 'pin',
  organizer: 'star',
  category: 'folder',
  tag: 'tag',
  media: 'image',
};

export const iconOf = ({ name }: ResourceInfo): IconName => icons[name] ?? 'folder';

/** People have pages of their own. */
const people = 'user';
export const peopleResource = (): ResourceInfo | undefined =>
  contract.resources.find(({ name, right }) => name === people && may(right));

export const openResources = (): readonly ResourceInfo[] =>
  contract.resources.filter(({ name, right }) => name !== people && may(right));

/** Whether records have a beginning and an end, so that a calendar can show them. */
export const isDated = ({ name }: ResourceInfo): boolean => {
  const names = new Set(fieldsOf(name).map((field) => field.name));
  return names.has('start_date') && names.has('end_date');
};

export const datedResource = (): ResourceInfo | undefined => openResources().find(isDated);

export function workPlaces(): readonly PlaceInfo[] {
  const dated = datedResource();
  return openResources().flatMap((resource) => [
    { to: `/${resource.path}`, label: manyOf(resource), icon: iconOf(resource) },
    ...(resource === dated ? [{ to: '/calendar', label: 'Calendar', icon: 'calendar' as const }] : []),
  ]);
}

export const peoplePlaces = (): readonly PlaceInfo[] => [
  ...(peopleResource() ? [{ to: '/users', label: 'Users', icon: 'people' as const }] : []),
  { to: '/account', label: 'Your account', icon: 'person' },
];
