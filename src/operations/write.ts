// Creating, updating and removing, written once for every resource. The caller holds the transaction.
import { is } from '../core/condition.js';
import { Problem } from '../core/problem.js';
import type { Operations, Resource, Settled } from '../core/resource.js';
import type { Row, WritingDesk } from '../core/store.js';
import { recount, writeLinks } from './links.js';
import { operationsOf } from './perform.js';
import { freeSlug } from './slugs.js';

export const create: Operations['create'] = async (desk, resource, given) => {
  const settled = resource.settle({ given, stored: undefined, call: desk.call });
  const slug = await freeSlug(desk.store, resource, settled, undefined);
  const values = { ...settled.values, ...slug };
  const id = await desk.store.insert(resource, values);
  const row = { ...values, id };
  await writeLinks(desk, resource, row, undefined, given);
  await desk.store.index(resource, id, resource.texts(row));
  return id;
};

export const update: Operations['update'] = async (desk, resource, stored, given) => {
  const settled = resource.settle({ given, stored, call: desk.call });
  const row = await keep(desk, resource, stored, settled);
  await writeLinks(desk, resource, row, stored, given);
};

export const remove: Operations['remove'] = async (desk, resource, stored) => {
  switch (resource.removal) {
    case 'trash': {
      if (stored.status === 'trash') throw new Problem('in-trash', { resource: resource.name });
      const row = await keep(
        desk,
        resource,
        stored,
        resource.settle({ given: {}, stored, call: desk.call, trashing: true }),
      );
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

async function keep({ store }: WritingDesk, resource: Resource, stored: Row, settled: Settled): Promise<Row> {
  const slug = await freeSlug(store, resource, settled, stored);
  const values = { ...settled.values, ...slug };
  await store.update(resource, stored.id, values);
  const row = { ...stored, ...values };
  await store.index(resource, stored.id, resource.texts(row));
  return row;
}
