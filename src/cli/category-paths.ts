// Checks that the stored path of every category is made of the slugs of its parents.
import { everything } from '../core/condition.js';
import type { Reader, Store } from '../core/store.js';
import { type CategoryRow, categoryTable } from '../models/category/columns.js';
import { lockTree } from '../models/families/tree.js';
import type { Check } from '../storage/maintenance.js';

const maxCategories = 100_000;

/** Undefined where the parents form a loop. A missing parent counts as none. */
export function slugPath(row: CategoryRow, rows: ReadonlyMap<number, CategoryRow>): string | undefined {
  const slugs: string[] = [];
  for (let category: CategoryRow | undefined = row; category; category = rows.get(category.parent)) {
    slugs.unshift(category.slug);
    if (slugs.length > rows.size) return undefined;
  }
  return slugs.join('/');
}

export function categoryPaths(store: Store): Check {
  const read = async (reader: Reader) => {
    const rows = await reader.list({
      table: categoryTable,
      where: everything,
      order: [{ column: 'id' }],
      limit: maxCategories,
    });
    return new Map(rows.map((row) => [row.id, row]));
  };
  return {
    name: 'category paths',
    faults: async () => {
      const rows = await read(store);
      return [...rows.values()].flatMap((row) => {
        const expected = slugPath(row, rows);
        // Loops are reported by the check in tree-loops.ts.
        if (expected === undefined) return [];
        if (row.parent !== 0 && !rows.has(row.parent)) return [`parent ${row.parent} of category ${row.id} is missing`];
        return row.path === expected ? [] : [`category ${row.id} has path ${row.path}, expected ${expected}`];
      });
    },
    repair: () =>
      store.transact(async (writer) => {
        await lockTree(writer, categoryTable);
        const rows = await read(writer);
        for (const row of rows.values()) {
          const path = slugPath(row, rows) ?? row.path;
          const parent = rows.has(row.parent) ? row.parent : 0;
          if (path !== row.path || parent !== row.parent) await writer.update(categoryTable, row.id, { path, parent });
        }
      }),
  };
}
