// External IDs: finding a record by its ID in another system, and keeping such an ID with one record. A lock on the ID lets
// concurrent requests for it run one after the other.

import { all, is, oneOf } from '../core/condition.js';
import type { WriteContext } from '../core/context.js';
import { type ExternalKey, hasExternalId } from '../core/external.js';
import { groupBy } from '../core/group-by.js';
import { externalLock } from '../core/locks.js';
import type { Model } from '../core/model.js';
import { Problem, problemWith } from '../core/problem.js';
import type { Row, Values } from '../core/store.js';

/** Also finds records that the caller may not read: the rights on the record are checked by the caller. */
export async function findExternal({ store }: WriteContext, model: Model, key: ExternalKey): Promise<Row | undefined> {
  await store.lock(externalLock(model, key.source, key.externalId));
  return store.read({ table: model, where: hasExternalId(key) });
}

/** With the ID of the other record, if the caller may know it. */
export const externalIdTaken = (model: Model, id?: number): Problem =>
  new Problem('external-id-taken', { ...problemWith(model), ...(id !== undefined && { extra: { id } }) });

/** Rejects values with an external ID that another record has. */
export async function refuseTakenExternalIds(
  { store }: WriteContext,
  model: Model,
  rows: readonly Values[],
  except = 0,
): Promise<void> {
  const identified = rows.filter(({ external_id: id }) => typeof id === 'string' && id !== '');
  const bySource = groupBy(identified, ({ source }) => String(source));
  // In one order, so that concurrent transactions do not deadlock.
  for (const [source, some] of [...bySource].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const ids = some.map(({ external_id }) => String(external_id));
    if (new Set(ids).size < ids.length) throw externalIdTaken(model);
    await Promise.all([...ids].sort().map((id) => store.lock(externalLock(model, source, id))));
    const where = all(is('source', source), oneOf('external_id', ids));
    const holders = await store.ids({ table: model, where, order: [], limit: ids.length });
    if (holders.some((id) => id !== except)) throw externalIdTaken(model);
  }
}
