// What can be found: records of every resource that the user may edit, pages of the console, and actions.

import { newOf, parametersOf, type ResourceInfo, singularOf } from '../api/contract';
import { showDay } from '../api/moment';
import { listRecords, nameOf, type Query } from '../api/records';
import { statusLabel } from '../api/status';
import { accountItems, contentItems, editableResources, iconOf, siteResources } from '../shell/navigation';
import type { IconName } from '../ui/icon';
import { eachOnce, matchOf, ranked } from './rank';
import { texts } from './texts';

export interface Found {
  readonly key: string;
  readonly label: string;
  readonly hint: string;
  readonly icon: IconName;
  /** Path in the console. */
  readonly to: string;
  readonly isPast?: boolean;
}

const pages = (): readonly Found[] =>
  [...contentItems(), ...accountItems()].map(({ to, label, icon }) => ({
    key: `page ${to}`,
    label,
    hint: texts().page,
    icon,
    to,
  }));

const actions = (): readonly Found[] =>
  [...editableResources(), ...siteResources()]
    .filter(({ upload }) => !upload)
    .map((resource) => ({
      key: `new ${resource.path}`,
      label: newOf(resource),
      hint: texts().action,
      icon: 'add',
      to: `/${resource.path}/new`,
    }));

/** Actions and pages whose label contains the text. */
export const staticItems = (typed: string): readonly Found[] =>
  [...actions(), ...pages()].filter(({ label }) => typed.trim() === '' || matchOf(label, typed) !== 'elsewhere');

/** Records per list: enough that a name which begins with the text is among those that match elsewhere. */
const maxRecords = 40;
/** Shown. */
const maxFound = 12;

/** Lists of dated records: upcoming ones with the next first, then past ones with the latest first; each series once. */
function queriesFor(resource: ResourceInfo): readonly Query[] {
  const known = parametersOf(resource);
  if (!known.has('ends_after')) return [{}];
  const common: Query = { strict_dates: true, ...(known.has('occurrences') && { occurrences: 'series' }) };
  return [
    { ...common, ends_after: 'now' },
    { ...common, ends_before: 'now', order: 'desc' },
  ];
}

async function recordsOf(resource: ResourceInfo, typed: string, signal: AbortSignal): Promise<readonly Found[]> {
  const fields = ['id', 'status', 'city', 'start_date', 'occurrence_of', resource.label, `_input.${resource.label}`];
  const shown = fields.map((name) => `${resource.path}.${name}`).join();
  const common = { search: typed.trim(), per_page: maxRecords, _fields: shown };
  const lists = await Promise.all(
    queriesFor(resource).map(async (query, at) => {
      const { records } = await listRecords(resource, { ...common, ...query }, signal);
      return records.map((record) => ({ record, isPast: at > 0 }));
    }),
  );
  return eachOnce(lists.flat()).map(({ record, isPast }) => {
    const status = record.status && record.status !== 'publish' ? statusLabel(record.status) : '';
    const hints = [singularOf(resource), record.city, record.start_date && showDay(record.start_date), status];
    return {
      key: `${resource.path} ${record.id}`,
      label: nameOf(resource, record),
      hint: hints.filter(Boolean).join(', '),
      icon: iconOf(resource),
      to: `/${resource.path}/${record.id}`,
      isPast,
    };
  });
}

export interface FoundRecords {
  readonly records: readonly Found[];
  /** A resource could not be searched; the others are complete. */
  readonly failed: boolean;
}

export async function findRecords(typed: string, signal: AbortSignal): Promise<FoundRecords> {
  const sources = [...editableResources(), ...siteResources()].filter((resource) =>
    parametersOf(resource).has('search'),
  );
  const settled = await Promise.allSettled(sources.map((resource) => recordsOf(resource, typed, signal)));
  return {
    records: settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
    failed: settled.some(({ status }) => status === 'rejected'),
  };
}

/** The best of everything. */
export const bestOf = (typed: string, records: readonly Found[]): readonly Found[] =>
  typed.trim() === '' ? staticItems('') : ranked(typed, [...staticItems(typed), ...records]).slice(0, maxFound);
