// What can be found: records of every resource that the user may edit, pages of the console, and actions.

import { newOf, parametersOf, pluralOf, type ResourceInfo } from '../api/contract';
import { listRecords, nameOf, type Query } from '../api/records';
import { statusLabel } from '../api/status';
import { texts as collectionTexts } from '../collection/texts';
import { accountItems, contentItems, editableResources, iconOf, siteResources } from '../shell/navigation';
import type { IconName } from '../ui/icon';
import { texts as uiTexts } from '../ui/texts';
import { hintIn } from '../widgets/record-search';

export interface Found {
  readonly key: string;
  readonly label: string;
  readonly hint?: string;
  readonly icon: IconName;
  /** Path in the console. */
  readonly to: string;
}

export interface FoundGroup {
  readonly title: string;
  readonly items: readonly Found[];
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const contains = (label: string, typed: string): boolean => folded(label).includes(folded(typed.trim()));

const pages = (): readonly Found[] =>
  [...contentItems(), ...accountItems()].map(({ to, label, icon }) => ({ key: `page ${to}`, label, icon, to }));

const actions = (): readonly Found[] =>
  [...editableResources(), ...siteResources()]
    .filter(({ upload }) => !upload)
    .map((resource) => ({
      key: `new ${resource.path}`,
      label: newOf(resource),
      icon: 'add',
      to: `/${resource.path}/new`,
    }));

/** Pages and actions whose label contains the text. */
export const staticGroups = (typed: string): readonly FoundGroup[] =>
  [
    { title: collectionTexts().actions, items: actions() },
    { title: uiTexts().pages, items: pages() },
  ]
    .map(({ title, items }) => ({ title, items: items.filter(({ label }) => contains(label, typed)) }))
    .filter(({ items }) => items.length > 0);

/** Records per resource. */
const maxRecords = 5;

/** A series is found once instead of each of its dates. */
const queryFor = (resource: ResourceInfo, typed: string): Query => ({
  search: typed.trim(),
  per_page: maxRecords,
  ...(parametersOf(resource).has('occurrences') && { occurrences: 'series' }),
});

async function recordsOf(resource: ResourceInfo, typed: string, signal: AbortSignal): Promise<FoundGroup> {
  const { records } = await listRecords(resource, queryFor(resource, typed), signal);
  const items = records.map((record) => {
    const status = record.status && record.status !== 'publish' ? statusLabel(record.status) : '';
    return {
      key: `${resource.path} ${record.id}`,
      label: nameOf(resource, record),
      hint: [hintIn(record), status].filter(Boolean).join(', '),
      icon: iconOf(resource),
      to: `/${resource.path}/${record.id}`,
    };
  });
  return { title: pluralOf(resource), items };
}

export interface FoundRecords {
  readonly groups: readonly FoundGroup[];
  /** A resource could not be searched; the others are complete. */
  readonly failed: boolean;
}

export async function findRecords(typed: string, signal: AbortSignal): Promise<FoundRecords> {
  const sources = [...editableResources(), ...siteResources()].filter((resource) =>
    parametersOf(resource).has('search'),
  );
  const settled = await Promise.allSettled(sources.map((resource) => recordsOf(resource, typed, signal)));
  return {
    groups: settled.flatMap((one) => (one.status === 'fulfilled' && one.value.items.length ? [one.value] : [])),
    failed: settled.some(({ status }) => status === 'rejected'),
  };
}
