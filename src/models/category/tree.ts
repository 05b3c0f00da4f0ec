// Keeps the tree of categories in order: paths follow slugs and parents, loops are refused, orphans move up. Every change
// of a category holds the lock of the tree, since its path depends on others.
import { begins, is } from '../../core/condition.js';
import type { Given } from '../../core/field.js';
import { invalidParam } from '../../core/problem.js';
import type { Operations, Resource } from '../../core/resource.js';
import type { Writer, WritingDesk } from '../../core/store.js';
import { claimTree, refuseLoop } from '../families/tree.js';
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
      await claimTree(desk.store, resource);
      const id = await next(desk, resource, await withParent(desk, resource, given));
      await rewritePath(desk.store, resource, id);
      return id;
    },
  update:
    (next: Operations['update']): Operations['update'] =>
    async (desk, resource, stored, given) => {
      await claimTree(desk.store, resource);
      const fresh = await withParent(desk, resource, given);
      const parent = fresh.parent as CategoryRow | undefined;
      const move = { id: stored.id, parent: parent?.id ?? 0 };
      await refuseLoop(desk.store, resource, move, 'A category cannot stand below itself.');
      await next(desk, resource, stored, fresh);
      await rewritePath(desk.store, resource, stored.id);
    },
};

/** The parent was looked up before the lock was held: another transaction may have moved, renamed or removed it since. */
async function withParent({ store }: WritingDesk, resource: Resource, given: Given): Promise<Given> {
  const looked = given.parent as CategoryRow | undefined;
  if (!looked) return given;
  const parent = await store.read({ table: resource, where: is('id', looked.id) });
  if (!parent) throw invalidParam('parent', 'There is no such category.');
  return { ...given, parent };
}

export const moveChildrenUp =
  (next: Operations['remove']): Operations['remove'] =>
  async (desk, resource, stored, given) => {
    await claimTree(desk.store, resource);
    const children = await desk.store.list({ table: resource, where: is('parent', stored.id), order: [], limit: many });
    const fresh = (await desk.store.read({ table: resource, where: is('id', stored.id) })) ?? stored;
    await next(desk, resource, stored, given);
    for (const child of children) {
      await desk.store.update(resource, child.id, { parent: (fresh as CategoryRow).parent });
      await rewritePath(desk.store, resource, child.id);
    }
  };
