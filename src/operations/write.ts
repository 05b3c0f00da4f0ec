// Creating, updating and removing, written once for every resource. The caller holds the transaction.
import { is } from '../core/condition.js';
import { Problem } from '../core/problem.js';
import type { Operations, Resource } from '../core/resource.js';
import type { Row, WritingDesk } from '../core/store.js';
import { indexRecord } from './languages.js';
import { recount, writeLinks } from './links.js';
import { operationsOf } from './perform.js';
import { type Change, settleChange, settleNew } from './texts.js';

export const create: Operations['create'] = async (desk, resource, given) => {
  const values = await settleNew(desk, resource, given);
  const id = await desk.store.insert(resource, values);
  const row = { ...values, id };
  await writeLinks(desk, resource, row, undefined, given);
  await indexRecord(desk, resource, row);
  return id;
};

export const update: Operations['update'] = async (desk, resource, stored, given) => {
  const row = await keep(desk, resource, stored, { given });
  await writeLinks(desk, resource, row, stored, given);
};

export const remove: Operations['remove'] = async (desk, resource, stored, { force }) => {
  switch (resource.removal) {
    case 'trash': {
      if (stored.status === 'trash' && force) return operationsOf(resource).erase(desk, resource, stored);
      if (stored.status === 'trash') throw new Problem('in-trash', { resource: resource.name });
      const row = await keep(desk, resource, stored, { given: {}, trashing: true });
      return recount(desk, resource, row, stored);
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
  const row = { ...stored, ...values };
  await indexRecord(desk, resource, row, stored);
  return row;
}
