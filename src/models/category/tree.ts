// Maintains the category tree: paths are rebuilt from slugs and parents, loops are rejected, and children of a removed
// category move up. Every change holds the tree lock, because paths depend on other categories.
import { begins, is } from '../../core/condition.js';
import { eachRow, rowBatches } from '../../core/each-row.js';
import type { Given } from '../../core/field.js';
import type { Writes } from '../../core/model.js';
import { invalidParam } from '../../core/problem.js';
import type { Writer } from '../../core/store.js';
import { lockTree, refuseLoop } from '../families/tree.js';
import { categoryTable } from './columns.js';

/** Longer paths exceed the key size of an index. */
const maxPathLength = 2_000;

function withinDepth(path: string): string {
  if (path.length > maxPathLength)
    throw invalidParam('parent', 'The path of this category is too long. Choose a parent closer to the top.');
  return path;
}

const readCategory = (store: Writer, id: number) => store.read({ table: categoryTable, where: is('id', id) });

async function rewritePath(store: Writer, id: number): Promise<void> {
  const row = await readCategory(store, id);
  if (!row) return;
  const parent = row.parent ? await readCategory(store, row.parent) : undefined;
  const path = parent ? `${parent.path}/${row.slug}` : row.slug;
  if (path === row.path) return;
  await store.update(categoryTable, id, { path: withinDepth(path) });
  const where = begins('path', `${row.path}/`);
  for await (const rows of rowBatches(store, { table: categoryTable, where })) {
    const moved = rows.map((child) => ({
      id: child.id,
      values: { path: withinDepth(path + child.path.slice(row.path.length)) },
    }));
    await store.updateEach(categoryTable, moved);
  }
}

const parentId = (given: Given): number => Number(given.parent ?? 0);

export const updatePaths = {
  create:
    (next: Writes['create']): Writes['create'] =>
    async (context, model, given) => {
      await lockTree(context.store, model);
      const written = await next(context, model, await withParentSlug(context.store, given));
      await rewritePath(context.store, written.id);
      return written;
    },
  update:
    (next: Writes['update']): Writes['update'] =>
    async (context, model, stored, given) => {
      await lockTree(context.store, model);
      const fresh = await withParentSlug(context.store, given);
      const move = { id: stored.id, parent: parentId(given) };
      await refuseLoop(context.store, model, move, 'A category cannot be its own parent or ancestor.');
      const written = await next(context, model, stored, fresh);
      await rewritePath(context.store, stored.id);
      return written;
    },
};

/** Reads the parent again under the lock: another transaction may have moved, renamed or removed it. */
async function withParentSlug(store: Writer, given: Given): Promise<Given> {
  if (parentId(given) === 0) return given;
  const parent = await readCategory(store, parentId(given));
  if (!parent) throw invalidParam('parent', 'Category not found.');
  return { ...given, parent_slug: parent.slug };
}

export const moveChildrenUp =
  (next: Writes['remove']): Writes['remove'] =>
  async (context, model, stored, given) => {
    const { store } = context;
    await lockTree(store, model);
    const children: number[] = [];
    await eachRow(store, categoryTable, is('parent', stored.id), async ({ id }) => void children.push(id));
    const parent = (await readCategory(store, stored.id))?.parent ?? 0;
    const written = await next(context, model, stored, given);
    for (const id of children) {
      await store.update(categoryTable, id, { parent });
      await rewritePath(store, id);
    }
    return written;
  };
