// Keeps the tree of categories in order: paths follow slugs and parents, loops are refused, orphans move up.
import { begins, is } from '../../core/condition.js';
import { invalidParam } from '../../core/problem.js';
import type { Operations, Resource } from '../../core/resource.js';
import type { Writer } from '../../core/store.js';
import type { CategoryRow } from './category.js';

const many = 10_000;

/** Longer ones fit no index. */
const longestPath = 2_000;

function withinDepth(path: string): string {
  if (path.length > longestPath) throw invalidParam('parent', 'This category would stand too deep in the tree.');
  return path;
}

async function rewritePath(store: Writer, resource: Resource, id: number): Promise<void> {
  const row = (await store.read({ table: resource, where: is('id', id) })) as CategoryRow | undefined;
  if (!row) return;
  const parent = row.parent
    ? ((await store.read({ table: resource, where: is('id', row.parent) })) as CategoryRow | undefined)
    : undefined;
  const path = parent ? `${parent.path}/${row.slug}` : row.slug;
  if (path === row.path) return;
  await store.update(resource, id, { path: withinDepth(path) });
  const below = await store.list({ table: resource, where: begins('path', `${row.path}/`), order: [], limit: many });
  for (const child of below as readonly CategoryRow[]) {
    await store.update(resource, child.id, { path: withinDepth(path + child.path.slice(row.path.length)) });
  }
}

export const keepPaths = {
  create:
    (next: Operations['create']): Operations['create'] =>
    async (desk, resource, given) => {
      const id = await next(desk, resource, given);
      await rewritePath(desk.store, resource, id);
      return id;
    },
  update:
    (next: Operations['update']): Operations['update'] =>
    async (desk, resource, stored, given) => {
      await next(desk, resource, stored, given);
      await rewritePath(desk.store, resource, stored.id);
    },
};

export const refuseLoops =
  (next: Operations['update']): Operations['update'] =>
  (desk, resource, stored, given) => {
    const parent = given.parent as CategoryRow | undefined;
    const own = (stored as CategoryRow).path;
    if (parent && (parent.id === stored.id || parent.path.startsWith(`${own}/`))) {
      throw invalidParam('parent', 'A category cannot stand below itself.');
    }
    return next(desk, resource, stored, given);
  };

export const moveChildrenUp =
  (next: Operations['remove']): Operations['remove'] =>
  async (desk, resource, stored, given) => {
    const children = await desk.store.list({ table: resource, where: is('parent', stored.id), order: [], limit: many });
    await next(desk, resource, stored, given);
    for (const child of children) {
      await desk.store.update(resource, child.id, { parent: (stored as CategoryRow).parent });
      await rewritePath(desk.store, resource, child.id);
    }
  };
