// Creating, updating and removing, written once for every resource. The caller holds the transaction.
import { is } from '../core/condition.js';
import type { Given } from '../core/field.js';
import { Problem, problemWith } from '../core/problem.js';
import type { Operations, Resource } from '../core/resource.js';
import type { Row, WritingDesk } from '../core/store.js';
import { indexNew, indexRecord } from './languages.js';
import { linkNew, recount, targetsOf, writeLinks } from './links.js';
import { operationsOf } from './perform.js';
import { type Change, settleChange, settleNew } from './texts.js';

export const create: Operations['create'] = async (desk, resource, given) =>
  (await createAll(desk, resource, [given]))[0] as number;

/** Many records in few statements. The text index comes last: nothing else has to wait for it to be written out. */
export async function createAll(
  desk: WritingDesk,
  resource: Resource,
  givens: readonly Given[],
): Promise<readonly number[]> {
  const { store } = desk;
  const [values, ids] = await Promise.all([settleNew(desk, resource, givens), store.takeIds(resource, givens.length)]);
  const linked = await targetsOf(desk, resource, givens);
  const rows = values.map((one, at) => ({ ...one, id: ids[at] as number }));
  await Promise.all([
    store.insertAll(resource, rows),
    ...linked.map((one) => linkNew(desk, rows, one)),
    indexNew(desk, resource, rows),
  ]);
  return ids;
}

export const update: Operations['update'] = async (desk, resource, stored, given) => {
  const row = await keep(desk, resource, stored, { given });
  await writeLinks(desk, resource, row, stored, given);
  await indexRecord(desk, resource, row, stored);
};

export const remove: Operations['remove'] = async (desk, resource, stored, { force }) => {
  switch (resource.removal) {
    case 'trash': {
      if (stored.status === 'trash' && force) return operationsOf(resource).erase(desk, resource, stored);
      if (stored.status === 'trash') throw new Problem('in-trash', problemWith(resource));
      const row = await keep(desk, resource, stored, { given: {}, trashing: true });
      await recount(desk, resource, row, stored);
      return indexRecord(desk, resource, row, stored);
    }
    case 'erase':
      await operationsOf(resource).erase(desk, resource, stored);
  }
};

export const erase: Operations['erase'] = async (desk, resource, stored) => {
  const none = Object.fromEntries(Object.keys(resource.links).map((field) => [field, []]));
  await writeLinks(desk, resource, stored, stored, none);
  for (const link of desk.registry.links) {
    if (link.target === resource.name) await desk.store.unlink(link, stored.id);
  }
  await desk.store.remove(resource, is('id', stored.id));
};

async function keep(desk: WritingDesk, resource: Resource, stored: Row, change: Change): Promise<Row> {
  const values = await settleChange(desk, resource, stored, change);
  await desk.store.update(resource, stored.id, values);
  return { ...stored, ...values };
}
