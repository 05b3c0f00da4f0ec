// Compares at the end of an import how many records of each kind and status the site has, by the totals of its lists, with how
// many of them are here.
import { all, is, not } from '../../core/condition.js';
import type { Model, Registry } from '../../core/model.js';
import type { Store } from '../../core/store.js';
import { event } from '../../models/event/event.js';
import { masterListing } from '../../models/event/series/rows.js';
import type { Warning } from '../incoming.js';
import { numbersDiffer } from '../report.js';
import type { SiteClient } from './client.js';
import { api } from './list-steps.js';
import { totalOf } from './lists.js';
import type { TakenResource, TecOptions } from './options.js';
import { rowsSpec } from './row-lists.js';
import { readableHidden, readableStatuses } from './statuses.js';

export interface SiteNumber {
  readonly resource: TakenResource;
  /** Empty for records without one. */
  readonly status: string;
  readonly count: number;
}

/** Of the records that the options take. */
export async function siteNumbers(client: SiteClient, options: TecOptions): Promise<readonly SiteNumber[]> {
  const { only, images, since, limit } = options;
  const isTaken = (resource: TakenResource): boolean =>
    (only?.includes(resource) ?? true) &&
    (resource !== 'media' || images === 'fetch') &&
    (resource !== 'event' || (since === undefined && limit === undefined));
  const found: SiteNumber[] = [];
  const add = async (resource: TakenResource, status: string, total: Promise<number | undefined>): Promise<void> => {
    const count = await total;
    if (count !== undefined) found.push({ resource, status, count });
  };
  const all = { hide_empty: '0' };
  if (isTaken('tag')) await add('tag', '', totalOf(client, `${api}/tags`, all));
  if (isTaken('category')) await add('category', '', totalOf(client, `${api}/categories`, all));
  if (isTaken('media')) await add('media', '', totalOf(client, 'wp/v2/media', { media_type: 'image' }));
  for (const resource of ['venue', 'organizer'] as const) {
    if (!isTaken(resource)) continue;
    for (const status of await readableStatuses(client, `${api}/${resource}s`))
      await add(resource, status, totalOf(client, `${api}/${resource}s`, { status }));
  }
  if (!isTaken('event')) return found;
  for (const status of ['publish', ...(await readableHidden(client, `${api}/events`))]) {
    const { path, query, ...more } = rowsSpec(client, status);
    await add('event', status, totalOf(client, path, query, more));
  }
  return found;
}

/** Of this calendar: events and dates, not the series that the dates belong to. */
async function numberHere(store: Store, model: Model, source: string, status: string): Promise<number> {
  const own = is('source', source);
  if (status === '') return store.count({ table: model, where: own });
  const single = all(own, is('status', status));
  if (model.name !== event.name) return store.count({ table: model, where: single });
  const isSeries = is('listing', masterListing);
  const masters = await store.ids({ table: event, where: all(own, isSeries), order: [], limit: maxSeries });
  let count = await store.count({ table: event, where: all(single, not(isSeries)) });
  for (const id of masters)
    count += await store.count({ table: event, where: all(is('series', id), is('status', status)) });
  return count;
}

const maxSeries = 100_000;

/** What a removed record of the site leaves in the trash here is no difference. */
export async function compareNumbers(
  store: Store,
  { named }: Pick<Registry, 'named'>,
  { source, numbers }: { readonly source: string; readonly numbers: readonly SiteNumber[] },
  place: string,
): Promise<readonly Warning[]> {
  const warnings: Warning[] = [];
  for (const { resource, status, count } of numbers) {
    const here = await numberHere(store, named(resource), source, status);
    if (here === count || (status === 'trash' && here > count)) continue;
    const kind = status === '' ? resource : `${resource}, ${status}`;
    warnings.push({ kind: numbersDiffer, place, text: `${kind}: the site has ${count}, here are ${here}.` });
  }
  return warnings;
}
